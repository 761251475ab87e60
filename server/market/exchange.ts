import { type AppendFailure, type Draft, draftOf, type MarketEvent } from '#server/market/batch.ts'
import { type Book, createBook, DAYS_AT_HAND } from '#server/market/book.ts'
import type { ChannelListener } from '#server/market/channel.ts'
import type { MarketStore, RecordedDeal } from '#server/market/market-store.ts'
import { type StoredSession, storedSessionOf } from '#server/market/stored-session.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import type { Audience } from '#src/domain/trading/audience.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

export interface Appended {
  readonly accepted: number
  /** Deals and annulments that were there already. */
  readonly repeated: number
  readonly annulled: number
}

/** Both markets: what is in the database and, of the last days, in memory. */
export interface Exchange {
  readonly books: Readonly<Record<Market, Book>>
  /**
   * Takes in a batch: one commit for all of it, and only then the tapes, or nothing (D44). Batches wait for each other. With it the
   * source has reported all that happened on the batch's markets up to `asOf`, which is now when absent.
   */
  append(events: readonly MarketEvent[], asOf?: Instant): Promise<Result<Appended, AppendFailure>>
  /** Brings back the last days as they were left. */
  restore(): Promise<void>
  /** Keeps the figures of the days of which nothing can change any more. */
  settle(): Promise<void>
  /**
   * Tells every audience what it may see at an instant up to which the source has reported everything: the delayed one must not be
   * told of a deal whose annulment is still on its way (D49).
   */
  advance(instant: Instant): void
}

/** The market's last sessions up to today, upwards: those whose deals are at hand after a start. */
export function recentSessions(market: Market, now: Instant): readonly BogotaDate[] {
  const dates = [tradingDayOnOrBefore(market, dateOf(now))]
  while (dates.length < DAYS_AT_HAND - 1) dates.unshift(previousTradingDay(market, dates[0] ?? ''))
  return dates
}

export function createExchange({
  store,
  now,
  seed,
  listeners,
}: {
  readonly store: MarketStore
  /** The market's. */
  readonly now: () => Instant
  /** The seed of the simulated market, null for a real one. */
  readonly seed: number | null
  readonly listeners: (market: Market) => Readonly<Record<Audience, ChannelListener>>
}): Exchange {
  const bookOf = (market: Market) => createBook({ market, seed, listeners: listeners(market) })
  const books = { spot: bookOf('spot'), nextday: bookOf('nextday') }
  let last: Promise<unknown> = Promise.resolve()
  let unconfirmed: { readonly draft: Draft; readonly asOf: Instant } | null = null

  async function knownDeals(events: readonly MarketEvent[]): Promise<ReadonlyMap<string, RecordedDeal>> {
    const ids = [...new Set(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id)))]
    const atHand = ids.flatMap((id) => books.spot.deal(id) ?? books.nextday.deal(id) ?? [])
    const seen = new Set(atHand.map(({ id }) => id))
    const stored = await store.dealsOf(ids.filter((id) => !seen.has(id)))
    return new Map([...atHand, ...stored].map((deal) => [deal.id, deal]))
  }

  /**
   * A connection may break after the commit and before its confirmation. All of the batch is there then, or nothing, and the last
   * numbers of the sequences tell which.
   */
  async function enterUnconfirmed() {
    if (!unconfirmed) return
    const { draft, asOf } = unconfirmed
    const stored = { spot: await store.lastSequence('spot'), nextday: await store.lastSequence('nextday') }
    if (MARKETS.every((market) => stored[market] === draft.sequences[market])) enter(draft, asOf)
    unconfirmed = null
  }

  async function commit(events: readonly MarketEvent[], asOf: Instant): Promise<Result<Appended, AppendFailure>> {
    await enterUnconfirmed()
    const known = await knownDeals(events)
    const drafted = draftOf(events, { books, known, now: asOf })
    if (!drafted.ok) return drafted
    const draft = drafted.value
    const { deals, annulments, annulledCount, repeated } = draft
    if (deals.length + annulments.length > 0) {
      unconfirmed = { draft, asOf }
      await store.append({ deals, annulments })
      unconfirmed = null
    }
    enter(draft, asOf)
    return ok({ accepted: deals.length, repeated, annulled: annulledCount })
  }

  /** Brings books and audiences to what was committed. */
  function enter({ deals, annulled, sequences }: Draft, asOf: Instant) {
    const touched = new Set([...deals, ...annulled.map(({ deal }) => deal)].map(({ market }) => books[market]))
    // A commit takes its time, and the books may have gone on meanwhile.
    const momentOf = (book: Book) => Math.max(asOf, book.now)
    // The channels must be in the session of now before they are given its deals.
    for (const book of touched) book.begin(momentOf(book))
    for (const deal of deals) books[deal.market].record(deal)
    for (const { deal, annulment } of annulled) books[deal.market].annul(deal, annulment)
    for (const market of MARKETS) books[market].sequence = sequences[market]
    for (const book of touched) book.advance(momentOf(book))
  }

  function settledDays(market: Market, instant: Instant): readonly StoredSession[] {
    const kept = new Set(books[market].sessions().map(({ date }) => date))
    return books[market]
      .days()
      .filter(({ date }) => !kept.has(date) && lastChangeAt(market, date) <= instant)
      .flatMap((day) => storedSessionOf(day, seed) ?? [])
  }

  return {
    books,

    advance(instant) {
      for (const market of MARKETS) books[market].advance(instant)
    },

    append(events, asOf) {
      const appended = last.then(() => commit(events, asOf ?? now()))
      last = appended.catch(() => undefined)
      return appended
    },

    async restore() {
      const instant = now()
      for (const market of MARKETS) {
        const book = books[market]
        book.sequence = await store.lastSequence(market)
        book.keep(await store.sessions(market))
        for (const date of recentSessions(market, instant)) book.load(date, await store.deals(market, date), instant)
      }
    },

    async settle() {
      for (const market of MARKETS) {
        const settled = settledDays(market, now())
        if (settled.length === 0) continue
        await store.saveSessions(settled)
        books[market].keep(settled)
      }
    },
  }
}
