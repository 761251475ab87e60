import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { ANDINA } from '#server/demo/andina.ts'
import { PACIFICO } from '#server/demo/pacifico.ts'
import type { DocumentOwner } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'
import { ok } from '#src/domain/result.ts'
import { foldText } from '#src/domain/text.ts'

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
    title: `Contrato ${name}`,
    uploadedBy: id,
  }))
}

const ENTITIES = [ANDINA, PACIFICO]

/** Escapes a text for a PDF page. The font of the page has only Latin-1 letters. */
const toPdfText = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`)

/** Creates a one-page PDF with a title. */
function createDemoPdf(title: string): Buffer {
  const text = `BT /F1 18 Tf 56 760 Td (${toPdfText(title)}) Tj 0 -28 Td /F1 11 Tf (Documento de la demostraci\xf3n.) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const xrefLines = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${xrefLines.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

/** Example: `Carta de autorización` becomes `carta-de-autorizacion.pdf`. */
const toFileName = (title: string) => `${foldText(title).replaceAll(/[^a-z0-9]+/g, '-')}.pdf`

/** Stores a PDF for each missing document of the demo entities. */
export async function addDemoDocuments(database: Database, documents: Documents): Promise<void> {
  const { db } = database
  const missingDocuments = [
    ...(await findMissingRequirements(db, ENTITIES)),
    ...(await findMissingContracts(db, ENTITIES)),
  ]
  for (const { owner, title, uploadedBy } of missingDocuments) {
    const content = Readable.from([createDemoPdf(title)])
    const upload = { name: toFileName(title), content, extensions: ['pdf'], owner, uploadedBy }
    const result = await documents.upload(upload, async () => ok(null))
    if (!result.ok) throw new Error(`a document of the demo cannot be stored: ${result.error}`)
  }
}
