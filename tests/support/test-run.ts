import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'

import { openDatabase } from '#server/database/connection.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#tests/support/postgres.ts'
import { createRunFolder } from '../../tools/run-folder.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that all test files of a run share; removed after the run. */
    runFolder: string
    /** The migrated database of PostgreSQL that test files copy; null without PostgreSQL. */
    postgresTemplate: string | null
  }
}

/** Creates a migrated database without rows. */
async function createTemplate(): Promise<string> {
  const name = `prueba_plantilla_${randomBytes(8).toString('hex')}`
  const databaseUrl = await createPostgresDatabase(name, null)
  const opened = await openDatabase({ databaseUrl })
  if (!opened.ok) throw new Error(`the template of the test databases did not open: ${JSON.stringify(opened.error)}`)
  await opened.value.close()
  return name
}

/**
 * Creates the folder and the PostgreSQL template that the test files of a run share. `npm test`
 * names the folder in TEST_RUN_FOLDER, because its parts share it, and removes it. Vitest calls
 * this function once, before the first test file.
 */
export async function setup(project: TestProject) {
  const common = process.env['TEST_RUN_FOLDER']
  const folder = common ?? createRunFolder()
  project.provide('runFolder', folder)
  const template = process.env['TEST_DATABASE_URL'] ? await createTemplate() : null
  project.provide('postgresTemplate', template)
  return async () => {
    if (common === undefined) await rm(folder, { recursive: true, force: true })
    if (template !== null) await dropPostgresDatabase(template)
  }
}
