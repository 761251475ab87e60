/** A long computation that pauses between its steps. Its caller decides when it continues. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs a computation without pauses. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
