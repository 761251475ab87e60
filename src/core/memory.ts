/**
 * The ports in memory, over the simulator: for demos and for tests of a UI. `createMemoryPorts` has
 * a clock that the caller advances; `createDemoPorts` advances it with timers.
 */
export { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
export {
  createMemoryClock,
  createMemoryFrames,
  createMemoryMarketClock,
  createMemoryPage,
  type MemoryClock,
  type MemoryFrames,
  type MemoryMarketClock,
  type MemoryPage,
} from '#src/adapters/memory/platform.ts'
export { createDemoPorts, createMemoryPorts, MEMORY_START, type MemoryPorts } from '#src/adapters/memory/ports.ts'
export { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
