import type { Clock, Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { DAY_MS, type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Time until the simulated operator acts, as in the server's demo. */
const DELAY_MS = 30 * SECOND_MS

/** What the operator does by itself at a time. */
export interface DueTask {
  readonly dueAt: Instant
  /** After it, the task must not be listed any more. */
  readonly run: () => void
}

/**
 * Returns when the operator acts on what started at a time; null if it waits for a person, because
 * it was due more than a day before.
 */
export function findDueTime(startedAt: Instant, now: Instant): Instant | null {
  const dueAt = startedAt + DELAY_MS
  return dueAt < now - DAY_MS || startedAt > now ? null : dueAt
}

interface DueTasksDeps {
  readonly listTasks: () => readonly DueTask[]
  /** The data that the tasks depend on. */
  readonly sources: readonly Readable<unknown>[]
  readonly clock: Clock
  readonly timers: Timers
}

/** Runs each task at its time, and lists the tasks again after each change of the sources. */
export function startDueTasks({ listTasks, sources, clock, timers }: DueTasksDeps): void {
  let timer: unknown = null

  function schedule() {
    timers.clearTimeout(timer)
    const tasks = listTasks()
    if (tasks.length === 0) return
    const wait = Math.min(...tasks.map(({ dueAt }) => dueAt)) - clock.now()
    timer = timers.setTimeout(runDue, Math.max(0, wait))
  }

  function runDue() {
    for (const { dueAt, run } of listTasks()) if (dueAt <= clock.now()) run()
    schedule()
  }

  for (const source of sources) source.subscribe(schedule)
  schedule()
}
