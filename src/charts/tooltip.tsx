import type { Ref } from 'react'

import type { ChartFormats, ChartLabels, ChartPoint } from '#src/charts/chart-props.ts'
import type { Area } from '#src/charts/paint.ts'

interface Props {
  readonly ref: Ref<HTMLDListElement>
  readonly point: ChartPoint
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

/** What the crosshair points at. It stands inside the plot, a slider, whose value already tells screen readers. */
export function Tooltip({ ref, point, formats, labels }: Props) {
  return (
    <dl ref={ref} className="chart-tip">
      <div>
        <dt>{labels.x}</dt>
        <dd>{formats.x(point.x)}</dd>
      </div>
      <div>
        <dt>{labels.line}</dt>
        <dd>{formats.lineLong(point.line)}</dd>
      </div>
      <div>
        <dt>{labels.bar}</dt>
        <dd>{formats.barLong(point.bar)}</dd>
      </div>
    </dl>
  )
}

const GAP = 12
const DROP = 16

/** Puts the tooltip beside the pixel, on the side that has room, and within the pane. */
export function placeTooltip(tip: HTMLElement, pane: Area, left: number, top: number): void {
  const { offsetWidth: width, offsetHeight: height } = tip
  const beside = left + GAP + width > pane.right ? left - GAP - width : left + GAP
  const below = Math.min(pane.bottom - height, top + DROP)
  tip.style.transform = `translate(${Math.max(0, Math.round(beside))}px, ${Math.max(pane.top, Math.round(below))}px)`
}
