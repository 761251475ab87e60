import { type ReactNode, useMemo, useRef, useState } from 'react'

import type { PlotMark } from '#src/charts/view/chart-props.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { focusPlot } from '#src/ui/market/drawing-actions.tsx'
import { DrawingsProvider } from '#src/ui/market/drawings-context.ts'
import { DrawingsDialog } from '#src/ui/market/drawings-dialog.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'

interface Props {
  readonly market: Market
  readonly children: ReactNode
}

/**
 * Shares the drawings of a market with its chart and their tools, and shows their list (D131): it stays while another
 * width of the page, such as that of a phone that is turned, replaces the tools or the chart.
 */
export function DrawingsFrame({ market, children }: Props) {
  const { createDrawings } = useMarket()
  const [view] = useState(() => createDrawings(market))
  const [lastPrice, setLastPrice] = useState<number | null>(null)
  const marks = useRef<readonly PlotMark[]>([])
  const layer = useRef<HTMLDivElement>(null)
  const drawings = useMemo(() => ({ view, marks, layer, openList: setLastPrice }), [view])

  function close() {
    setLastPrice(null)
    // The page is inert until the dialog has gone. The button that opened it may have gone too.
    setTimeout(() => {
      if (document.activeElement === document.body && layer.current) focusPlot(layer.current)
    })
  }
  return (
    <DrawingsProvider value={drawings}>
      {children}
      {lastPrice !== null && <DrawingsDialog view={view} market={market} lastPrice={lastPrice} onClose={close} />}
    </DrawingsProvider>
  )
}
