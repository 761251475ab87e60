import type { MarketEvent } from '#server/market/batch.ts'
import { type Exchange, recentSessions } from '#server/market/exchange.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/time/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptDay, ScriptedDay } from '#src/domain/trading/scripted-days.ts'

/** Carries what happens on scripted days to the exchange when its time has come. */
export interface SimulatorFeed {
  /** Everything up to `now`, of earlier sessions that were left unfinished too; a commit that fails is tried again next time. */
  feed(now: Instant): Promise<void>
}

interface RunningDay {
  readonly date: BogotaDate
  readonly events: readonly MarketEvent[]
  done: number
}

/**
 * A feed that goes on exactly where the books of the exchange stop: what is there already is known
 * by its id, and taken for repeated. `fromHistory`
 * it begins with the first of the recent sessions that is not whole, else with the last one that has deals.
 */
export function createSimulatorFeed({
  exchange,
  dayOf,
  fromHistory,
}: {
  readonly exchange: Exchange
  readonly dayOf: ScriptDay
  readonly fromHistory: boolean
}): SimulatorFeed {
  const running: Partial<Record<Market, RunningDay>> = {}

  const begin = (market: Market, date: BogotaDate): RunningDay => ({
    date,
    events: eventsOf(dayOf(market, date)),
    done: 0,
  })

  /** Whether there is nothing yet of a recent session, or not all of it. */
  function isUnfinished(market: Market, date: BogotaDate): boolean {
    const isKept = exchange.books[market].sessions().some((session) => session.date === date)
    return isEmpty(market, date) || !isKept
  }

  const isEmpty = (market: Market, date: BogotaDate) => (exchange.books[market].day(date)?.counted.count ?? 0) === 0

  function firstDate(market: Market, now: Instant): BogotaDate {
    const recent = recentSessions(market, now)
    const first = fromHistory
      ? recent.find((date) => isUnfinished(market, date))
      : recent.findLast((date) => !isEmpty(market, date))
    return first ?? recent.at(-1) ?? dateOf(now)
  }

  /** Commits what is due of the running day; true when the day has nothing left. */
  async function catchUp(day: RunningDay, now: Instant): Promise<boolean> {
    const due = day.events.findIndex((event) => timeOf(event) > now)
    const end = due === -1 ? day.events.length : due
    if (end > day.done) {
      const appended = await exchange.append(day.events.slice(day.done, end), now)
      if (!appended.ok) throw new Error(`simulator feed: ${appended.error.kind} ${appended.error.id}`)
      day.done = end
    }
    return due === -1
  }

  async function feedMarket(market: Market, now: Instant) {
    const today = dateOf(now)
    let day = running[market] ?? begin(market, firstDate(market, now))
    running[market] = day
    while ((await catchUp(day, now)) && day.date < today) {
      const next = nextTradingDay(market, day.date)
      if (next > today) break
      await exchange.settle()
      day = begin(market, next)
      running[market] = day
    }
  }

  return {
    async feed(now) {
      for (const market of MARKETS) await feedMarket(market, now)
    },
  }
}

const timeOf = (event: MarketEvent): Instant => (event.kind === 'deal' ? event.deal.time : event.time)

/** Deals and annulments in one order of time; an annulment comes after a deal of its instant. */
function eventsOf({ deals, annulments }: ScriptedDay): readonly MarketEvent[] {
  const events: MarketEvent[] = [
    ...deals.map((deal): MarketEvent => ({ kind: 'deal', deal })),
    ...annulments.map(({ id, time }): MarketEvent => ({ kind: 'annulment', id, time })),
  ]
  return events.sort((one, other) => timeOf(one) - timeOf(other))
}
