/** A long computation that pauses between its steps. Its caller decides when it continues. */
export type Steps<T> = Generator<void, T, void>

/** Runs a computation without pauses. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
