import type { Timers } from '#src/application/platform/clocks.ts'

type Timer = ReturnType<typeof globalThis.setTimeout>

/** The timers of the machine that the portal runs on. */
export const createBrowserTimers = (): Timers => ({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
})
