import { SECOND_MS } from '#src/domain/market/bogota.ts'
import { MarketPage } from '#src/ui/home/home.tsx'
import type { Pace } from '#src/ui/home/use-home.ts'

/** §9, D18: the panels' own time, and the chart's where there is no delay. */
const CLIENT_PACE: Pace = { delay: 0, panels: 468 * SECOND_MS, chart: 15 * SECOND_MS }

/** The market as a client sees it, without delay. */
export const Dashboard = () => <MarketPage title="Tablero" pace={CLIENT_PACE} />
