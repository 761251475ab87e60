import { afterAll } from 'vitest'

const tasks: (() => unknown)[] = []

// Registered when the test file loads: vitest ignores an afterAll that a running test registers.
afterAll(async () => {
  for (const task of tasks.reverse()) await task()
})

/**
 * Runs a task after the test file, in reverse order of registration. Can be called at the top of
 * the file or in a test.
 */
export const afterFile = (task: () => unknown): void => void tasks.push(task)
