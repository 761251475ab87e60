import { type Kysely, sql } from 'kysely'

/**
 * Documents of the entities' requests (solicitudes) and users, and the files to remove. Foreign
 * keys contain the entity, so that a document and its owner belong to the same entity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
    .addColumn('request_id', 'text')
    .addColumn('requirement_id', 'text')
    .addColumn('user_id', 'text', (column) => column.unique())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .addColumn('uploaded_by', 'text', (column) => column.notNull())
    .addUniqueConstraint('documents_requirement', ['request_id', 'requirement_id'])
    .addForeignKeyConstraint('documents_request', ['entity_id', 'request_id'], 'imc_requests', ['entity_id', 'id'])
    .addForeignKeyConstraint(
      'documents_request_requirement',
      ['request_id', 'requirement_id'],
      'imc_request_requirements',
      ['request_id', 'requirement_id'],
    )
    .addForeignKeyConstraint('documents_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
    .addForeignKeyConstraint('documents_uploader', ['entity_id', 'uploaded_by'], 'imc_users', ['entity_id', 'id'])
    .addCheckConstraint(
      'documents_owner_check',
      sql`(user_id is not null and request_id is null and requirement_id is null)
        or (user_id is null and request_id is not null and requirement_id is not null)`,
    )
    .addCheckConstraint('documents_bytes_check', sql`bytes between 1 and 512000`)
    .addCheckConstraint('documents_sha256_check', sql`length(sha256) = 64`)
    .execute()
  await db.schema.createIndex('documents_by_uploaded_by').on('documents').column('uploaded_by').execute()

  await db.schema
    .createTable('document_leftovers')
    .addColumn('document_id', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['document_leftovers', 'documents']) await db.schema.dropTable(table).execute()
}
