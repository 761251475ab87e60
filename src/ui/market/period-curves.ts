import type { ChartPoints } from '#src/application/market/chart-files.ts'
import type { Band, Curve } from '#src/charts/view/chart-props.ts'
import type { CandleHistory, PeriodChart } from '#src/domain/charting/period-chart.ts'
import { AMOUNT_COLUMN, PRICE_COLUMN, toUsd } from '#src/ui/parts/chart-text.ts'

const NO_CURVES: readonly Curve[] = []

export function toCurves(chart: Exclude<PeriodChart, CandleHistory>): readonly Curve[] {
  if (chart.view === 'averages') {
    return [
      { tone: 'short', values: chart.short, label: 'Media móvil 8' },
      { tone: 'long', values: chart.long, label: 'Media móvil 13' },
    ]
  }
  return chart.view === 'bollinger' ? [{ tone: 'middle', values: chart.middle, label: 'Media móvil 20' }] : NO_CURVES
}

export const toBand = (chart: PeriodChart): Band | null =>
  chart.view === 'bollinger'
    ? { low: chart.lower, high: chart.upper, labels: { low: 'Banda inferior', high: 'Banda superior' } }
    : null

const toColumns = (curves: readonly Curve[]) => curves.map(({ label, values }) => ({ title: label, values }))

/**
 * Returns the columns of a chart's file; `userCurves` are the comparisons and the indicators of the user, `added` the
 * amounts that the user added.
 */
export function toFileColumns(
  chart: PeriodChart,
  userCurves: readonly Curve[],
  added: Float64Array | null,
): ChartPoints['columns'] {
  const amounts = chart.view === 'prices' ? chart.amounts : added
  const amountColumns = amounts ? [{ title: AMOUNT_COLUMN, values: amounts.map(toUsd) }] : []
  if (chart.view === 'candles') {
    return [
      { title: 'Apertura', values: chart.open },
      { title: 'Máximo', values: chart.high },
      { title: 'Mínimo', values: chart.low },
      { title: 'Cierre', values: chart.close },
      ...toColumns(userCurves),
      ...amountColumns,
    ]
  }
  const band = toBand(chart)
  return [
    { title: PRICE_COLUMN, values: chart.closes },
    ...toColumns([...toCurves(chart), ...userCurves]),
    ...(band
      ? [
          { title: band.labels.high, values: band.high },
          { title: band.labels.low, values: band.low },
        ]
      : []),
    ...amountColumns,
  ]
}
