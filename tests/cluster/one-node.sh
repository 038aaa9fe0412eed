#!/bin/sh
# one-node.sh start FOLDER | stop FOLDER: a Slurm of one node, this machine, with everything it needs in FOLDER.
# After `start', SLURM_CONF=FOLDER/slurm.conf makes Slurm's commands talk to it. Needs to be root.
set -eu
action=$1 folder=$2
host=$(uname -n | cut -d. -f1)
PATH=$PATH:/usr/sbin

write_configuration() {
  cat >"$folder/slurm.conf" <<EOF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
}

start() {
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  write_configuration
  head -c 128 /dev/urandom >"$folder/munge.key"
  chmod 600 "$folder/munge.key"
  munged --force --socket="$folder/munge.socket" --key-file="$folder/munge.key" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/munged.seed"
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld
  until sinfo -h >/dev/null 2>&1; do sleep 0.2; done
  slurmd
  until sinfo -h -t idle -o %n | grep -q .; do sleep 0.2; done
}

stop() {
  for daemon in slurmd slurmctld munged; do
    [ -f "$folder/$daemon.pid" ] && kill "$(cat "$folder/$daemon.pid")" 2>/dev/null || true
  done
}

"$action"
