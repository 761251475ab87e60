import type { Downloads, TextFile } from '#src/application/platform/ports.ts'

/** Downloads in memory. Tests can read the files and deny downloads. */
export interface MemoryDownloads extends Downloads {
  files(): readonly TextFile[]
  setAllowed(allowed: boolean): void
}

export function createMemoryDownloads(): MemoryDownloads {
  const files: TextFile[] = []
  let allowed = true
  return {
    save(file) {
      if (allowed) files.push(file)
      return allowed
    },
    files: () => [...files],
    setAllowed(value) {
      allowed = value
    },
  }
}
