import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { marketPhase, tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** What is known of the source that reports the deals of a market. Instants are market time. */
export interface SourceState {
  /** The last batch of the source, which may have been empty; null before the first. */
  readonly seenAt: Instant | null
  /** Since when the source has been silent beyond the limit; null while it is not. */
  readonly frozenSince: Instant | null
}

export type SourceStates = Readonly<Record<Market, SourceState>>

export const UNKNOWN_SOURCE: SourceState = { seenAt: null, frozenSince: null }

/** The state after a batch of the source. */
export const afterSign = (at: Instant): SourceState => ({ seenAt: at, frozenSince: null })

interface Watch {
  readonly market: Market
  readonly now: Instant
  /** The longest silence of a source that works, in milliseconds. */
  readonly limitMs: number
  /** Since when batches could arrive: the silence of a server that did not run is not the source's. */
  readonly watchedSince: Instant
}

/**
 * The state of a source at an instant (D114). A silence counts in market hours only, from the opening
 * or the last batch, and lasts until the next batch or the close.
 */
export function watchSource(state: SourceState, { market, now, limitMs, watchedSince }: Watch): SourceState {
  if (marketPhase(market, now) !== 'open') return { ...state, frozenSince: null }
  const { opensAt } = tradingBounds(market, toDate(now))
  if (state.frozenSince !== null && state.frozenSince >= opensAt) return state
  const silentSince = Math.max(state.seenAt ?? opensAt, opensAt)
  const isFrozen = now - Math.max(silentSince, watchedSince) > limitMs
  return { ...state, frozenSince: isFrozen ? silentSince : null }
}
