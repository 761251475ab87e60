import type { Clock } from '#src/application/platform/clocks.ts'

/** The clock of the user's machine. */
export const createBrowserClock = (): Clock => ({ now: () => Date.now() })
