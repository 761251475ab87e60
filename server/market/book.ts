import { type Channel, type ChannelListener, createChannel } from '#server/market/channel.ts'
import type { Annulment, RecordedDeal } from '#server/market/market-store.ts'
import { type StoredSession, storedSessionOf } from '#server/market/stored-session.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, type Audience } from '#src/domain/trading/audience.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * Trading days whose deals are in memory: the five of a 5d chart, the three that warm up its lines (20 half hours), today
 * before its first deal, and one while the next day starts (D50).
 */
export const DAYS_AT_HAND = 10

/** One market in memory: its last days deal by deal, its closed sessions, and what each audience was told. */
export interface Book {
  readonly market: Market
  readonly channels: Readonly<Record<Audience, Channel>>
  /** The session that the channels tell of; '' before the first `advance`. */
  readonly session: BogotaDate
  /** The moment the book was brought up to last: all that is told, and every answer, is as of then. */
  readonly now: Instant
  /** Grows with every change of a day that the channels do not tell of. */
  readonly revision: number
  /** The last number given in the sequence. */
  sequence: number
  /** The days at hand, upwards. */
  days(): readonly TradingDay[]
  day(date: BogotaDate): TradingDay | null
  deal(id: string): RecordedDeal | null
  /** Whether a deal of this day would be taken in: not when it is older than the days at hand. */
  accepts(date: BogotaDate): boolean
  /** Puts a day at hand, with what is in the database of it. */
  load(date: BogotaDate, deals: readonly RecordedDeal[], now: Instant): void
  record(deal: RecordedDeal): void
  annul(deal: RecordedDeal, annulment: Annulment): void
  /** Begins the session of `now` when another one was running. */
  begin(now: Instant): void
  /** The same, and tells every audience what it may see at `now`. */
  advance(now: Instant): void
  /** Closed sessions by date, upwards. */
  sessions(): readonly StoredSession[]
  /** What a past day came to: as kept, else from its deals. */
  pastSession(date: BogotaDate): StoredSession | null
  keep(sessions: readonly StoredSession[]): void
}

export function createBook({
  market,
  seed,
  listeners,
}: {
  readonly market: Market
  readonly seed: number | null
  readonly listeners: Readonly<Record<Audience, ChannelListener>>
}): Book {
  const channelFor = (audience: Audience) =>
    createChannel({ delay: AUDIENCE_DELAY_MS[audience], listener: listeners[audience] })
  const channels = { live: channelFor('live'), delayed: channelFor('delayed') }
  const days = new Map<BogotaDate, TradingDay>()
  const deals = new Map<BogotaDate, Map<string, RecordedDeal>>()
  const kept = new Map<BogotaDate, StoredSession>()
  let keptInOrder: readonly StoredSession[] | null = null
  let session = ''
  let lastNow = 0
  let isBaseOld = false
  let revision = 0
  let sequence = 0

  const datesAtHand = () => [...days.keys()].sort()

  function dayAtHand(date: BogotaDate): TradingDay {
    const known = days.get(date)
    if (known) return known
    const day = createTradingDay(market, date)
    days.set(date, day)
    deals.set(date, new Map())
    for (const old of datesAtHand().slice(0, -DAYS_AT_HAND)) {
      days.delete(old)
      deals.delete(old)
    }
    return day
  }

  function file(deal: RecordedDeal) {
    const date = dateOf(deal.time)
    const day = dayAtHand(date)
    deals.get(date)?.set(deal.id, deal)
    if (deal.annulment === null) day.record(deal)
    return date
  }

  /** Tells the channels of a deal, and of its annulment with it when that is known already. */
  function tell(deal: RecordedDeal) {
    channels.live.take(deal)
    if (deal.annulment === null) channels.delayed.take(deal)
    else channels.live.annul(deal, deal.annulment)
  }

  function begin(now: Instant) {
    lastNow = now
    const current = tradingDayOnOrBefore(market, dateOf(now))
    if (current !== session) openChannels(current)
  }

  const sizeOf = (date: BogotaDate) => deals.get(date)?.size ?? 0

  /** Until the session's first deal its events follow the last of other days, as they will after a restart. */
  function noteOtherDay() {
    revision += 1
    isBaseOld = true
  }

  function openChannels(date: BogotaDate) {
    session = date
    isBaseOld = false
    revision += 1
    const known = [...(deals.get(date)?.values() ?? [])].sort((one, other) => one.sequence - other.sequence)
    const baseId = known[0] ? known[0].sequence - 1 : sequence
    for (const audience of AUDIENCES) channels[audience].open(baseId)
    for (const deal of known) tell(deal)
  }

  return {
    market,
    channels,
    get session() {
      return session
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

    days: () => datesAtHand().flatMap((date) => days.get(date) ?? []),
    day: (date) => days.get(date) ?? null,

    deal(id) {
      for (const ofDay of deals.values()) {
        const deal = ofDay.get(id)
        if (deal) return deal
      }
      return null
    },

    accepts: (date) => days.size === 0 || date >= (datesAtHand()[0] ?? ''),

    load(date, stored, now) {
      dayAtHand(date)
      // A clock that was set back finds deals recorded later than its now: they count from their own time on.
      for (const deal of stored) file({ ...deal, recordedAt: Math.min(deal.recordedAt, now) })
    },

    record(deal) {
      const date = file(deal)
      if (date === session) tell(deal)
      else noteOtherDay()
    },

    annul(deal, annulment) {
      const date = dateOf(deal.time)
      deals.get(date)?.set(deal.id, { ...deal, annulment })
      days.get(date)?.annul(deal)
      if (date !== session) {
        noteOtherDay()
        return
      }
      for (const audience of AUDIENCES) channels[audience].annul(deal, annulment)
    },

    begin,

    advance(now) {
      begin(now)
      if (isBaseOld && sizeOf(session) === 0) openChannels(session)
      for (const audience of AUDIENCES) channels[audience].advance(now)
    },

    sessions() {
      keptInOrder ??= [...kept.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
      return keptInOrder
    },

    pastSession(date) {
      const day = days.get(date)
      return kept.get(date) ?? (day ? storedSessionOf(day, seed) : null)
    },

    keep(sessions) {
      for (const one of sessions) kept.set(one.date, one)
      keptInOrder = null
      revision += 1
    },
  }
}
