import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { ChartLegend, Legend, type LegendItem } from '#src/ui/parts/chart-legend.tsx'

const ITEMS: Readonly<Record<Exclude<ChartView, 'prices'>, readonly LegendItem[]>> = {
  averages: [
    ['price', 'Precio'],
    ['short', 'Media móvil 8'],
    ['long', 'Media móvil 13'],
  ],
  candles: [
    ['rise', 'Cierre mayor que apertura'],
    ['fall', 'Cierre menor que apertura'],
  ],
  bollinger: [
    ['price', 'Precio'],
    ['middle', 'Media móvil 20'],
    ['band', '±2 desviaciones estándar'],
  ],
}

interface Props {
  readonly view: ChartView
  /** Name of the TRM line; null if the chart has no TRM line. */
  readonly trm: string | null
}

/** The legend of a view. */
export const ViewLegend = ({ view, trm }: Props) =>
  view === 'prices' ? <ChartLegend trm={trm} /> : <Legend items={ITEMS[view]} />
