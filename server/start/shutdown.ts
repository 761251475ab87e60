type Closer = () => void | Promise<void>

/** Closes the opened resources of the server. */
export interface Shutdown {
  add(closer: Closer): void
  /** Adds the `close` of a module, and returns the module. */
  track<T extends { readonly close: Closer }>(module: T): T
  /** Runs all closers in reverse order. A second call returns the same promise. */
  run(): Promise<void>
}

/** Runs the closers once, in reverse order. When a closer throws, the other closers still run. */
export function createShutdown(): Shutdown {
  const closers: Closer[] = []
  let closing: Promise<void> | null = null

  async function runFrom(index: number): Promise<void> {
    const closer = closers[index]
    if (closer === undefined) return
    try {
      await closer()
    } finally {
      await runFrom(index - 1)
    }
  }

  return {
    add: (closer) => void closers.push(closer),
    track(module) {
      closers.push(module.close)
      return module
    },
    run: () => {
      closing ??= runFrom(closers.length - 1)
      return closing
    },
  }
}
