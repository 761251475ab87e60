import { createMemoryPorts, type MemoryPorts } from '#src/adapters/memory/ports.ts'
import type { Timers } from '#src/application/platform/clocks.ts'

/** How often the clock of the demo moves, in ms. */
export const DEMO_STEP_MS = 250

/** The memory ports with a clock that `timers` move forward, as long as the process runs. */
export function createDemoPorts(timers: Timers): MemoryPorts {
  const ports = createMemoryPorts()
  function step() {
    ports.clock.advance(DEMO_STEP_MS)
    timers.setTimeout(step, DEMO_STEP_MS)
  }
  timers.setTimeout(step, DEMO_STEP_MS)
  return ports
}
