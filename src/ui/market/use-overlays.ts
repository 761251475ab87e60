import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { formatOverlayDifference, type OverlayLine } from '#src/application/market/chart-overlays.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { Curve } from '#src/charts/view/chart-props.ts'
import { createAlignment, NO_OVERLAYS, type OverlayKind, type Overlays } from '#src/domain/charting/overlays.ts'
import { type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import type { LegendItem } from '#src/ui/parts/chart-legend.tsx'

/** The instants of the chart and their day. */
interface ChartDay {
  readonly value: Pick<IntradaySeries, 'times'>
  readonly tradingDay: BogotaDate
}

const NO_LINES = createState<{ readonly lines: readonly OverlayLine[] }>({ lines: [] })

/** The other market is polled as often as the market's screen (D18), in ms. */
export const OTHER_MARKET_MS = 15_000

const toMidnight = (date: BogotaDate) => toInstant(date, '00:00')

/** A loaded line, aligned with the deals of the chart. */
interface AlignedLine {
  readonly kind: OverlayLine['kind']
  readonly name: string
  readonly align: (times: Float64Array) => Float64Array
}

function toAligned(lines: readonly OverlayLine[], tradingDay: BogotaDate | null): readonly AlignedLine[] {
  return lines.flatMap(({ kind, name, day }) => {
    if (day === null || tradingDay === null) return []
    const shift = toMidnight(tradingDay) - toMidnight(day.tradingDay)
    return [{ kind, name, align: createAlignment(day.value, shift) }]
  })
}

const toCurve = ({ kind, name, align }: AlignedLine, times: Float64Array): Curve => ({
  tone: kind,
  label: name,
  values: align(times),
  compare: formatOverlayDifference,
})

/** The item of a line in the legend, which says when the line has no data. */
export const toOverlayItem = (kind: OverlayKind, name: string, isEmpty: boolean): LegendItem => [
  kind,
  isEmpty ? `${name}: sin datos` : name,
]

const toItem = ({ kind, name, isEmpty }: OverlayLine) => toOverlayItem(kind, name, isEmpty)

/** Returns the lines that a day is compared with: curves, items of the legend, and failed loads. */
export function useOverlays(market: Market, overlays: Overlays, chart: ChartDay | null) {
  const { createOverlays } = useMarket()
  const tradingDay = chart?.tradingDay ?? null
  const view = useMemo(
    () =>
      tradingDay === null || overlays === NO_OVERLAYS
        ? NO_LINES
        : createOverlays({ market, tradingDay, overlays, interval: OTHER_MARKET_MS }),
    [createOverlays, market, tradingDay, overlays],
  )
  const { lines } = useSelector(view, (state) => state)
  const aligned = useMemo(() => toAligned(lines, tradingDay), [lines, tradingDay])
  const times = chart?.value.times ?? null
  const curves = useMemo(() => (times === null ? [] : aligned.map((line) => toCurve(line, times))), [aligned, times])
  const items = useMemo(() => lines.map(toItem), [lines])
  const failed = useMemo(() => lines.flatMap((line) => line.failed ?? []), [lines])
  return { curves, items, failed }
}
