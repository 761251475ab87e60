import type { Kysely } from 'kysely'

/** A file of users finds the people of an entity by their documents, without reading all of them (D124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('imc_users_document').on('imc_users').columns(['entity_id', 'document_number']).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('imc_users_document').execute()
}
