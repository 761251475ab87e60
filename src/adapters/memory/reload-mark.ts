import type { ReloadMark } from '#src/application/platform/reload-mark.ts'

/** The mark of one tab, in memory. */
export function createMemoryReloadMark(): ReloadMark {
  let marked = false
  return {
    set() {
      if (marked) return false
      marked = true
      return true
    },
    clear() {
      marked = false
    },
  }
}
