/* The Bluetooth driver as `boolean_drivers A S 0 -p V` prints it. -DVERSION -DADDERS -DSTOPPERS */
bool flag, event, stopped;
short pending = 1;

inline decrement(last) {
  d_step { last = (pending == 1); pending-- };
  if
  :: last -> event = true
  :: else
  fi;
  last = false
}

proctype adder() {
  bool running, last;
#if VERSION == 1
  if
  :: flag -> running = false
  :: else -> pending++; running = true
  fi;
#else
  pending++;
  if
  :: flag -> decrement(last); running = false
  :: else -> running = true
  fi;
#endif
  if
  :: running -> assert(!stopped)
#if VERSION == 3
     ; decrement(last)
#endif
  :: else
  fi
#if VERSION < 3
  ; decrement(last)
#endif
}

proctype stopper() {
  bool last;
  flag = true;
  decrement(last);
  event;
  stopped = true
}

init {
  byte i;
  atomic {
    for (i : 1 .. ADDERS) { run adder() }
    for (i : 1 .. STOPPERS) { run stopper() }
    i = 0
  }
}
