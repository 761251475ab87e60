import { join } from 'node:path'

import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { prepareOnce } from '#tests/support/prepare-once.ts'

/**
 * Returns the path of a SQLite database that the test files of a run copy. The first caller creates
 * the database with `prepare`, which must close it.
 */
export const preparedDatabase = (name: string, prepare: (folder: string) => Promise<void>): Promise<string> =>
  prepareOnce(`${name}.db`, async (folder) => {
    await prepare(folder)
    return join(folder, DATABASE_FILE)
  })
