import type { Kysely } from 'kysely'

/**
 * The rejected request that a request corrects; at most one request corrects it. A document of a
 * correction can use the file of another document (D90).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imc_requests').addColumn('corrects_id', 'text').execute()
  await db.schema.createIndex('imc_requests_by_corrects_id').on('imc_requests').column('corrects_id').unique().execute()
  await db.schema.alterTable('documents').addColumn('file_id', 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('imc_requests_by_corrects_id').execute()
  await db.schema.alterTable('imc_requests').dropColumn('corrects_id').execute()
  await db.schema.alterTable('documents').dropColumn('file_id').execute()
}
