import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { openDatabase } from '#server/database/connection.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#tests/support/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that all test files of one run share; removed after the run. */
    runFolder: string
    /** The migrated database of PostgreSQL that test files copy; null without PostgreSQL. */
    postgresTemplate: string | null
  }
}

/** Free space that a run may need, in bytes. */
const RUN_BYTES = 2_000_000_000

/**
 * Returns the parent of the run's folder, in memory with enough space on Linux. On a disk each
 * commit of SQLite is slow.
 */
function chooseParent(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > RUN_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
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
 * Creates the folder and the PostgreSQL template that the test files of a run share. Vitest calls
 * this function once, before the first test file.
 */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(chooseParent(), 'mercado-dolar-run-'))
  project.provide('runFolder', folder)
  const template = process.env['TEST_DATABASE_URL'] ? await createTemplate() : null
  project.provide('postgresTemplate', template)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    if (template !== null) await dropPostgresDatabase(template)
  }
}
