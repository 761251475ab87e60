import type { Annulment, DealRows, RecordedDeal } from '#server/market/store/deal-rows-store.ts'
import type { MarketDate, Sequences } from '#server/market/store/log-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { checkTradingDay, type DealReport, isInAnnulmentWindow, toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** A deal or an annulment that a source reports. */
export type MarketEvent =
  | { readonly kind: 'deal'; readonly deal: DealReport }
  | { readonly kind: 'annulment'; readonly id: string; readonly time: Instant }

/** Why a whole batch is refused; `id` is the id of the refused deal or annulment. */
export interface AppendFailure {
  readonly kind: 'other-content' | 'from-the-future' | 'no-trading-day' | 'too-old' | 'unknown-deal' | 'late-annulment'
  readonly id: string
}

/** A checked batch: the rows to commit and the last sequence numbers after the batch. */
export interface Draft extends DealRows {
  /** Annulled deals that were recorded before this batch. */
  readonly annulled: readonly { readonly deal: RecordedDeal; readonly annulment: Annulment }[]
  /** New annulments, also of deals in this batch. */
  readonly annulledCount: number
  /** Events that repeat recorded events or events of this batch. */
  readonly repeated: number
  readonly sequences: Sequences
}

export interface BatchContext {
  /** The last sequence numbers before the batch. */
  readonly sequences: Sequences
  /** The recorded deals to which the events refer, by id. */
  readonly knownDeals: ReadonlyMap<string, RecordedDeal>
  /** Market time. */
  readonly now: Instant
  /** The latest valid time of a deal or annulment. Default: `now`. */
  readonly latest?: Instant
  /**
   * Whether annulments count as recorded at their own time, as in the simulator. Otherwise they
   * count as recorded `now`.
   */
  readonly isRecordedAtEventTime: boolean
}

/** Checks events one by one, and numbers new deals and annulments. */
export interface BatchCheck {
  /**
   * Adds an event. Returns the reason for a refusal, else null. A refused event changes nothing.
   */
  add(event: MarketEvent): AppendFailure | null
  createDraft(): Draft
}

export function createBatchCheck({
  sequences: startSequences,
  knownDeals,
  now,
  latest = now,
  isRecordedAtEventTime,
}: BatchContext): BatchCheck {
  const sequences = { ...startSequences }
  const newDeals = new Map<string, RecordedDeal>()
  const annulments = new Map<string, Annulment>()
  let repeated = 0

  const findDeal = (id: string) => knownDeals.get(id) ?? newDeals.get(id)
  const takeSequence = (market: Market) => {
    sequences[market] += 1
    return sequences[market]
  }

  function addDeal(deal: DealReport): AppendFailure | null {
    const { id } = deal
    const knownDeal = findDeal(id)
    if (knownDeal) {
      if (!hasSameContent(knownDeal, deal)) return { kind: 'other-content', id }
      repeated += 1
      return null
    }
    const failure = deal.time > latest ? 'from-the-future' : checkTradingDay(deal, now)
    if (failure !== null) return { kind: failure, id }
    // The price as the database returns it.
    const price = toCentavos(deal.price) / 100
    newDeals.set(id, { ...deal, price, sequence: takeSequence(deal.market), recordedAt: now, annulment: null })
    return null
  }

  function addAnnulment(id: string, time: Instant): AppendFailure | null {
    const deal = findDeal(id)
    if (deal && (deal.annulment !== null || annulments.has(id))) {
      repeated += 1
      return null
    }
    if (!deal) return { kind: 'unknown-deal', id }
    const failure = checkAnnulmentTime(deal, time, latest)
    if (failure !== null) return { kind: failure, id }
    annulments.set(id, { time, sequence: takeSequence(deal.market), recordedAt: isRecordedAtEventTime ? time : now })
    return null
  }

  return {
    add: (event) => (event.kind === 'deal' ? addDeal(event.deal) : addAnnulment(event.id, event.time)),

    createDraft() {
      const annulled = [...annulments].flatMap(([id, annulment]) => {
        const deal = knownDeals.get(id)
        return deal ? [{ deal, annulment }] : []
      })
      return {
        deals: [...newDeals.values()].map((deal) => ({ ...deal, annulment: annulments.get(deal.id) ?? null })),
        annulments: annulled.map(({ deal, annulment }) => ({ id: deal.id, ...annulment })),
        annulled,
        annulledCount: annulments.size,
        repeated,
        sequences: { ...sequences },
      }
    },
  }
}

function checkAnnulmentTime(deal: RecordedDeal, time: Instant, latest: Instant) {
  if (!isInAnnulmentWindow(deal, time)) return 'late-annulment'
  return time > latest ? 'from-the-future' : null
}

/** Checks a batch and numbers its new deals and annulments. Returns the first failure, if any. */
export function checkBatch(events: readonly MarketEvent[], context: BatchContext): Result<Draft, AppendFailure> {
  const check = createBatchCheck(context)
  for (const event of events) {
    const failure = check.add(event)
    if (failure) return err(failure)
  }
  return ok(check.createDraft())
}

const CONTENT_FIELDS = ['market', 'term', 'sector', 'origin', 'time', 'amount'] as const

/** Whether two reports of a deal say the same. */
export const hasSameContent = (one: DealReport, other: DealReport): boolean =>
  CONTENT_FIELDS.every((name) => one[name] === other[name]) && toCentavos(one.price) === toCentavos(other.price)

/** Returns each day of the deals and annulled deals of a batch once. */
export function findChangedDays({ deals, annulled }: Draft): readonly MarketDate[] {
  const days = new Map<string, MarketDate>()
  for (const { market, time } of [...deals, ...annulled.map(({ deal }) => deal)]) {
    const date = toDate(time)
    days.set(`${market} ${date}`, { market, date })
  }
  return [...days.values()]
}
