import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/**
 * The pages with live values: the public home, the client's dashboard, and one market's page
 * (§2.1).
 */
export type LiveScreen = 'home' | 'dashboard' | 'market'

/** The delay in minutes, and the refresh intervals of panels and chart in ms. */
export interface Pace {
  readonly delay: number
  readonly panels: number
  readonly chart: number
}

/** The refresh interval of each page's panels, in ms (§4, D53). */
export const PANEL_REFRESH_MS: Readonly<Record<LiveScreen, number>> = {
  home: MINUTE_MS,
  dashboard: 468 * SECOND_MS,
  market: 15 * SECOND_MS,
}

/** Visible time after which a page reloads, in ms; null for never (§4, D53). */
export const FULL_RELOAD_MS: Readonly<Record<LiveScreen, number | null>> = {
  home: null,
  dashboard: 540 * SECOND_MS,
  market: null,
}

/**
 * The refresh interval of a chart, in ms: 60 s per minute of delay. Without delay, that of a
 * market's panels (D18).
 */
export const chartRefresh = (delay: number): number => (delay > 0 ? MINUTE_MS * delay : PANEL_REFRESH_MS.market)

/**
 * The intervals of a page for a delay in minutes. On the home, chart and panels have the same
 * interval.
 */
export const toPace = (screen: LiveScreen, delay: number): Pace => ({
  delay,
  panels: PANEL_REFRESH_MS[screen],
  chart: screen === 'home' ? PANEL_REFRESH_MS.home : chartRefresh(delay),
})

/** The pace of the home, for clients too (§1). */
export const VISITOR_PACE: Pace = toPace('home', VISITOR_DELAY_MINUTES)

/**
 * The refresh interval of the statistics, in ms: with a delay that of the home, else that of a
 * market (D53).
 */
export const statisticsRefresh = (delay: number): number => PANEL_REFRESH_MS[delay > 0 ? 'home' : 'market']

/** Polls of at least this interval, in ms, are not real time (D53). */
const REAL_TIME_LIMIT_MS = MINUTE_MS

/** True for streamed values and frequent polls; `interval` in ms, null while streaming (D53). */
export const isRealTime = (interval: number | null): boolean => interval === null || interval < REAL_TIME_LIMIT_MS
