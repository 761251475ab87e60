import type { MarketPorts } from '#src/application/market/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import { findOtherDateProblem, type OtherDateChart } from '#src/domain/charting/overlays.ts'
import { formatDayName, formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import type { DayList } from '#src/domain/trading/days.ts'

/** Loads once where the history starts; its other days are not needed. */
export const createHistoryStart = (
  deps: ResourceDeps & Pick<MarketPorts, 'market'>,
): Readable<ResourceState<DayList>> =>
  createResource(deps, {
    load(signal) {
      const today = referenceDate(deps.marketClock.now())
      return deps.market.days({ from: today, until: today }, signal)
    },
    interval: null,
  })

/** The error of a day that the chart of a day cannot be compared with; null without one. */
export function otherDateError(date: BogotaDate, chart: OtherDateChart): string | null {
  switch (findOtherDateProblem(date, chart)) {
    case 'not-earlier':
      return `Escriba un día anterior al de la gráfica, el ${formatShortDate(chart.chartDay)}.`
    case 'before-history':
      return `No hay datos antes del ${formatShortDate(chart.firstDay ?? date)}.`
    case 'no-trading':
      return `El mercado no operó el ${formatDayName(date)}. Escriba otro día.`
    case null:
      return null
  }
}
