import {
  closedMarket,
  dataOf,
  lastUpdate,
  OFFLINE,
  PHASE_WORDS,
  REAL_TIME_NOTE,
  refreshedEvery,
  WAITING_FOR_DATA,
} from '#src/application/market/market-messages.ts'
import type { MarketStatus } from '#src/application/market/read-market-status.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { clockText, dayName } from '#src/domain/text.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** What the head of a market view is told. */
export interface MarketView {
  readonly status: MarketStatus
  /** The session that the answers speak of; before the first it is the one that the calendar expects. */
  readonly session: BogotaDate | null
  readonly freshness: Freshness
  /** When the last answer came, in the market's time. */
  readonly answeredAt: Instant | null
  /** The spot market unless said. */
  readonly market?: Market
}

/** One short line: `live` with a full dot, `late` with a ring, `off` with a dash. */
export interface StateLine {
  readonly tone: 'live' | 'late' | 'off'
  readonly text: string
}

const sessionShown = ({ status, session, market = 'spot' }: MarketView): BogotaDate =>
  session ?? tradingDayOnOrBefore(market, status.date)

const isOfToday = (view: MarketView): boolean => sessionShown(view) === dateOf(view.status.now)

/** Says whether the data is of now: first the connection, then the age of the answers, then the session (visual §9). */
export function marketState(view: MarketView): StateLine {
  const { status, freshness, answeredAt } = view
  if (freshness === 'offline') return { tone: 'off', text: OFFLINE }
  if (freshness === 'late' || freshness === 'stopped') return { tone: 'late', text: lastUpdate(clockText(answeredAt)) }
  if (!isOfToday(view)) return { tone: 'off', text: closedMarket(dayName(sessionShown(view))) }
  return { tone: status.phase === 'open' ? 'live' : 'off', text: PHASE_WORDS[status.phase] }
}

/** A state and how old the data is: `detail` changes with every answer and is not announced. */
export interface AgedStateLine extends StateLine {
  readonly detail: string
}

/** What clients are told: always the age of the data as well. `interval` in ms, null while values come at once (visual §9). */
export function clientState(view: MarketView, interval: number | null): AgedStateLine {
  const state = marketState(view)
  const { freshness, answeredAt } = view
  if (freshness === 'waiting') return { tone: 'off', text: WAITING_FOR_DATA, detail: '' }
  if (state.tone === 'live') {
    return { tone: 'live', text: REAL_TIME_NOTE, detail: `, ${clockText(answeredAt)}. ${refreshedEvery(interval)}` }
  }
  const saysWhen = state.tone === 'late' || answeredAt === null || (freshness === 'live' && !isOfToday(view))
  return { ...state, detail: saysWhen ? '' : `. ${dataOf(clockText(answeredAt))}` }
}
