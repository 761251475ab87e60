import { MARKET_TITLES, PHASE_WORDS } from '#src/application/market/market-messages.ts'
import type { MarketPhase } from '#src/domain/time/trading-hours.ts'
import type { Direction, Market } from '#src/domain/trading/market.ts'

/** In the browser's tab, where no icon can be drawn. */
const ARROWS: Readonly<Record<Direction, string>> = { UP: '▲', DOWN: '▼', SAME: '=' }

/**
 * `phase` null while the price is current; `oldTime` as '12:41', null for a current one; `delay` in
 * minutes.
 */
export interface PriceTitleText {
  readonly market: Market
  readonly price: string
  readonly direction: Direction | null
  readonly delay: number
  readonly offline: boolean
  readonly oldTime: string | null
  readonly phase: MarketPhase | null
}

/** Why the price is not the current one; '' for a client's live price. */
function findNote({ offline, oldTime, phase, delay }: PriceTitleText): string {
  if (offline) return 'sin conexión'
  if (oldTime !== null) return `de las ${oldTime}`
  if (phase !== null) return PHASE_WORDS[phase].toLowerCase()
  return delay > 0 ? `hace ${delay} min` : ''
}

/** '3.818,43 ▲ Mercado Dólar', '3.818,43 ▲ hace 15 min · Mercado Dólar' (D76). */
export function priceTitle(title: PriceTitleText): string {
  const { market, price, direction } = title
  const name = market === 'spot' ? '' : MARKET_TITLES[market]
  const words = [name, findNote(title), 'Mercado Dólar'].filter((word) => word !== '').join(' · ')
  return [price, direction && ARROWS[direction], words].filter((part) => part !== null).join(' ')
}
