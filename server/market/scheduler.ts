/** What has to be done again and again; tests do it themselves. */
export interface Scheduler {
  /** Runs a task every so many milliseconds; gives back the way to stop. */
  every(milliseconds: number, task: () => void): () => void
}

/** Timers that keep no process alive by themselves. */
export const timerScheduler: Scheduler = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}
