import type { Timers } from '#src/application/platform/ports.ts'

type Timer = ReturnType<typeof globalThis.setTimeout>

/** The timers of the browser or of Node. */
export const createBrowserTimers = (): Timers => ({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
})
