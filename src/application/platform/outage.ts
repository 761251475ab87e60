import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'

/** The failed sections of the page. Announces an outage once, not once a section. */
export interface Outage {
  /** A section has failed; the returned function ends that. */
  addFailure(): () => void
}

/** Announces when the first section fails; again only after all of them came back. */
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
