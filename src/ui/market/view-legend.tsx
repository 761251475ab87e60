import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { ChartLegend, LegendItem } from '#src/ui/parts/chart-legend.tsx'

const Averages = () => (
  <>
    <LegendItem className="views-short" path="M0 4H22" text="Media móvil 8" />
    <LegendItem className="views-long" path="M0 4H22" text="Media móvil 13" />
  </>
)

const Bands = () => (
  <>
    <LegendItem className="views-middle" path="M0 4H22" text="Media móvil 20" />
    <LegendItem className="views-band" path="M0 0H22V8H0z" text="±2 desviaciones estándar" />
  </>
)

interface Props {
  readonly view: ChartView
  /** Name of the TRM line; null if the chart has no TRM line. */
  readonly trm: string | null
}

/** The legend of a view. */
export function ViewLegend({ view, trm }: Props) {
  if (view === 'prices') return <ChartLegend trm={trm} />
  return (
    <ul className="legend">
      {view === 'candles' ? (
        <>
          <LegendItem className="views-rise" path="M11-2V0M11 8v2M7 0h8v8H7z" text="Cierre mayor que apertura" />
          <LegendItem className="views-fall" path="M11-2V0M11 8v2M7 0h8v8H7z" text="Cierre menor que apertura" />
        </>
      ) : (
        <>
          <LegendItem className="legend-line" path="M0 4H22" text="Precio" />
          {view === 'averages' ? <Averages /> : <Bands />}
        </>
      )}
    </ul>
  )
}
