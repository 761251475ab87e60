import type { Kysely } from 'kysely'
import { type ChainHead, GENESIS, hashLine, type SealedLine } from '#server/audit/audit-chain.ts'
import type { Schema } from '#server/database/schema.ts'

type Queries = Kysely<Schema>

/** Lines of one transaction. */
export const LINES_PER_STEP = 200

/** What is hashed. `line` is the audit. */
const LINE_FIELDS = [
  'line.id',
  'line.at',
  'line.realm',
  'line.subject_id as subjectId',
  'line.subject_name as subjectName',
  'line.entity_id as entityId',
  'line.action',
  'line.target',
  'line.before',
  'line.after',
  'line.request_id as requestId',
] as const

/** Reads the last line of the chain. */
export async function readHead(db: Queries): Promise<ChainHead> {
  const row = await db
    .selectFrom('records_audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { position: 0, hash: GENESIS }
}

/**
 * Adds up to `LINES_PER_STEP` lines with ids from `fromId` that the chain lacks. Returns their
 * number. Two processes that add at once meet the same position: one of them fails.
 */
export async function sealLines(tx: Queries, fromId: string): Promise<number> {
  const lines = await tx
    .selectFrom('records_audit as line')
    .leftJoin('records_audit_chain as link', 'link.audit_id', 'line.id')
    .where('link.position', 'is', null)
    .where('line.id', '>=', fromId)
    .select(LINE_FIELDS)
    .orderBy('line.id')
    .limit(LINES_PER_STEP)
    .execute()
  if (lines.length === 0) return 0
  let { position, hash } = await readHead(tx)
  const links = lines.map((line) => {
    position += 1
    hash = hashLine(hash, { ...line, position })
    return { position, audit_id: line.id, hash }
  })
  await tx.insertInto('records_audit_chain').values(links).execute()
  return links.length
}

/** Reads the lines of the chain after a position, in their order. A removed line ends the list. */
export const readSealedLines = (db: Queries, after: number): Promise<readonly SealedLine[]> =>
  db
    .selectFrom('records_audit_chain as link')
    .innerJoin('records_audit as line', 'line.id', 'link.audit_id')
    .where('link.position', '>', after)
    .select(['link.position', 'link.hash'])
    .select(LINE_FIELDS)
    .orderBy('link.position')
    .limit(LINES_PER_STEP)
    .execute()
