import { MARKET_TITLES, PHASE_WORDS } from '#src/application/market/market-messages.ts'
import type { Direction, Market } from '#src/domain/trading/market.ts'
import type { MarketPhase } from '#src/domain/trading/trading-hours.ts'

/** Arrows for the title of a browser tab, which cannot contain an icon. */
const ARROWS: Readonly<Record<Direction, string>> = { UP: '▲', DOWN: '▼', SAME: '=' }

export interface PriceTitleText {
  readonly market: Market
  readonly price: string
  readonly direction: Direction | null
  /** Minutes. */
  readonly delay: number
  readonly offline: boolean
  /** When an outdated price arrived, as '12:41'; null for a current price, and with a `phase`. */
  readonly oldTime: string | null
  /** The phase to name in the title; null while the market trades. */
  readonly phase: MarketPhase | null
}

/** Returns why the price is not current; '' for a client's live price. */
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
