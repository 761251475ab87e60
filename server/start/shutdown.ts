type Closer = () => void | Promise<void>

/** Closes what was opened. */
export interface Shutdown {
  add(closer: Closer): void
  /** Adds the `close` of a module, and returns the module. */
  track<T extends { readonly close: Closer }>(module: T): T
  /** Closes everything, the last one first. A second call returns the same promise. */
  run(): Promise<void>
}

/**
 * Closes what was opened, once and in reverse order. When one closer throws, the others still run.
 */
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
