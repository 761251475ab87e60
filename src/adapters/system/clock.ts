import type { Clock, Timers } from '#src/application/platform/ports.ts'

/** The real clock, that of the user's device: of the browser or of Node. */
export const createSystemClock = (): Clock => ({ now: () => Date.now() })

type Timer = ReturnType<typeof globalThis.setTimeout>

/** The timers of the browser or of Node. */
export const createSystemTimers = (): Timers => ({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
})
