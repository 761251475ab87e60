import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { DocumentOwner } from '#server/documents/document-store.ts'

type Queries = Kysely<Schema>

/** A document to which the demo's rows refer, but which has no file yet. */
interface MissingDocument {
  readonly owner: DocumentOwner
  readonly title: string
  readonly uploadedBy: string
}

/** Finds the missing documents of requests that are past the step 'Documentos'. */
export async function findMissingRequirements(
  db: Queries,
  entities: readonly string[],
): Promise<readonly MissingDocument[]> {
  const rows = await db
    .selectFrom('imc_request_requirements as required')
    .innerJoin('imc_requests as request', 'request.id', 'required.request_id')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.request_id', '=', 'required.request_id')
        .onRef('documents.requirement_id', '=', 'required.requirement_id'),
    )
    .where('request.entity_id', 'in', entities)
    .where('request.status', 'not in', ['created', 'documents'])
    .where('documents.id', 'is', null)
    .select(['request.entity_id', 'request.id', 'request.administrator_id', 'required.requirement_id', 'required.name'])
    .execute()
  return rows.map((row) => ({
    owner: { kind: 'requirement', entityId: row.entity_id, requestId: row.id, requirementId: row.requirement_id },
    title: row.name,
    uploadedBy: row.administrator_id,
  }))
}

/** Finds the missing contracts of administrators whose contract is not pending. */
export async function findMissingContracts(
  db: Queries,
  entities: readonly string[],
): Promise<readonly MissingDocument[]> {
  const rows = await db
    .selectFrom('imc_users as user')
    .leftJoin('documents', 'documents.user_id', 'user.id')
    .where('user.entity_id', 'in', entities)
    .where('user.role', '=', 'administrator')
    .where('user.contract_pending', '=', 0)
    .where('documents.id', 'is', null)
    .select(['user.id', 'user.entity_id', 'user.name'])
    .execute()
  return rows.map(({ id, entity_id: entityId, name }) => ({
    owner: { kind: 'contract', entityId, userId: id },
    title: `Contrato ${name}`,
    uploadedBy: id,
  }))
}
