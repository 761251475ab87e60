import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'

/** The failed sections of the page. They are announced together, once. */
export interface Outage {
  /** Adds a failed section; the returned function removes it. */
  addFailure(): () => void
}

/** Announces a failed section when no other section has failed. */
export function createOutage(announce: (text: string) => void): Outage {
  const failed = new Set<object>()
  return {
    addFailure() {
      const section = {}
      if (failed.size === 0) announce(SECTIONS_FAILED)
      failed.add(section)
      return () => {
        failed.delete(section)
      }
    },
  }
}
