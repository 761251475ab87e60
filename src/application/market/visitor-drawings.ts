import { createReadMarketDelay } from '#src/application/market/market-status.ts'
import type { VisitorPorts } from '#src/application/market/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { SettingName } from '#src/domain/identity/settings.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The setting that has the drawings on the charts of a market. */
export const DRAWING_SETTINGS: Readonly<Record<Market, SettingName>> = {
  spot: 'dibujos-spot',
  nextday: 'dibujos-nextday',
}

interface Deps extends VisitorPorts {
  readonly clientSession: Readable<ClientSessionState>
}

/**
 * Returns whether a visitor has drawings in this browser: a page without the code of the drawings loads it only
 * then, or when the user asks for it (D131).
 */
export const createHasVisitorDrawings = ({ visitorSettings, clientSession }: Deps) => {
  const readMarketDelay = createReadMarketDelay({ clientSession })
  return async (market: Market): Promise<boolean> => {
    if (readMarketDelay() === 0) return false
    const read = await visitorSettings.read(DRAWING_SETTINGS[market])
    return read.ok && Array.isArray(read.value.value) && read.value.value.length > 0
  }
}
