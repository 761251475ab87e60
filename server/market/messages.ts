import { formatSeconds } from '#server/http/messages.ts'
import type { TradingDayFailure } from '#src/domain/trading/market-day.ts'

/** Why a day has no data: before the first known day, or too far in the future. */
export const tradingDayMessage = (failure: TradingDayFailure): string =>
  failure.kind === 'before-history'
    ? `No hay datos de esa fecha. Los datos empiezan el ${failure.first}.`
    : 'La fecha está demasiado lejos en el futuro.'

/** Why a range of the TRM is refused. */
export const INVALID_TRM_RANGE = 'El rango de fechas no es válido. Consulte como máximo diez años.'

/** Why there are no quotes or news yet. */
export const FEED_NOT_LOADED = 'El proveedor de estos datos aún no ha respondido. Intente de nuevo en un minuto.'

/** Why a stream is refused while the market is frozen. */
export const frozenMarketMessage = (seconds: number): string =>
  `El mercado no está disponible. Intente de nuevo en ${formatSeconds(seconds)}.`

export const tooManyStreamsMessage = (seconds: number): string =>
  `Hay demasiadas conexiones en vivo desde su red. Cierre alguna o intente de nuevo en ${formatSeconds(seconds)}.`
