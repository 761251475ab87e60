import type { ReloadMark } from '#src/application/platform/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The mark of one tab, in memory. */
export function createMemoryReloadMark(): ReloadMark {
  let mark: Instant | null = null
  return {
    read: () => mark,
    write(instant) {
      mark = instant
      return true
    },
  }
}
