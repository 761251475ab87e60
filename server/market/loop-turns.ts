/** Shares the event loop between long computations and requests. */
export interface LoopTurns {
  /**
   * Resolves after the requests that wait now are handled. Each turn of the event loop resolves one
   * caller, in order. Many computations then delay a request by one step at most.
   */
  next(): Promise<void>
}

export function createLoopTurns(): LoopTurns {
  const waitingCallers: (() => void)[] = []

  function resolveFirst() {
    waitingCallers.shift()?.()
    if (waitingCallers.length > 0) setImmediate(resolveFirst)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waitingCallers.push(resolve)
        if (waitingCallers.length === 1) setImmediate(resolveFirst)
      }),
  }
}
