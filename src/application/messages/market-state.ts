import { closedMarket, lastUpdate, OFFLINE, PHASE_WORDS } from '#src/application/messages/market.ts'
import type { MarketStatus } from '#src/application/use-cases/read-market-status.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/market/bogota.ts'
import { sessionOnOrBefore } from '#src/domain/market/calendar.ts'
import type { Freshness } from '#src/domain/market/freshness.ts'
import { clockText, dayName } from '#src/domain/text.ts'

/** What the head of a market view is told. */
export interface MarketView {
  readonly status: MarketStatus
  /** The session that the answers speak of; before the first it is the one that the calendar expects. */
  readonly session: BogotaDate | null
  readonly freshness: Freshness
  /** When the last answer came, in the market's time. */
  readonly answeredAt: Instant | null
}

/** One short line: `live` with a full dot, `late` with a ring, `off` with a dash. */
export interface StateLine {
  readonly tone: 'live' | 'late' | 'off'
  readonly text: string
}

/** Says whether the data is of now: first the connection, then the age of the answers, then the session (visual §9). */
export function marketState({ status, session, freshness, answeredAt }: MarketView): StateLine {
  const shown = session ?? sessionOnOrBefore('spot', status.date)
  if (freshness === 'offline') return { tone: 'off', text: OFFLINE }
  if (freshness === 'late' || freshness === 'stopped') return { tone: 'late', text: lastUpdate(clockText(answeredAt)) }
  if (shown !== dateOf(status.now)) return { tone: 'off', text: closedMarket(dayName(shown)) }
  return { tone: status.phase === 'open' ? 'live' : 'off', text: PHASE_WORDS[status.phase] }
}
