/**
 * The ports in memory, over the simulator: for demos and for tests of a UI. `createMemoryPorts` has
 * a clock that the caller advances; `createDemoPorts` advances it with timers. `createMemoryBackend`
 * is a whole service whose market runs and whose changes can be stored.
 */
export {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryBackendDeps,
  type MemoryBackendPorts,
  type MemoryControl,
} from '#src/adapters/memory/backend.ts'
export type { TextStore } from '#src/adapters/memory/backend-state.ts'
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
