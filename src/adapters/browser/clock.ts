import type { Clock } from '#src/application/platform/clocks.ts'

/** The clock of the machine the page runs on. */
export const createBrowserClock = (): Clock => ({ now: () => Date.now() })
