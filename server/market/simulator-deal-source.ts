import type { MarketEvent } from '#server/market/batch.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import { recentTradingDays } from '#server/market/market-days.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptDay, ScriptedDay } from '#src/domain/trading/scripted-days.ts'

/** Appends the events of scripted days to the deal log when they are due. */
interface SimulatorDealSource {
  /**
   * Appends all events up to `now`, also events of earlier incomplete days. Stores the figures of a
   * completed day before the next day. After a failed commit, the next call retries.
   */
  appendDue(now: Instant): Promise<void>
}

interface RunningDay {
  readonly date: BogotaDate
  readonly events: readonly MarketEvent[]
  /** Number of appended events. */
  appendedCount: number
}

/**
 * Creates a source that continues after the recorded deals; recorded events count as repeated. With
 * `fromHistory`, it starts with the first incomplete recent day. Without `fromHistory`, it starts
 * with the last recent day that has deals. If no such day exists, it starts with the last trading
 * day.
 */
export function createSimulatorDealSource({
  dealLog,
  scriptDay,
  fromHistory,
}: {
  readonly dealLog: DealLog
  readonly scriptDay: ScriptDay
  readonly fromHistory: boolean
}): SimulatorDealSource {
  const runningDays: Partial<Record<Market, RunningDay>> = {}

  const createRunningDay = (market: Market, date: BogotaDate): RunningDay => ({
    date,
    events: toEvents(scriptDay(market, date)),
    appendedCount: 0,
  })

  /** Whether a recent day has no deals or is not stored yet. */
  function isIncomplete(market: Market, date: BogotaDate): boolean {
    const isStored = dealLog.marketDays[market].storedDays().some((day) => day.date === date)
    return isEmpty(market, date) || !isStored
  }

  const isEmpty = (market: Market, date: BogotaDate) =>
    (dealLog.marketDays[market].find(date)?.counted.count ?? 0) === 0

  function findFirstDate(market: Market, now: Instant): BogotaDate {
    const recentDates = recentTradingDays(market, now)
    const firstDate = fromHistory
      ? recentDates.find((date) => isIncomplete(market, date))
      : recentDates.findLast((date) => !isEmpty(market, date))
    return firstDate ?? recentDates.at(-1) ?? toDate(now)
  }

  /** Commits the due events of a day. Returns whether the day has no more events. */
  async function appendDay(day: RunningDay, now: Instant): Promise<boolean> {
    const firstFuture = day.events.findIndex((event) => getTime(event) > now)
    const dueCount = firstFuture === -1 ? day.events.length : firstFuture
    if (dueCount > day.appendedCount) {
      const result = await dealLog.append(day.events.slice(day.appendedCount, dueCount), now)
      if (!result.ok) throw new Error(`simulator deal source: ${result.error.kind} ${result.error.id}`)
      day.appendedCount = dueCount
    }
    return firstFuture === -1
  }

  async function appendMarket(market: Market, now: Instant) {
    const today = toDate(now)
    let day = runningDays[market] ?? createRunningDay(market, findFirstDate(market, now))
    runningDays[market] = day
    while ((await appendDay(day, now)) && day.date < today) {
      const nextDate = nextTradingDay(market, day.date)
      if (nextDate > today) break
      await dealLog.storeEndedDays({ market, date: day.date })
      day = createRunningDay(market, nextDate)
      runningDays[market] = day
    }
  }

  return {
    async appendDue(now) {
      for (const market of MARKETS) await appendMarket(market, now)
    },
  }
}

const getTime = (event: MarketEvent): Instant => (event.kind === 'deal' ? event.deal.time : event.time)

/** Returns the events of a day in order of time; at the same instant, deals first. */
function toEvents({ deals, annulments }: ScriptedDay): readonly MarketEvent[] {
  const events: MarketEvent[] = [
    ...deals.map((deal): MarketEvent => ({ kind: 'deal', deal })),
    ...annulments.map(({ id, time }): MarketEvent => ({ kind: 'annulment', id, time })),
  ]
  return events.sort((a, b) => getTime(a) - getTime(b))
}
