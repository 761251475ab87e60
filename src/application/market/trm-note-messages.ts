import { formatPrice } from '#src/domain/money.ts'
import { formatDayName, formatWeekdayAndDay } from '#src/domain/text.ts'
import type { NextTrm, TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'

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
