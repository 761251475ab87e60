import { type Kysely, sql } from 'kysely'

const DAY_MS = 86_400_000

/**
 * End and first use of a temporary password (D111). Those that were sent earlier end a day after
 * their user was created: until now they were valid for ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['temporary_until', 'temporary_used_at']) {
    await db.schema.alterTable('imc_users').addColumn(column, 'bigint').execute()
  }
  await sql`update imc_users set temporary_until = created_at + ${sql.lit(DAY_MS)} where must_change_password = 1`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of ['temporary_until', 'temporary_used_at']) {
    await db.schema.alterTable('imc_users').dropColumn(column).execute()
  }
}
