import { type Kysely, sql } from 'kysely'

/** The key of the server that a browser subscribed with (D125); of the existing ones, the stored key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alerts_push')
    .addColumn('server_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<{ value: string }>`select value from identity_keys where id = 'alert-push'`.execute(db)
  for (const { value } of rows)
    await sql`update alerts_push set server_key = ${JSON.parse(value).publicKey}`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts_push').dropColumn('server_key').execute()
}
