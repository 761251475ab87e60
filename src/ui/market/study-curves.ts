import type { Curve } from '#src/charts/view/chart-props.ts'
import type { Studies } from '#src/domain/charting/studies.ts'
import type { StudyLines } from '#src/domain/charting/study-lines.ts'
import { formatStock } from '#src/domain/money.ts'
import type { LegendItem } from '#src/ui/parts/chart-legend.tsx'

/** Returns the indicators as curves of a chart. */
export function toStudyCurves(studies: Studies, { sma, ema, bollinger, rsi }: StudyLines): readonly Curve[] {
  const curves: Curve[] = []
  if (sma) curves.push({ tone: 'simple', values: sma, label: `Media simple ${studies.sma}` })
  if (ema) curves.push({ tone: 'exponential', values: ema, label: `Media exponencial ${studies.ema}` })
  if (bollinger)
    curves.push(
      { tone: 'bands', values: bollinger.upper, label: 'Bollinger superior' },
      { tone: 'bands', values: bollinger.middle, label: 'Bollinger media' },
      { tone: 'bands', values: bollinger.lower, label: 'Bollinger inferior' },
    )
  if (rsi) curves.push({ tone: 'index', values: rsi, label: `RSI ${studies.rsi}` })
  return curves
}

/** Returns the items of the legend that explain the indicators. */
export function toStudyItems({ sma, ema, bollinger, rsi }: Studies): readonly LegendItem[] {
  const items: LegendItem[] = []
  if (sma !== null) items.push(['simple', `Media simple ${sma}`])
  if (ema !== null) items.push(['exponential', `Media exponencial ${ema}`])
  if (bollinger) items.push(['bands', `Bollinger ${bollinger.points}, ±${formatStock(bollinger.deviations)}`])
  if (rsi !== null) items.push(['index', `RSI ${rsi}`])
  return items
}
