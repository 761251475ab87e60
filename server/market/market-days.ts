import type { Annulment, DayChange, RecordedDeal } from '#server/market/store/market-store.ts'
import { type StoredDay, toStoredDay } from '#server/market/store/stored-day.ts'
import { type AudienceView, createAudienceView } from '#server/market/stream/audience-view.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, type Audience } from '#src/domain/trading/audience.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * Trading days whose deals are in memory (D50). A 5d chart needs five days, and its lines need the
 * three days before (20 half hours). The other two are today before its first deal, and the next
 * day at its start.
 */
const DAYS_IN_MEMORY = 10

/** Returns the trading days that are in memory after a start, in order of date. */
export function recentTradingDays(market: Market, now: Instant): readonly BogotaDate[] {
  const dates = [tradingDayOnOrBefore(market, toDate(now))]
  while (dates.length < DAYS_IN_MEMORY - 1) dates.unshift(previousTradingDay(market, dates[0] ?? ''))
  return dates
}

/**
 * Offset of the delayed audience's event ids, so that a cursor of one audience is unknown in the
 * other. An unknown cursor gets a snapshot.
 */
export const DELAYED_ID_OFFSET = 500_000_000

/**
 * The days of one market. It has recent days with their deals, the stored figures of the other
 * days, and a view for each audience.
 */
export interface MarketDays {
  readonly market: Market
  readonly views: Readonly<Record<Audience, AudienceView>>
  /** The trading day of the views; '' before the first `startDay` or `advance`. */
  readonly currentDate: BogotaDate
  /** The instant of the last `startDay` or `advance`. Replies are as of this instant. */
  readonly now: Instant
  /** Increases when a trading day starts, and with each change of another day. */
  readonly revision: number
  /** How often a day was changed since the start of the process. */
  countChanges(date: BogotaDate): number
  /** How often any day was changed since the start of the process. */
  readonly changes: number
  /** The last sequence number in use. */
  sequence: number
  /** The days in memory, in order of date. */
  daysInMemory(): readonly TradingDay[]
  /** Finds a day in memory. */
  find(date: BogotaDate): TradingDay | null
  /** Whether a day is older than the days in memory. */
  isBeforeMemory(date: BogotaDate): boolean
  /** Finds a deal of the days in memory. */
  findDeal(id: string): RecordedDeal | null
  /** Finds the latest deal of the days in memory that is not annulled. */
  findLastDeal(): RecordedDeal | null
  /** Finds the recorded deals of a day, also annulled deals; null when the day is not in memory. */
  findDeals(date: BogotaDate): readonly RecordedDeal[] | null
  /** Adds or replaces a day with its deals. Restarts the views if it is the current day. */
  load(date: BogotaDate, deals: readonly RecordedDeal[], now: Instant): void
  record(deal: RecordedDeal): void
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Sets `now`, and starts its trading day if it is not the current day. */
  startDay(now: Instant): void
  /**
   * Starts the trading day of `now` if necessary, and emits the events that are due at `now` to
   * every audience.
   */
  advance(now: Instant): void
  /** The stored days, in order of date. */
  storedDays(): readonly StoredDay[]
  hasStoredDay(date: BogotaDate): boolean
  /** Returns the stored figures of a day, else computes them from its deals in memory. */
  findStoredDay(date: BogotaDate): StoredDay | null
  addStoredDays(days: readonly StoredDay[]): void
  /** The corrections of a day without figures that is stored; null for any other day. */
  findEmptyDay(date: BogotaDate): readonly Correction[] | null
  /** The dates of the stored days without figures. */
  emptyDates(): readonly BogotaDate[]
  /** Replaces the figures of stored days after late deals and annulments. */
  changeStoredDays(changes: readonly DayChange[]): void
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
  const storedByDate = new Map<BogotaDate, StoredDay>()
  const emptyByDate = new Map<BogotaDate, readonly Correction[]>()
  const changeCounts = new Map<BogotaDate, number>()
  let changes = 0
  let storedInOrder: readonly StoredDay[] | null = null
  let currentDate = ''
  let lastNow = 0
  let isBaseOutdated = false
  let revision = 0
  let sequence = 0

  function countChange(date: BogotaDate) {
    changes += 1
    changeCounts.set(date, (changeCounts.get(date) ?? 0) + 1)
  }

  const listDatesInMemory = () => [...days.keys()].sort()

  function findOrCreateDay(date: BogotaDate): TradingDay {
    const existingDay = days.get(date)
    if (existingDay) return existingDay
    const day = createTradingDay(market, date)
    days.set(date, day)
    deals.set(date, new Map())
    for (const oldDate of listDatesInMemory().slice(0, -DAYS_IN_MEMORY)) {
      days.delete(oldDate)
      deals.delete(oldDate)
    }
    return day
  }

