import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

import { DATABASE_FILE } from '#server/database/sqlite.ts'

/**
 * Returns the path of a SQLite database that the test files of a run copy. The first caller creates
 * the database with `prepare`, which must close it.
 */
export async function preparedDatabase(name: string, prepare: (folder: string) => Promise<void>): Promise<string> {
  const runFolder = inject('runFolder')
  const prepared = join(runFolder, `${name}.db`)
  if (!existsSync(prepared)) {
    const draft = await mkdtemp(join(runFolder, 'draft-'))
    await prepare(draft)
    await rename(join(draft, DATABASE_FILE), prepared)
  }
  return prepared
}
