/** Runs periodic tasks. Tests pass a scheduler that they control. */
export interface Scheduler {
  /** Runs a task at an interval. Returns the function that stops the task. */
  every(milliseconds: number, task: () => void): () => void
}

/** Runs the tasks of a scheduler only while this process is the one that writes the market (D109). */
export const whileWriter = ({ every }: Scheduler, isWriter: () => boolean): Scheduler => ({
  every: (milliseconds, task) =>
    every(milliseconds, () => {
      if (isWriter()) task()
    }),
})

/** Timers that do not delay the end of the process. */
export const timerScheduler: Scheduler = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}
