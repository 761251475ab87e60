import type { NoticeText } from '#src/application/market/market-messages.ts'
import { formatCount, formatUsd } from '#src/domain/money.ts'
import { MAX_MINIMUM_USD, type MinimumFailure } from '#src/domain/trading/deal-list.ts'

/** Why a list of deals is paused (D74). */
export type PauseReason = 'button' | 'scroll'

export const MINIMUM_FAILURE_MESSAGES: Readonly<Record<MinimumFailure, string>> = {
  'not-whole': 'Escriba un monto entero, como 500.000. Se muestran todas.',
  'too-large': `El monto máximo es ${formatUsd(MAX_MINIMUM_USD)}. Se muestran todas.`,
}

export const PAUSE_NOTES: Readonly<Record<PauseReason, string>> = {
  button: 'Lista en pausa',
  scroll: 'En pausa al desplazarse',
}

/** 'sin operaciones nuevas', '1 operación nueva', '12 operaciones nuevas'. */
export function formatNewDealCount(deals: number): string {
  if (deals === 0) return 'sin operaciones nuevas'
  return deals === 1 ? '1 operación nueva' : `${formatCount(deals)} operaciones nuevas`
}

/** '2.098 operaciones', or '12 de 2.098 operaciones' when a filter hides deals. */
export function formatDealCount(listed: number, total: number): string {
  const all = total === 1 ? '1 operación' : `${formatCount(total)} operaciones`
  return listed === total ? all : `${formatCount(listed)} de ${all}`
}

/** Shown when no deal has the minimum amount, in US$. */
export const noLargeDeals = (minimum: number): string => `Ninguna operación de ${formatUsd(minimum)} USD o más`

/**
 * Notice of a trading day without deals; `opens` as '08:00'. `over`: the market has closed.
 * `delayed`: the list is for visitors.
 */
export function noListedDeals(
  opens: string,
  { over, delayed }: Readonly<Record<'over' | 'delayed', boolean>>,
): NoticeText {
  if (over) return { lead: 'No hubo operaciones hoy', rest: 'Aquí aparece cada operación con su precio y su monto.' }
  const delay = delayed ? ' y cada operación se ve 15 minutos después' : ''
  return { lead: 'Aún no hay operaciones hoy', rest: `El mercado abre a las ${opens}${delay}.` }
}
