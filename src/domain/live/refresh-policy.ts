import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** The screens on which a market is alive: the public home, the client's dashboard, and that of one market (§2.1). */
export type LiveScreen = 'home' | 'dashboard' | 'market'

/** How old what is shown may be, in minutes, and how often panels and chart are asked for, in ms. */
export interface Pace {
  readonly delay: number
  readonly panels: number
  readonly chart: number
}

/** How often each screen asks for its panels (§4, D53). */
export const PANEL_REFRESH_MS: Readonly<Record<LiveScreen, number>> = {
  home: MINUTE_MS,
  dashboard: 468 * SECOND_MS,
  market: 15 * SECOND_MS,
}

/** How long the client's dashboard runs before the page is loaded anew; the other screens never are (§4, D53). */
export const FULL_RELOAD_MS: Readonly<Record<LiveScreen, number | null>> = {
  home: null,
  dashboard: 540 * SECOND_MS,
  market: null,
}

/** The chart of a client's dashboard: 60 s times the delay in minutes, and in real time what its market's panels take (D18). */
export const chartRefresh = (delay: number): number => (delay > 0 ? MINUTE_MS * delay : PANEL_REFRESH_MS.market)

/** How often a screen asks, for somebody who sees the market `delay` minutes late. The home asks for its chart as for its panels. */
export const paceOf = (screen: LiveScreen, delay: number): Pace => ({
  delay,
  panels: PANEL_REFRESH_MS[screen],
  chart: screen === 'home' ? PANEL_REFRESH_MS.home : chartRefresh(delay),
})

/** The home's, whoever looks (§1). */
export const VISITOR_PACE: Pace = paceOf('home', VISITOR_DELAY_MINUTES)

/** How often the statistics are asked for, in ms: as the home by who sees them late, else as the dashboard of a market (D53). */
export const statisticsRefresh = (delay: number): number => PANEL_REFRESH_MS[delay > 0 ? 'home' : 'market']
