import type { Insertable, Kysely, Selectable } from 'kysely'

import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { enqueue } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { parseChoice } from '#server/market/store/deal-rows-store.ts'
import type { ReviewTable } from '#server/market/store/market-tables.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { type DealReport, toCentavos } from '#src/domain/trading/deal.ts'
import { REVIEW_REASONS, type ReviewReason } from '#src/domain/trading/deal-review.ts'
import { MARKETS, SECTORS } from '#src/domain/trading/market.ts'

/** `withdrawn`: the source annulled the deal while it waited. */
export const REVIEW_STATUSES = ['waiting', 'accepted', 'rejected', 'withdrawn'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** A reported deal that waits for the operator (D118). Instants are market time. */
export interface NewReview {
  readonly deal: DealReport
  readonly reason: ReviewReason
  /** The last accepted price when the deal was reported; null without one. */
  readonly reference: number | null
  readonly receivedAt: Instant
  readonly status: ReviewStatus
}

export interface DealReview extends NewReview {
  /** When the operator decided, or the source withdrew the deal; null while it waits. */
  readonly decidedAt: Instant | null
  /** The reason that the operator gave. */
  readonly decision: string | null
}

/** The changes of a batch. */
export interface ReviewChange {
  readonly added: readonly NewReview[]
  readonly withdrawn: readonly string[]
  /** Market time. */
  readonly now: Instant
  /** The address of the operator, who gets a mail when no deal was added lately; null without one. */
  readonly mailTo: string | null
  /** Instant of the real clock. */
  readonly at: Instant
}

/** A decision about waiting deals. */
export interface ReviewDecision {
  readonly deals: readonly DealReport[]
  readonly status: 'accepted' | 'rejected'
  readonly reason: string
  /** Market time. */
  readonly now: Instant
  readonly stamp: AuditStamp
}

/** After a batch with waiting deals, no further mail for this time: they may be thousands. */
export const REVIEW_MAIL_PAUSE_MS = 10 * MINUTE_MS

/** The kind of the queued mail about waiting deals, which is made when it is sent. */
export const REVIEW_MAIL = 'deal-reviews'

/** How long that mail waits: a batch is committed in parts, and its sender waits 65 s for them. */
export const REVIEW_MAIL_DELAY_MS = 70 * SECOND_MS

/** Maximum rows of a list. */
const LIST_LIMIT = 500

export async function findReviews(db: Kysely<Schema>, ids: readonly string[]): Promise<readonly DealReview[]> {
  const reviews: DealReview[] = []
  for (const chunk of toChunks(ids)) {
    const rows = await db.selectFrom('market_deal_reviews').selectAll().where('id', 'in', chunk).execute()
    reviews.push(...rows.map(toReview))
  }
  return reviews
}

/** Reads the reviews with a status: the waiting ones by their time, others the last decided first. */
export async function listReviews(
  db: Kysely<Schema>,
  status: ReviewStatus,
  limit = LIST_LIMIT,
): Promise<readonly DealReview[]> {
  const rows = await db
    .selectFrom('market_deal_reviews')
    .selectAll()
    .where('status', '=', status)
    .orderBy(status === 'waiting' ? 'received_at' : 'decided_at', status === 'waiting' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

/** The last review of a page. */
type ReviewCursor = Pick<DealReview, 'receivedAt'> & { readonly deal: Pick<DealReport, 'id'> }

/** Reads waiting reviews in the order of their receipt, those after one. */
export async function listWaiting(
  db: Kysely<Schema>,
  after: ReviewCursor | null,
  limit: number,
): Promise<readonly DealReview[]> {
  const rows = await db
    .selectFrom('market_deal_reviews')
    .selectAll()
    .where('status', '=', 'waiting')
    .$if(after !== null, (query) => query.where('received_at', '>=', after?.receivedAt ?? 0))
    .$if(after !== null, (query) =>
      query.where(({ or, eb }) =>
        or([eb('received_at', '>', after?.receivedAt ?? 0), eb('id', '>', after?.deal.id ?? '')]),
      ),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

/** Counts the reviews by status. */
export async function countReviews(db: Kysely<Schema>): Promise<Readonly<Record<ReviewStatus, number>>> {
  const rows = await db
    .selectFrom('market_deal_reviews')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const count = (status: ReviewStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return {
    waiting: count('waiting'),
    accepted: count('accepted'),
    rejected: count('rejected'),
    withdrawn: count('withdrawn'),
  }
}

export async function changeReviews(
  tx: Kysely<Schema>,
  { added, withdrawn, now, mailTo, at }: ReviewChange,
): Promise<void> {
  if (added.length > 0 && mailTo !== null) {
    const last = await tx
      .selectFrom('market_deal_reviews')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .executeTakeFirst()
    const isRecent = last?.at != null && last.at > now - REVIEW_MAIL_PAUSE_MS
    if (!isRecent)
      await enqueue(tx, { kind: REVIEW_MAIL, recipient: mailTo, content: null, at, delayMs: REVIEW_MAIL_DELAY_MS })
  }
  for (const rows of toChunks(added.map(toRow))) await tx.insertInto('market_deal_reviews').values(rows).execute()
  for (const chunk of toChunks(withdrawn)) {
    const values = { status: 'withdrawn', decided_at: now }
    await tx.updateTable('market_deal_reviews').set(values).where('id', 'in', chunk).execute()
  }
}

/** Stores a decision about waiting deals, with its audit entries. */
export async function decideReviews(
  tx: Kysely<Schema>,
  { deals, status, reason, now, stamp }: ReviewDecision,
): Promise<void> {
  const values = { status, decided_at: now, decision: reason }
  for (const chunk of toChunks(deals.map(({ id }) => id)))
    await tx.updateTable('market_deal_reviews').set(values).where('id', 'in', chunk).execute()
  await recordAudit(
    tx,
    ...deals.map(({ id, market, price, amount }) => ({
      ...OPERATOR,
      ...stamp,
      action: `deal-review-${status}`,
      target: id,
      after: { market, price, amount, reason },
    })),
  )
}

const toRow = ({ deal, reason, reference, receivedAt, status }: NewReview): Insertable<ReviewTable> => ({
  id: deal.id,
  market: deal.market,
  term: deal.term,
  sector: deal.sector,
  origin: deal.origin,
  time: deal.time,
  price: toCentavos(deal.price),
  amount: deal.amount,
  reason,
  reference: reference === null ? null : toCentavos(reference),
  received_at: receivedAt,
  status,
  decided_at: null,
  decision: null,
})

const toReview = (row: Selectable<ReviewTable>): DealReview => ({
  deal: {
    id: row.id,
    market: parseChoice(MARKETS, row.market),
    term: row.term,
    sector: parseChoice(SECTORS, row.sector),
    origin: parseChoice(['negotiated', 'registered'] as const, row.origin),
    time: row.time,
    price: row.price / 100,
    amount: row.amount,
  },
  reason: parseChoice(REVIEW_REASONS, row.reason),
  reference: row.reference === null ? null : row.reference / 100,
  receivedAt: row.received_at,
  status: parseChoice(REVIEW_STATUSES, row.status),
  decidedAt: row.decided_at,
  decision: row.decision,
})
