import { afterAll } from 'vitest'

import { runTasksAfterFile } from '#tests/support/after-file.ts'

// A setup file, which vitest runs for every test file. `afterFile` needs it, because vitest ignores
// an `afterAll` that a running test registers.
afterAll(runTasksAfterFile)
