import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { Legend, type LegendItem, toPriceItems } from '#src/ui/parts/chart-legend.tsx'

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
  /** Explain the indicators of the user. */
  readonly studyItems: readonly LegendItem[]
}

/** The legend of a view. */
export const ViewLegend = ({ view, trm, studyItems }: Props) => (
  <Legend items={[...(view === 'prices' ? toPriceItems(trm) : ITEMS[view]), ...studyItems]} />
)
