import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { DocumentOwner } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'
import { ok } from '#src/domain/result.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { createDemoPdf, toContractTitle, toFileName } from '#src/simulator/entities/documents.ts'
import { PACIFICO } from '#src/simulator/entities/pacifico.ts'

type Queries = Kysely<Schema>

/** A document to which the demo's rows refer, but which has no file yet. */
interface MissingDocument {
  readonly owner: DocumentOwner
  readonly title: string
  readonly uploadedBy: string
}

/** Finds the missing documents of requests that are past the step 'Documentos'. */
async function findMissingRequirements(db: Queries, entities: readonly string[]): Promise<readonly MissingDocument[]> {
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
async function findMissingContracts(db: Queries, entities: readonly string[]): Promise<readonly MissingDocument[]> {
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
    title: toContractTitle(name),
    uploadedBy: id,
  }))
}

const ENTITIES = [ANDINA, PACIFICO]

/** Stores a PDF for each missing document of the demo entities. */
export async function addDemoDocuments(database: Database, documents: Documents): Promise<void> {
  const { db } = database
  const missingDocuments = [
    ...(await findMissingRequirements(db, ENTITIES)),
    ...(await findMissingContracts(db, ENTITIES)),
  ]
  for (const { owner, title, uploadedBy } of missingDocuments) {
    const content = Readable.from([Buffer.from(createDemoPdf(title))])
    const upload = { name: toFileName(title), content, extensions: ['pdf'], owner, uploadedBy }
    const result = await documents.upload(upload, async () => ok(null))
    if (!result.ok) throw new Error(`a document of the demo cannot be stored: ${result.error}`)
  }
}
