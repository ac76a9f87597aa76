#!/bin/bash
# The shards of a run as an array of Slurm, and a job that merges them:
#   shards=$(sbatch --parsable deploy/shards/slurm.sh)
#   sbatch --dependency=afterany:"$shards" --array=0 --wrap='bustan merge shard-* --out all'
# A shard that has not ended well resumes, alone: sbatch --array=3 deploy/shards/slurm.sh
#SBATCH --job-name=bustan
#SBATCH --array=0-15
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=08:00:00
# A preempted task is queued again and resumes.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
set -u

# The signal goes to this script, and from here to the program.
"${BUSTAN:-bustan}" check dominions --games 100000 --keep-going --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard env/16 --resume --out "shard-$SLURM_ARRAY_TASK_ID" &
program=$!
told=
trap 'told=1; kill -TERM "$program"' TERM
code=0
wait "$program" || code=$?
if [ -n "$told" ]; then
    # The signal interrupted the wait.
    wait "$program"
    code=$?
fi
# A finding is a result. The job must fail if the shard is not over.
[ "$code" -ne 1 ] || code=0
exit "$code"
