/** Runs periodic tasks. Tests pass a scheduler that they control. */
export interface Scheduler {
  /** Runs a task at an interval. Returns the function that stops the task. */
  every(milliseconds: number, task: () => void): () => void
}

/** Timers that do not delay the end of the process. */
export const timerScheduler: Scheduler = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}
