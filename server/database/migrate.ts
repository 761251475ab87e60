import { type Kysely, type Migration, Migrator } from 'kysely'

import { err, ok, type Result } from '#src/domain/result.ts'

/** The database has run a migration of a newer version of this program. */
export interface NewerSchema {
  readonly kind: 'newer-schema'
  readonly migration: string
}

const MISSING_MIGRATION = /previously executed migration (\S+) is missing/

const findMissingMigration = (error: unknown) =>
  error instanceof Error ? MISSING_MIGRATION.exec(error.message)?.[1] : undefined

/**
 * Runs all missing migrations in the order of their names. Rolls back all of them when a migration
 * throws, and throws its error.
 */
export async function migrate<S>(
  db: Kysely<S>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<void, NewerSchema>> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'migraciones',
    migrationLockTableName: 'migraciones_cerrojo',
    nameComparator: (left, right) => (left < right ? -1 : Number(left > right)),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return ok(undefined)
  const migration = findMissingMigration(error)
  if (migration !== undefined) return err({ kind: 'newer-schema', migration })
  throw error
}
