/** Shares the event loop between long computations and requests. */
export interface LoopTurns {
  /**
   * Resolves after the requests that wait now. Each turn of the event loop resolves one caller, in
   * order, so that many computations delay a request by one step at most.
   */
  next(): Promise<void>
}

export function createLoopTurns(): LoopTurns {
  const waiting: (() => void)[] = []

  function resolveFirst() {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(resolveFirst)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) setImmediate(resolveFirst)
      }),
  }
}
