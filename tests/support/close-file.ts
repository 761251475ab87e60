import { afterAll } from 'vitest'

import { runTasksAfterFile } from '#tests/support/after-file.ts'

// A setup file: vitest ignores an afterAll that a running test registers, and runs this one for
// every file of a worker.
afterAll(runTasksAfterFile)
