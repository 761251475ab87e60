import type { Log } from '#src/application/platform/ports.ts'

export interface LogEntry {
  readonly message: string
  readonly detail: unknown
}

/** A log that a test can read. */
export interface MemoryLog extends Log {
  entries(): readonly LogEntry[]
}

export function createMemoryLog(): MemoryLog {
  const entries: LogEntry[] = []
  return {
    error: (message, detail) => {
      entries.push({ message, detail })
    },
    entries: () => [...entries],
  }
}
