import type { Clock } from '#src/application/platform/ports.ts'

/** The real clock: that of the user's device. */
export const createBrowserClock = (): Clock => ({ now: () => Date.now() })
