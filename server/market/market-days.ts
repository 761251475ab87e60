import { type AudienceView, createAudienceView } from '#server/market/audience-view.ts'
import type { Annulment, RecordedDeal } from '#server/market/market-store.ts'
import { type StoredDay, toStoredDay } from '#server/market/stored-day.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, type Audience } from '#src/domain/trading/audience.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * Trading days whose deals are in memory: the five of a 5d chart, the three that warm up its lines
 * (20 half hours), today before its first deal, and one while the next day starts (D50).
 */
export const DAYS_IN_MEMORY = 10

/**
 * The days of one market: the last ones with their deals, the stored figures of all others, and
 * what each audience sees.
 */
export interface MarketDays {
  readonly market: Market
  readonly views: Readonly<Record<Audience, AudienceView>>
  /** The trading day of the views; '' before the first `advance`. */
  readonly currentDate: BogotaDate
  /** The instant of the last `advance`: all events and replies are as of then. */
  readonly now: Instant
  /** Increases with each change of a day that the views do not show. */
  readonly revision: number
  /** The last sequence number in use. */
  sequence: number
  /** The days in memory, in order of date. */
  inMemory(): readonly TradingDay[]
  /** A day in memory; null for any other. */
  find(date: BogotaDate): TradingDay | null
  /** A deal of the days in memory. */
  findDeal(id: string): RecordedDeal | null
  /** Whether deals of this day can still be recorded; false for a day before those in memory. */
  accepts(date: BogotaDate): boolean
  /** Puts a day into memory with its deals from the database. */
  load(date: BogotaDate, deals: readonly RecordedDeal[], now: Instant): void
  record(deal: RecordedDeal): void
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Starts the trading day of `now` if it is not the current one. */
  startDay(now: Instant): void
  /**
   * Starts the trading day of `now` if necessary, and emits to every audience what is visible at
   * `now`.
   */
  advance(now: Instant): void
  /** The stored days, in order of date. */
  storedDays(): readonly StoredDay[]
  /** The figures of a past day: the stored ones, else those of its deals. */
  findStoredDay(date: BogotaDate): StoredDay | null
  addStoredDays(days: readonly StoredDay[]): void
}

export function createMarketDays({
  market,
  seed,
}: {
  readonly market: Market
  readonly seed: number | null
}): MarketDays {
  const createView = (audience: Audience) => createAudienceView({ delay: AUDIENCE_DELAY_MS[audience] })
  const views = { live: createView('live'), delayed: createView('delayed') }
  const days = new Map<BogotaDate, TradingDay>()
  const deals = new Map<BogotaDate, Map<string, RecordedDeal>>()
  const stored = new Map<BogotaDate, StoredDay>()
  let storedInOrder: readonly StoredDay[] | null = null
  let currentDate = ''
  let lastNow = 0
  let isBaseOld = false
  let revision = 0
  let sequence = 0

  const datesInMemory = () => [...days.keys()].sort()

  function findOrCreateDay(date: BogotaDate): TradingDay {
    const known = days.get(date)
    if (known) return known
    const day = createTradingDay(market, date)
    days.set(date, day)
    deals.set(date, new Map())
    for (const old of datesInMemory().slice(0, -DAYS_IN_MEMORY)) {
      days.delete(old)
      deals.delete(old)
    }
    return day
  }

  function addDeal(deal: RecordedDeal) {
    const date = toDate(deal.time)
    const day = findOrCreateDay(date)
    deals.get(date)?.set(deal.id, deal)
    if (deal.annulment === null) day.record(deal)
    return date
  }

  /** Adds a deal to the views, with its annulment when it is already annulled. */
  function addToViews(deal: RecordedDeal) {
    views.live.record(deal)
    if (deal.annulment === null) views.delayed.record(deal)
    else views.live.annul(deal, deal.annulment)
  }

  function startDay(now: Instant) {
    lastNow = now
    const date = tradingDayOnOrBefore(market, toDate(now))
    if (date !== currentDate) startViews(date)
  }

  const countDeals = (date: BogotaDate) => deals.get(date)?.size ?? 0

  /**
   * Before the first deal of the day, the base of the views follows the deals of other days, as
   * after a restart.
   */
  function onOtherDayChanged() {
    revision += 1
    isBaseOld = true
  }

  function startViews(date: BogotaDate) {
    currentDate = date
    isBaseOld = false
    revision += 1
    const known = [...(deals.get(date)?.values() ?? [])].sort((one, other) => one.sequence - other.sequence)
    const baseId = known[0] ? known[0].sequence - 1 : sequence
    for (const audience of AUDIENCES) views[audience].start(baseId)
    for (const deal of known) addToViews(deal)
  }

  return {
    market,
    views,
    get currentDate() {
      return currentDate
    },
    get now() {
      return lastNow
    },
    get revision() {
      return revision
    },
    get sequence() {
      return sequence
    },
    set sequence(last) {
      sequence = last
    },

    inMemory: () => datesInMemory().flatMap((date) => days.get(date) ?? []),
    find: (date) => days.get(date) ?? null,

    findDeal(id) {
      for (const ofDay of deals.values()) {
        const deal = ofDay.get(id)
        if (deal) return deal
      }
      return null
    },

    accepts: (date) => days.size === 0 || date >= (datesInMemory()[0] ?? ''),

    load(date, fromStore, now) {
      findOrCreateDay(date)
      // After the clock was set back, some deals were recorded after `now`: they become visible at
      // their own time.
      for (const deal of fromStore) addDeal({ ...deal, recordedAt: Math.min(deal.recordedAt, now) })
    },

    record(deal) {
      const date = addDeal(deal)
      if (date === currentDate) addToViews(deal)
      else onOtherDayChanged()
    },

    annul(deal, annulment) {
      const date = toDate(deal.time)
      deals.get(date)?.set(deal.id, { ...deal, annulment })
      days.get(date)?.annul(deal)
      if (date !== currentDate) {
        onOtherDayChanged()
        return
      }
      for (const audience of AUDIENCES) views[audience].annul(deal, annulment)
    },

    startDay,

    advance(now) {
      startDay(now)
      if (isBaseOld && countDeals(currentDate) === 0) startViews(currentDate)
      for (const audience of AUDIENCES) views[audience].advance(now)
    },

    storedDays() {
      storedInOrder ??= [...stored.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
      return storedInOrder
    },

    findStoredDay(date) {
      const day = days.get(date)
      return stored.get(date) ?? (day ? toStoredDay(day, seed) : null)
    },

    addStoredDays(added) {
      for (const day of added) stored.set(day.date, day)
      storedInOrder = null
      revision += 1
    },
  }
}
