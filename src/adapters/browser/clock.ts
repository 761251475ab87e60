import type { Clock, Timers } from '#src/application/platform/ports.ts'

/** The real clock: that of the user's device. */
export const createBrowserClock = (): Clock => ({ now: () => Date.now() })

type Timer = ReturnType<typeof globalThis.setTimeout>

/** The timers of the browser or of Node. */
export const createBrowserTimers = (): Timers => ({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
})
