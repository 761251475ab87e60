import { createMemoryPorts, type MemoryPorts } from '#src/adapters/memory/ports.ts'
import type { Timers } from '#src/application/platform/ports.ts'

/** Interval between two steps of the demo's clock, in ms. */
export const DEMO_STEP_MS = 250

/** Creates memory ports with a clock that `timers` advance until the process ends. */
export function createDemoPorts(timers: Timers): MemoryPorts {
  const ports = createMemoryPorts()
  function advanceClock() {
    ports.clock.advance(DEMO_STEP_MS)
    timers.setTimeout(advanceClock, DEMO_STEP_MS)
  }
  timers.setTimeout(advanceClock, DEMO_STEP_MS)
  return ports
}
