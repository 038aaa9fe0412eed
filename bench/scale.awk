# scale.awk - what more workers would do, computed from recorded times: a discrete simulation.
#
#   awk -f bench/scale.awk -v kind=tasks RESULTS.jsonl       tasks of `heddle bench --results', handed out one by one
#   HEDDLE_LOG=divide:2 heddle verify -e bmc -j 8 FILE 2>LOG; awk -f bench/scale.awk -v kind=parts LOG
#                                                            parts of one question, as they were divided then
#
# -v copies=N (each task so many times: a longer suite of such tasks) -v workers="1 2 4 ..." -v message=SECONDS (on the way) -v serve=SECONDS (of the manager, for each task or part)
# -v task=SECONDS (to start a task or to receive a part). For each number of workers it prints the time until the last
# one has ended, the speed-up, the part of their time in which workers have work, and that of the manager.
#
# What it assumes: a task takes as long whatever else runs; the manager serves one message at a time, in the order in
# which they come; a part becomes ready when the one that it was divided from has ended, and takes as long as it did
# when it was recorded, whichever worker gets it. docs/scale.md says how far that is true.

BEGIN {
  n = 0
  if (copies == "") copies = 1
  if (workers == "") workers = "1 2 4 8 16 32 64 128 256 512 1024"
  if (message == "") message = 0.0001
  if (serve == "") serve = 0.0005
  if (task == "") task = kind == "parts" ? 0.0001 : 0.005
}

# "processor":1.25 or whatever number the results have under that name
kind == "tasks" && match($0, /"processor": *[0-9.eE+-]+/) {
  text = substr($0, RSTART, RLENGTH)
  sub(/.*: */, "", text)
  for (i = 0; i < copies; i++) seconds[n++] = text + 0
}

# [PID CPU] divide: part WORD SECONDS DECISIONS...: one line for each time that a worker has answered
kind == "parts" && / divide: part / {
  sub(/.* divide: part /, "")
  key = ""
  for (i = 3; i <= NF; i++) key = key " " $i
  if (!(key in number)) {
    number[key] = n
    seconds[n] = 0
    parent[n] = -1
    last_decision[n] = NF >= 3 ? $NF : 0
    name[n++] = key
  }
  seconds[number[key]] += $2
}

function find_parents(  i, above) {
  for (i = 0; i < n; i++) {
    above = name[i] ""
    if (!sub(/ [^ ]+$/, "", above)) continue
    if (above in number) { parent[i] = number[above]; children[parent[i], n_children[parent[i]]++] = i }
  }
}

function make_ready(i) { ready[n_ready++] = i }


# Parts become ready as others end: events in the order of time, the least first among those that run.
function simulate(w,  i, k, t, at, taken, done, office, running, end, best, busy) {
  n_ready = taken = done = 0
  office = t = end = busy = 0
  for (i = 0; i < w; i++) free_at[i] = 0
  for (i = 0; i < n; i++) if (kind == "tasks" || parent[i] < 0) make_ready(i)
  running = 0
  delete runs; delete ends
  while (done < n) {
    while (taken < n_ready && running < w) {
      i = ready[taken++]
      k = first_free_of(w)
      at = free_at[k] + message
      if (at < t) at = t
      if (at < office) at = office
      office = at + serve
      ends[i] = office + message + task + seconds[i]
      busy += seconds[i]
      runs[i] = k
      is_busy[k] = 1
      running++
    }
    best = -1
    for (i in ends) if (best < 0 || ends[i] < ends[best]) best = i
    t = ends[best]
    free_at[runs[best]] = t
    is_busy[runs[best]] = 0
    delete ends[best]
    running--
    done++
    if (t > end) end = t
    for (i = 0; kind == "parts" && i < n_children[best]; i++) make_ready(children[best, i])
  }
  used = busy
  served = n * serve
  return end
}

function first_free_of(w,  i, best) {
  best = -1
  for (i = 0; i < w; i++) if (!is_busy[i] && (best < 0 || free_at[i] < free_at[best])) best = i
  return best
}

END {
  if (!n) { print "scale: no times in the input" > "/dev/stderr"; exit 1 }
  if (kind == "parts") find_parents()
  total = longest = 0
  for (i = 0; i < n; i++) { total += seconds[i]; if (seconds[i] > longest) longest = seconds[i] }
  printf "%d %s, %.1f s together, the longest %.2f s\n", n, kind, total, longest
  printf "%8s %10s %9s %9s %9s\n", "workers", "seconds", "speed-up", "workers", "manager"
  m = split(workers, list, " ")
  for (j = 1; j <= m; j++) {
    delete is_busy
    time = simulate(list[j] + 0)
    if (j == 1) one = time * (list[j] + 0 == 1 ? 1 : list[j])
    printf "%8d %10.2f %9.2f %8.0f%% %8.1f%%\n", list[j], time, one / time, 100 * used / (time * list[j]), 100 * served / time
  }
}
