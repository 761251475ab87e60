import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { formatClock } from '#bench/charts/labels.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import type { ChartFormats, ChartLabels, Span } from '#src/charts/view/chart-props.ts'
import { PriceChart } from '#src/charts/view/price-chart.tsx'
import '#src/ui/styles/main.css'

const FORMATS: ChartFormats = {
  x: formatClock,
  line: (value) => value.toFixed(2),
  lineTick: String,
  lineLong: (value) => value.toFixed(2),
  bar: (value) => value.toFixed(0),
  barLong: (value) => value.toFixed(0),
  barTick: String,
  point: ({ x, line, bar }) => `${formatClock(x)}, ${line.toFixed(2)}, ${bar.toFixed(0)}`,
}

const LABELS: ChartLabels = {
  figure: 'Precio',
  point: 'Punto',
  x: 'Hora',
  line: 'Precio',
  bar: 'Monto',
  low: 'Mínimo',
  high: 'Máximo',
  barColumn: 'Monto',
  rangeFrom: 'Desde',
  rangeTo: 'Hasta',
  table: 'Ver como tabla',
  tableSize: (rows) => `${rows} filas`,
  tableCaption: 'Precio',
  empty: 'Sin operaciones',
}

const PADDING = { line: 5, bars: 0 }
const BASELINE = { value: 4_100, label: 'TRM' }

const summarize = () => 'Resumen'

/**
 * The React component as the portal uses it: tint, crosshair, range selector, summary and table.
 */
const draw: DrawLine = (element, series) => {
  element.style.setProperty('--chart-height', `${SIZE.height}px`)
  const root = createRoot(element)
  const toWholeSpan = ({ x }: PriceColumns): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  let current = series
  let onDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    onDrawn = resolve
  })

  function render(range: Span | null): void {
    flushSync(() =>
      root.render(
        <PriceChart
          series={current}
          domain={toWholeSpan(current)}
          range={range}
          baseline={BASELINE}
          padding={PADDING}
          formats={FORMATS}
          labels={LABELS}
          summarize={summarize}
          onDrawn={onDrawn}
        />,
      ),
    )
    // Renders the state changes of the effects.
    flushSync(() => {})
  }

  render(null)
  return {
    drawn,
    append(longer) {
      current = longer
      render(null)
    },
    zoom: render,
    destroy: () => root.unmount(),
  }
}

registerTrial(draw, createDeals)
