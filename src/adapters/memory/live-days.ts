import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience } from '#src/domain/trading/audience.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { type Deal, isCounted } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDay, type ScriptedDay } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt, type TradingDay } from '#src/domain/trading/trading-day.ts'

/** A deal or an annulment of a day, when it happens. `sequence` is its number (D51). */
interface DayChange {
  readonly kind: 'deal' | 'annulment'
  readonly sequence: number
  readonly deal: Deal
  readonly at: Instant
}

/** A change that a stream sends to an audience, from `at` on. */
export type AudienceChange = DayChange

/** More than the changes of a day: the numbers of a later day are higher. */
const NUMBERS_PER_DAY = 100_000

/** Offset of the visitors' numbers: a cursor of one audience is unknown in the other. */
const DELAYED_OFFSET = 1e12

/** The number before the first change of a day. Example: 2_026_112_000_000 for 2026-11-20. */
export const toBaseSequence = (date: BogotaDate, audience: Audience): number =>
  Number(date.replaceAll('-', '')) * NUMBERS_PER_DAY + (audience === 'live' ? 0 : DELAYED_OFFSET)

/** Returns all changes of a day in order of time, a deal before an annulment of the same instant. */
function toChanges(date: BogotaDate, { deals, annulments }: ScriptedDay): readonly DayChange[] {
  const base = toBaseSequence(date, 'live')
  const reports = new Map(deals.map((report) => [report.id, report]))
  const numbered = new Map<string, Deal>()
  return [
    ...deals.map(({ id, time }) => ({ kind: 'deal' as const, id, at: time })),
    ...annulments.map(({ id, time }) => ({ kind: 'annulment' as const, id, at: time })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ kind, id, at }, index) => {
      const sequence = base + index + 1
      const report = reports.get(id)
      const deal = numbered.get(id) ?? (report && { ...report, sequence })
      if (deal === undefined) return []
      numbered.set(id, deal)
      return [{ kind, sequence, deal, at }]
    })
}

/** Visitors see no annulled deal: it is annulled within their delay (D49). */
function toVisitorChanges(date: BogotaDate, day: ScriptedDay): readonly DayChange[] {
  const base = toBaseSequence(date, 'delayed')
  return remainingDeals(day)
    .filter(isCounted)
    .map((report, index) => {
      const sequence = base + index + 1
      return { kind: 'deal', sequence, deal: { ...report, sequence }, at: report.time + AUDIENCE_DELAY_MS.delayed }
    })
}

/** A day that grows with the market time. */
function createGrowingDay(market: Market, date: BogotaDate, changes: readonly DayChange[]) {
  let day = createTradingDay(market, date)
  let count = 0
  let reachedAt = Number.NEGATIVE_INFINITY

  function apply({ kind, deal }: DayChange) {
    if (kind === 'deal') day.record(deal)
    else day.annul(deal)
  }

  return function advance(now: Instant): TradingDay {
    if (now < reachedAt) {
      day = createTradingDay(market, date)
      count = 0
    }
    reachedAt = now
    for (let next = changes[count]; next !== undefined && next.at <= now; next = changes[count]) {
      apply(next)
      count += 1
    }
    return day
  }
}

/** The days of a market that runs, and the changes that its streams send. */
export interface LiveDays extends MarketDaySource {
  /** The changes of a day that count for the figures (D45), in the order of their numbers. */
  changes(market: Market, date: BogotaDate, audience: Audience): readonly AudienceChange[]
}

interface LiveDaysDeps {
  /** Returns the same object until the day changes. */
  readonly script: ScriptDay
  /** The days after their last change. */
  readonly days: MarketDaySource
  /** The market time. */
  readonly now: () => Instant
}

/** A day that can still change. */
interface OpenDay {
  readonly date: BogotaDate
  readonly scripted: ScriptedDay
  readonly changes: Readonly<Record<Audience, readonly DayChange[]>>
  readonly advance: (now: Instant) => TradingDay
}

/**
 * Creates days as the market knows them now: without later deals, and without the deals that are
 * annulled by now. A deal that is annulled later is still there (D49).
 */
export function createLiveDays({ script, days, now }: LiveDaysDeps): LiveDays {
  const openDays: Partial<Record<Market, OpenDay>> = {}

  function findOpenDay(market: Market, date: BogotaDate): OpenDay {
    const scripted = script(market, date)
    const known = openDays[market]
    if (known?.date === date && known.scripted === scripted) return known
    const changes = toChanges(date, scripted)
    const openDay = {
      date,
      scripted,
      changes: { live: changes.filter(({ deal }) => isCounted(deal)), delayed: toVisitorChanges(date, scripted) },
      advance: createGrowingDay(market, date, changes),
    }
    openDays[market] = openDay
    return openDay
  }

  return {
    firstDay: days.firstDay,
    summary: days.summary,
    tradingDay: (market, date) =>
      now() >= lastChangeAt(market, date) ? days.tradingDay(market, date) : findOpenDay(market, date).advance(now()),
    changes: (market, date, audience) => findOpenDay(market, date).changes[audience],
  }
}