  function addDeal(deal: RecordedDeal) {
    const date = toDate(deal.time)
    const day = findOrCreateDay(date)
    deals.get(date)?.set(deal.id, deal)
    if (deal.annulment === null) day.record(deal)
  }

  /** Days before the days in memory have only stored figures; a start loads all later days. */
  const isBeforeMemory = (date: BogotaDate) => date < (listDatesInMemory()[0] ?? '')

  function startDay(now: Instant) {
    lastNow = now
    const date = tradingDayOnOrBefore(market, toDate(now))
    if (date !== currentDate) startViews(date)
  }

  const countDeals = (date: BogotaDate) => deals.get(date)?.size ?? 0

  /**
   * A late deal of another day raises the last sequence number. While the current day has no
   * deals, its views must start again with the higher base id: a restart of the server would also
   * give them that base id.
   */
  function onOtherDayChanged() {
    revision += 1
    isBaseOutdated = true
  }

  function startViews(date: BogotaDate) {
    currentDate = date
    isBaseOutdated = false
    revision += 1
    const dayDeals = [...(deals.get(date)?.values() ?? [])].sort((a, b) => a.sequence - b.sequence)
    const baseId = dayDeals[0] ? dayDeals[0].sequence - 1 : sequence
    views.live.start(baseId, lastNow, dayDeals)
    views.delayed.start(DELAYED_ID_OFFSET + baseId, lastNow, dayDeals)
  }

  function changeStoredDays(changes: readonly DayChange[]) {
    for (const { date, day, corrections } of changes) {
      countChange(date)
      if (day) storedByDate.set(date, day)
      else storedByDate.delete(date)
      if (corrections) emptyByDate.set(date, corrections)
      else emptyByDate.delete(date)
    }
    storedInOrder = null
    revision += 1
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

    countChanges: (date) => changeCounts.get(date) ?? 0,
    get changes() {
      return changes
    },

    daysInMemory: () => listDatesInMemory().flatMap((date) => days.get(date) ?? []),
    find: (date) => days.get(date) ?? null,
    isBeforeMemory,

    findDeal(id) {
      for (const dayDeals of deals.values()) {
        const deal = dayDeals.get(id)
        if (deal) return deal
      }
      return null
    },

    findLastDeal() {
      for (const date of listDatesInMemory().reverse()) {
        const last = findLast([...(deals.get(date)?.values() ?? [])])
        if (last) return last
      }
      return null
    },

    findDeals: (date) => (days.has(date) ? [...(deals.get(date)?.values() ?? [])] : null),

    load(date, storedDeals, now) {
      countChange(date)
      days.delete(date)
      deals.delete(date)
      findOrCreateDay(date)
      for (const deal of storedDeals) addDeal(limitRecordTimes(deal, now))
      if (date === currentDate) startViews(date)
      else onOtherDayChanged()
    },

    record(deal) {
      const date = toDate(deal.time)
      countChange(date)
      if (!isBeforeMemory(date)) addDeal(deal)
      if (date !== currentDate) onOtherDayChanged()
      else for (const audience of AUDIENCES) views[audience].record(deal)
    },

    annul(deal, annulment) {
      const date = toDate(deal.time)
      countChange(date)
      if (!isBeforeMemory(date)) deals.get(date)?.set(deal.id, { ...deal, annulment })
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
      if (isBaseOutdated && countDeals(currentDate) === 0) startViews(currentDate)
      for (const audience of AUDIENCES) views[audience].advance(now)
    },

    storedDays() {
      storedInOrder ??= [...storedByDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
      return storedInOrder
    },

    hasStoredDay: (date) => storedByDate.has(date),

    findStoredDay(date) {
      const day = days.get(date)
      return storedByDate.get(date) ?? (day ? toStoredDay(day, seed) : null)
    },

    findEmptyDay: (date) => emptyByDate.get(date) ?? null,
    emptyDates: () => [...emptyByDate.keys()],

    addStoredDays: (newDays) => changeStoredDays(newDays.map((day) => ({ ...day, day }))),
    changeStoredDays,
  }
}

/**
 * Limits the record times of a deal to `now`. They may be later after the clock was set back; the
 * deal must become visible at its own time.
 */
function limitRecordTimes(deal: RecordedDeal, now: Instant): RecordedDeal {
  const { annulment } = deal
  return {
    ...deal,
    recordedAt: Math.min(deal.recordedAt, now),
    annulment: annulment && { ...annulment, recordedAt: Math.min(annulment.recordedAt, now) },
  }
}

const findLast = (deals: readonly RecordedDeal[]): RecordedDeal | null =>
  deals
    .filter(({ annulment }) => annulment === null)
    .reduce<RecordedDeal | null>((last, deal) => (last === null || isLater(deal, last) ? deal : last), null)

const isLater = (deal: RecordedDeal, other: RecordedDeal) =>
  deal.time > other.time || (deal.time === other.time && deal.sequence > other.sequence)
