import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'

/** The failed sections of the page. They share one announcement. */
export interface Outage {
  /** Adds a failed section; the returned function removes it. */
  addFailure(): () => void
}

/** Calls `announce` for the first failed section; again only after all sections have recovered. */
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
