import { afterAll } from 'vitest'

const endings: (() => unknown)[] = []

// Registered while the test file loads: vitest forgets in silence what a running test registers.
afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

/** Runs at the end of the test file, the last one first; may be called at its top or in a test. */
export const afterFile = (end: () => unknown): void => void endings.push(end)
