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

/** Lines of the audit that a step looks at, to find those that the chain lacks. */
const LINES_PER_LOOK = 1_000

/** Lines that the chain lacks. */
interface MissingLines {
  readonly ids: readonly string[]
  /** Where the next step begins; null at the end of the audit. */
  readonly next: string | null
}

/**
 * Finds up to `LINES_PER_STEP` lines after `afterId` that the chain lacks. It looks at a bounded
 * number of lines: nearly all of a large audit are in the chain.
 */
export async function findMissing(db: Queries, afterId: string): Promise<MissingLines> {
  const lines = await db
    .selectFrom('records_audit as line')
    .leftJoin('records_audit_chain as link', 'link.audit_id', 'line.id')
    .where('line.id', '>', afterId)
    .select(['line.id', 'link.position'])
    .orderBy('line.id')
    .limit(LINES_PER_LOOK)
    .execute()
  const ids = lines.filter(({ position }) => position === null).map(({ id }) => id)
  if (ids.length > LINES_PER_STEP) return { ids: ids.slice(0, LINES_PER_STEP), next: ids[LINES_PER_STEP - 1] ?? null }
  return { ids, next: lines.length < LINES_PER_LOOK ? null : (lines.at(-1)?.id ?? null) }
}

/** Adds lines to the chain. Two processes that add at once meet the same position: one of them fails. */
export async function sealLines(tx: Queries, ids: readonly string[]): Promise<void> {
  const lines = await tx
    .selectFrom('records_audit as line')
    .where('line.id', 'in', ids)
    .select(LINE_FIELDS)
    .orderBy('line.id')
    .execute()
  let { position, hash } = await readHead(tx)
  const links = lines.map((line) => {
    position += 1
    hash = hashLine(hash, { ...line, position })
    return { position, audit_id: line.id, hash }
  })
  await tx.insertInto('records_audit_chain').values(links).execute()
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
