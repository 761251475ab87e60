const tasks: (() => unknown)[] = []

/**
 * Runs a task after the test file, in reverse order of registration. Can be called at the top of
 * the file or in a test.
 */
export const afterFile = (task: () => unknown): void => void tasks.push(task)

export async function runTasksAfterFile(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task()
}
