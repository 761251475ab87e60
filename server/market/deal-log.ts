import { type AppendFailure, checkBatch, type Draft, type MarketEvent } from '#server/market/batch.ts'
import { createMarketDays, DAYS_IN_MEMORY, type MarketDays } from '#server/market/market-days.ts'
import type { MarketStore, RecordedDeal } from '#server/market/market-store.ts'
import { type StoredDay, toStoredDay } from '#server/market/stored-day.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

export interface Appended {
  readonly accepted: number
  /** Deals and annulments that were recorded before. */
  readonly repeated: number
  readonly annulled: number
}

/** The deals of both markets: appends them to the database first, then to the days in memory. */
export interface DealLog {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  /**
   * Commits a batch of events, all or nothing, and then adds it to the days in memory (D44).
   * Batches run one after the other. The batch contains everything that happened on its markets up
   * to `asOf`, by default now.
   */
  append(events: readonly MarketEvent[], asOf?: Instant): Promise<Result<Appended, AppendFailure>>
  /** Loads the last days from the database. */
  restore(): Promise<void>
  /** Stores the figures of the days that can no longer change. */
  storeSettledDays(): Promise<void>
  /**
   * Emits to every audience what is visible at `instant`. The source must have reported everything
   * up to then: else the delayed audience could see a deal whose annulment is still to come (D49).
   */
  advance(instant: Instant): void
}

/** The last trading days up to today, in order of date: those in memory after a start. */
export function recentTradingDays(market: Market, now: Instant): readonly BogotaDate[] {
  const dates = [tradingDayOnOrBefore(market, toDate(now))]
  while (dates.length < DAYS_IN_MEMORY - 1) dates.unshift(previousTradingDay(market, dates[0] ?? ''))
  return dates
}

export function createDealLog({
  store,
  now,
  seed,
}: {
  readonly store: MarketStore
  /** Market time. */
  readonly now: () => Instant
  /** The seed of a simulated market; null for a real one. */
  readonly seed: number | null
}): DealLog {
  const marketDays = {
    spot: createMarketDays({ market: 'spot', seed }),
    nextday: createMarketDays({ market: 'nextday', seed }),
  }
  let last: Promise<unknown> = Promise.resolve()
  let unconfirmed: { readonly draft: Draft; readonly asOf: Instant } | null = null

  async function findKnownDeals(events: readonly MarketEvent[]): Promise<ReadonlyMap<string, RecordedDeal>> {
    const ids = [...new Set(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id)))]
    const inMemory = ids.flatMap((id) => marketDays.spot.findDeal(id) ?? marketDays.nextday.findDeal(id) ?? [])
    const found = new Set(inMemory.map(({ id }) => id))
    const stored = await store.findDeals(ids.filter((id) => !found.has(id)))
    return new Map([...inMemory, ...stored].map((deal) => [deal.id, deal]))
  }

  /**
   * Adds the last batch if its commit succeeded without a confirmation, because the connection
   * broke. The last sequence numbers in the database show whether it did: a batch is committed as a
   * whole or not at all.
   */
  async function addUnconfirmed() {
    if (!unconfirmed) return
    const { draft, asOf } = unconfirmed
    const stored = { spot: await store.lastSequence('spot'), nextday: await store.lastSequence('nextday') }
    if (MARKETS.every((market) => stored[market] === draft.sequences[market])) addToMemory(draft, asOf)
    unconfirmed = null
  }

  async function commit(events: readonly MarketEvent[], asOf: Instant): Promise<Result<Appended, AppendFailure>> {
    await addUnconfirmed()
    const known = await findKnownDeals(events)
    const checked = checkBatch(events, { marketDays, known, now: asOf })
    if (!checked.ok) return checked
    const draft = checked.value
    const { deals, annulments, annulledCount, repeated } = draft
    if (deals.length + annulments.length > 0) {
      unconfirmed = { draft, asOf }
      await store.append({ deals, annulments })
      unconfirmed = null
    }
    addToMemory(draft, asOf)
    return ok({ accepted: deals.length, repeated, annulled: annulledCount })
  }

  /** Adds a committed batch to the days in memory and emits its events. */
  function addToMemory({ deals, annulled, sequences }: Draft, asOf: Instant) {
    const touched = new Set([...deals, ...annulled.map(({ deal }) => deal)].map(({ market }) => marketDays[market]))
    // A commit takes time, and the days may have advanced meanwhile.
    const findInstant = (days: MarketDays) => Math.max(asOf, days.now)
    // The current day must have started before its deals are recorded.
    for (const days of touched) days.startDay(findInstant(days))
    for (const deal of deals) marketDays[deal.market].record(deal)
    for (const { deal, annulment } of annulled) marketDays[deal.market].annul(deal, annulment)
    for (const market of MARKETS) marketDays[market].sequence = sequences[market]
    for (const days of touched) days.advance(findInstant(days))
  }

  function findSettledDays(market: Market, instant: Instant): readonly StoredDay[] {
    const stored = new Set(marketDays[market].storedDays().map(({ date }) => date))
    return marketDays[market]
      .inMemory()
      .filter(({ date }) => !stored.has(date) && lastChangeAt(market, date) <= instant)
      .flatMap((day) => toStoredDay(day, seed) ?? [])
  }

  return {
    marketDays,

    advance(instant) {
      for (const market of MARKETS) marketDays[market].advance(instant)
    },

    append(events, asOf) {
      const appended = last.then(() => commit(events, asOf ?? now()))
      last = appended.catch(() => undefined)
      return appended
    },

    async restore() {
      const instant = now()
      for (const market of MARKETS) {
        const days = marketDays[market]
        days.sequence = await store.lastSequence(market)
        days.addStoredDays(await store.storedDays(market))
        for (const date of recentTradingDays(market, instant)) {
          days.load(date, await store.deals(market, date), instant)
        }
      }
    },

    async storeSettledDays() {
      for (const market of MARKETS) {
        const settled = findSettledDays(market, now())
        if (settled.length === 0) continue
        await store.saveDays(settled)
        marketDays[market].addStoredDays(settled)
      }
    },
  }
}
