import { useCallback, useEffect, useRef, useState } from 'react'

import { TOOLS_NOT_LOADED } from '#src/application/market/market-messages.ts'
import type { PriceChartProps } from '#src/charts/view/chart-props.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import type { DemandedToolsProps } from '#src/ui/market/demanded-tools.tsx'
import { CHART_TOOLS, ToolsLabel } from '#src/ui/market/tools-label.tsx'
import { useMarketDelay } from '#src/ui/market/use-market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface ButtonProps {
  /** Undefined while the tools load. */
  readonly onClick?: () => void
}

const ToolsButton = ({ onClick }: ButtonProps) => (
  <Button
    variant="text"
    size="small"
    aria-label={CHART_TOOLS}
    aria-disabled={onClick === undefined}
    {...(onClick && { onClick })}
  >
    <ToolsLabel />
  </Button>
)

/** Its code is larger than that of the home: most visitors only look at the chart. */
const LazyTools = lazyPart<DemandedToolsProps>(
  async ({ loadMarket }) => {
    const [{ DemandedTools }] = await Promise.all([import('#src/ui/market/demanded-tools.tsx'), loadMarket()])
    return DemandedTools
  },
  { boundary: (retry) => <ToolsButton onClick={retry} /> },
)

/**
 * The drawings and files of the chart of a day on a page of visitors (D129, D131). Their code is loaded when the
 * user asks for them, or has drawings in this browser. `delay` is that of the series, in minutes. `chartProps` are
 * those of the chart.
 */
export function useToolsOnDemand(market: Market, series: IntradaySeries | null, delay: number) {
  const portal = usePortal()
  const { hasVisitorDrawings, toasts } = portal
  const userDelay = useMarketDelay()
  const chart = useRef<ShownChart>(null)
  const [isLoading, setLoading] = useState(false)
  const [demand, setDemand] = useState<'none' | 'loaded' | 'asked'>('none')
  const [overlay, setOverlay] = useState<PriceChartProps['overlay']>()
  // The tools are mounted again for another account or day, and do not take the focus then.
  const onFocused = useCallback(() => setDemand('loaded'), [])
  const onOverlay = useCallback((next: NonNullable<typeof overlay>) => setOverlay(() => next), [])

  // The button, with the focus, stays until its code is there.
  const load = useCallback(() => portal.loadCode(() => LazyTools.load(portal)), [portal])
  async function ask() {
    const refuse = () => toasts.show(TOOLS_NOT_LOADED)
    // A page never gets code whose load has failed once, so a press without a connection loads nothing.
    if (!portal.page.getSnapshot().online) return refuse()
    setLoading(true)
    await load().then(() => setDemand('asked'), refuse)
    setLoading(false)
  }

  useEffect(() => {
    let isMounted = true
    async function show() {
      if (!(await hasVisitorDrawings(market))) return
      await load()
      if (isMounted) setDemand((current) => (current === 'none' ? 'loaded' : current))
    }
    // Without a connection the button remains.
    show().catch(() => undefined)
    return () => {
      isMounted = false
    }
  }, [hasVisitorDrawings, load, market])

  const isEmpty = series === null || series.times.length === 0
  const tools = (
    // The tools have their place before the chart has points.
    <div className="flex min-h-7.5 min-w-10 justify-end self-center max-sm:min-h-10 pointer-coarse:min-h-11 print:hidden">
      {!isEmpty && demand === 'none' && <ToolsButton {...(!isLoading && { onClick: ask })} />}
      {!isEmpty && demand !== 'none' && (
        // A login or a logout changes whose drawings they are.
        <LazyTools
          key={userDelay}
          market={market}
          chart={chart}
          series={series}
          delay={delay}
          isAsked={demand === 'asked'}
          onFocused={onFocused}
          onOverlay={onOverlay}
        />
      )}
    </div>
  )
  return { tools, chartProps: { shown: chart, ...(overlay && { overlay }) } }
}
