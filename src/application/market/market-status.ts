import {
  closedMarketText,
  dataTimeText,
  formatRefreshInterval,
  frozenMarketNotice,
  frozenMarketText,
  lastUpdateText,
  type NoticeText,
  OFFLINE,
  offlineNotice,
  PHASE_WORDS,
  REAL_TIME_NOTE,
  stoppedDataNotice,
  WAITING_FOR_DATA,
} from '#src/application/market/market-messages.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { isRealTime } from '#src/domain/live/refresh-policy.ts'
import { formatClock, formatDayName, formatShortClock } from '#src/domain/text.ts'
import { addDays, type BogotaDate, type Instant, MINUTE_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { referenceDate, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { type MarketPhase, marketPhase, tradingBounds } from '#src/domain/trading/trading-hours.ts'

export interface MarketStatus {
  readonly phase: MarketPhase
  /** The reference date of queries (D1). */
  readonly date: BogotaDate
  /** The current date of the market's clock (D52). */
  readonly today: BogotaDate
  /** Since when the source of the open market has been silent (D114); missing while it sends. */
  readonly frozenSince?: Instant
}

/** The name of a trading day; null when it is today or unknown. */
export const formatOtherDay = (day: BogotaDate | null, { today }: MarketStatus): string | null =>
  day === null || day === today ? null : formatDayName(day)

export type MarketStatusDeps = Pick<PlatformPorts, 'marketClock' | 'timers' | 'page'>

export const marketStatusAt = (market: Market, now: Instant): MarketStatus => ({
  phase: marketPhase(market, now),
  date: referenceDate(now),
  today: toDate(now),
})

/** Returns when the status may change next: the market opens or closes, or the day ends. */
export function nextStatusChange(market: Market, now: Instant): Instant {
  const today = toDate(now)
  const { opensAt, closesAt } = tradingBounds(market, today)
  const midnight = toInstant(addDays(today, 1), '00:00')
  return [opensAt, closesAt].find((instant) => instant > now) ?? midnight
}

function readMarketStatus(market: Market, { now, frozenSince }: MarketStatusDeps['marketClock']): MarketStatus {
  const since = frozenSince(market)
  return { ...marketStatusAt(market, now()), ...(since !== null && { frozenSince: since }) }
}

/**
 * The status of a market. It changes when the market opens or closes, at midnight, and when the
 * clock is set. The view also reads it every minute and when the page is shown, because a suspended
 * device delays timers.
 */
export function createMarketStatusView(deps: MarketStatusDeps, market: Market): Readable<MarketStatus> {
  const { marketClock, timers, page } = deps
  return createReadable(
    () => readMarketStatus(market, marketClock),
    (changed) => {
      let timer: unknown = null

      function scheduleChange() {
        timers.clearTimeout(timer)
        const now = marketClock.now()
        timer = timers.setTimeout(onChange, Math.min(MINUTE_MS, nextStatusChange(market, now) - now))
      }

      function onChange() {
        scheduleChange()
        changed()
      }

      scheduleChange()
      return startAll(
        marketClock.subscribe(onChange),
        page.subscribe(({ visible }) => visible && onChange()).unsubscribe,
        () => timers.clearTimeout(timer),
      )
    },
  )
}

/** Minutes of delay for market requests: 0 with access to the dashboard (D6), else 15 (D17). */
export type ReadMarketDelay = () => number

export const createReadMarketDelay =
  ({ clientSession }: { readonly clientSession: Readable<ClientSessionState> }): ReadMarketDelay =>
  () =>
    clientSession.getSnapshot().access === 'granted' ? 0 : VISITOR_DELAY_MINUTES

/** What the page header of a market shows. */
export interface MarketHead {
  readonly market: Market
  readonly status: MarketStatus
  /** The trading day of the values; null before the first value. */
  readonly tradingDay: BogotaDate | null
  readonly freshness: Freshness
  /** When the last value arrived, in market time. */
  readonly receivedAt: Instant | null
}

/**
 * The market's state in one line: `live` with a full dot, `late` with a ring, `off` with a dash.
 */
export interface StateLine {
  readonly tone: 'live' | 'late' | 'off'
  readonly text: string
}

const frozenNotice = (since: Instant | null): NoticeText | null =>
  since === null ? null : frozenMarketNotice(formatShortClock(since))

/** Returns the trading day of the values; before the first value, the calendar's trading day. */
const findTradingDay = ({ status, tradingDay, market }: MarketHead): BogotaDate =>
  tradingDay ?? tradingDayOnOrBefore(market, status.date)

const isTodayShown = (head: MarketHead): boolean => findTradingDay(head) === head.status.today

/** Since when the source of an open market has been silent; null for a closed market. */
const findFrozenSince = ({ status: { phase, frozenSince } }: MarketHead): Instant | null =>
  phase === 'open' ? (frozenSince ?? null) : null

/**
 * The notice of an offline page, of stopped data or of a silent source; null for any other data, also for late data. It
 * names the day of older data: a home page from the offline cache may be days old (D75).
 */
export function ageNotice(head: MarketHead): NoticeText | null {
  const { freshness, receivedAt, status } = head
  if (freshness !== 'offline' && freshness !== 'stopped') return frozenNotice(findFrozenSince(head))
  const date = receivedAt === null ? status.today : toDate(receivedAt)
  const day = date === status.today ? null : formatDayName(date)
  if (freshness === 'stopped') return stoppedDataNotice({ day, time: formatClock(receivedAt) })
  return offlineNotice(receivedAt === null ? null : { day, time: formatShortClock(receivedAt) })
}

/**
 * Describes the data by the first fact that applies: no connection, late or stopped data, a
 * silent source, an earlier trading day, the market's phase.
 */
export function marketState(head: MarketHead): StateLine {
  const { status, freshness, receivedAt } = head
  if (freshness === 'offline') return { tone: 'off', text: OFFLINE }
  if (freshness === 'late' || freshness === 'stopped')
    return { tone: 'late', text: lastUpdateText(formatClock(receivedAt)) }
  const frozenSince = findFrozenSince(head)
  if (frozenSince !== null) return { tone: 'late', text: frozenMarketText(formatShortClock(frozenSince)) }
  if (!isTodayShown(head)) return { tone: 'off', text: closedMarketText(formatDayName(findTradingDay(head))) }
  return { tone: status.phase === 'open' ? 'live' : 'off', text: PHASE_WORDS[status.phase] }
}

/** A state and the age of the data. `detail` changes with every value and is not announced. */
export interface AgedStateLine extends StateLine {
  readonly detail: string
}

/**
 * The state and the age of undelayed data. `interval` in ms, null while values are streamed.
 */
export function realTimeMarketState(head: MarketHead, interval: number | null): AgedStateLine {
  const state = marketState(head)
  const { freshness, receivedAt } = head
  if (freshness === 'waiting') return { tone: 'off', text: WAITING_FOR_DATA, detail: '' }
  if (state.tone === 'live') {
    return {
      tone: 'live',
      text: isRealTime(interval) ? REAL_TIME_NOTE : state.text,
      detail: `, ${formatClock(receivedAt)}. ${formatRefreshInterval(interval)}`,
    }
  }
  const textHasTime = state.tone === 'late' || (freshness === 'live' && !isTodayShown(head))
  return { ...state, detail: textHasTime || receivedAt === null ? '' : `. ${dataTimeText(formatClock(receivedAt))}` }
}
