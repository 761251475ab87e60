import { type RefObject, useEffect, useRef } from 'react'

import type { PriceChartProps } from '#src/charts/view/chart-props.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { ChartTools } from '#src/ui/market/chart-tools.tsx'
import { DrawingLayer } from '#src/ui/market/drawing-layer.tsx'
import { DrawingsProvider, useDrawings } from '#src/ui/market/drawings-context.ts'
import { DrawingsFrame } from '#src/ui/market/drawings-frame.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'

export interface DemandedToolsProps {
  readonly market: Market
  readonly chart: RefObject<ShownChart | null>
  readonly series: IntradaySeries
  /** Delay of the series, in minutes. */
  readonly delay: number
  /** Whether the user asked for the tools, which then get the focus once if it is free; their menu on a phone opens. */
  readonly isAsked: boolean
  readonly onFocused: () => void
  /** Called with the drawings over the chart. */
  readonly onOverlay: (overlay: NonNullable<PriceChartProps['overlay']>) => void
}

/** The tools, which share the drawings with the overlay of the chart. */
function Tools({ market, chart, series, delay, isAsked, onFocused, onOverlay }: DemandedToolsProps) {
  const drawings = useDrawings()
  const tools = useRef<HTMLDivElement>(null)
  const lastAt = series.times.at(-1) ?? 0
  const lastPrice = series.prices.at(-1) ?? Number.NaN

  useEffect(() => {
    onOverlay((plane) => (
      <DrawingsProvider value={drawings}>
        <DrawingLayer market={market} plane={plane} starts={null} lastAt={lastAt} lastPrice={lastPrice} />
      </DrawingsProvider>
    ))
  }, [onOverlay, drawings, market, lastAt, lastPrice])

  useEffect(() => {
    if (!isAsked) return
    onFocused()
    // The pressed button, which these tools replace, had the focus: the user may have moved it meanwhile.
    if (document.activeElement !== document.body) return
    const button = tools.current?.querySelector('button')
    button?.focus()
    // On a phone the tools are one menu, which the same press opens.
    if (button?.getAttribute('aria-haspopup') === 'menu') button.click()
  }, [isAsked, onFocused])

  return (
    <div ref={tools}>
      <ChartTools chart={chart} market={market} view="prices" period="1d" delay={delay} hasPoints />
    </div>
  )
}

/** The tools of the chart of a day on a page of visitors, and its drawings. */
export const DemandedTools = (props: DemandedToolsProps) => (
  <DrawingsFrame market={props.market}>
    <Tools {...props} />
  </DrawingsFrame>
)
