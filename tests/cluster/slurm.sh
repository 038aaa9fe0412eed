#!/bin/sh
# slurm.sh HEDDLE: `heddle bench --launcher slurm' with a Slurm of one node, and again with a job that is lost.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cluster/common.sh
. "$here/common.sh"
PATH=$PATH:/usr/sbin
for command in sbatch slurmctld slurmd munged; do
  command -v $command >/dev/null 2>&1 || skip "there is no $command"
done
[ "$(id -u)" = 0 ] || skip "a Slurm of one's own needs to be root"
trap 'sh "$here/one-node.sh" stop "$work/slurm"; sleep 1; rm -rf "$work"' EXIT
make_suite
sh "$here/one-node.sh" start "$work/slurm"
export SLURM_CONF="$work/slurm/slurm.conf"

farm() { "$heddle" bench --launcher slurm --jobs 2 --results "$1" --tool "$work/tool %s" "$work/tasks.tsv"; }

farm "$work/whole.jsonl" >"$work/whole.txt"
same_rows "$work/whole.jsonl"

# One job of the array is cancelled behind the launcher's back, as if its node had failed.
touch "$work/hold"
farm "$work/lost.jsonl" >"$work/lost.txt" &
job=$!
until [ -s "$work/lost.jsonl.parts/part-2.jsonl" ]; do sleep 0.1; done
scancel "$(squeue -h -o %A_2 | head -n 1)"
rm "$work/hold"
wait $job
same_rows "$work/lost.jsonl"
echo "slurm: two runs with the same $tasks rows"
