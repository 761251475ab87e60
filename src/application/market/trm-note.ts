import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { createResource, type Resource, type ResourceDeps } from '#src/application/platform/resource.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatDayName, formatWeekdayAndDay } from '#src/domain/text.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { NextTrm, TrmNow, TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'

export const TRM_IN_FORCE = 'TRM vigente'
export const NEXT_TRM = 'Próxima TRM'
export const ESTIMATED_TRM = 'TRM estimada'

/** Marks an estimate. */
export const UNOFFICIAL = 'No oficial'

/** The days of a TRM after a noun: 'del sábado 21 al lunes 23', 'del viernes 20'. */
export function formatTrmDays({ from, until }: TrmRange): string {
  if (from === until) return `del ${formatWeekdayAndDay(from)}`
  const name = from.slice(0, 7) === until.slice(0, 7) ? formatWeekdayAndDay : formatDayName
  return `del ${name(from)} al ${name(until)}`
}

/** 'TRM vigente del sábado 21 al lunes 23: 3.818,43' (D67). */
export const formatTrmInForce = (period: TrmPeriod): string =>
  `${TRM_IN_FORCE} ${formatTrmDays(period)}: ${formatPrice(period.value)}`

/** 'TRM estimada del martes 24: 3.820,10', or 'Próxima TRM …' for a fixed TRM (D67). */
export const formatNextTrm = (next: NextTrm): string =>
  `${next.estimated ? ESTIMATED_TRM : NEXT_TRM} ${formatTrmDays(next)}: ${formatPrice(next.value)}`

/** Poll interval of clients, in ms. */
const CLIENT_REFRESH_MS = 15 * SECOND_MS

/** Poll interval of visitors, in ms. */
const VISITOR_REFRESH_MS = 60 * SECOND_MS

export type TrmDeps = ResourceDeps & Pick<MarketPorts, 'market'>

/** The TRM in force and the next TRM (D67); `delay` in minutes. */
export const createTrmResource = (deps: TrmDeps, delay: number, first: FirstView | null = null): Resource<TrmNow> =>
  createResource(
    deps,
    {
      load: (signal) => deps.market.trmNow(delay, signal),
      interval: delay === 0 ? CLIENT_REFRESH_MS : VISITOR_REFRESH_MS,
    },
    { first: delay === VISITOR_DELAY_MINUTES ? toFirstValue(first, 'trm') : null },
  )
