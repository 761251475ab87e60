import { vi } from 'vitest'

/**
 * Runs tasks of the event loop without React's test environment, which renders updates earlier than
 * a browser.
 */
export async function runTasks(count: number): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  for (let i = 0; i < count; i += 1) await new Promise((done) => setImmediate(done))
  vi.unstubAllGlobals()
}
