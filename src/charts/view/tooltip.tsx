import type { Ref } from 'react'
import type { Reading } from '#src/charts/data/readings.ts'
import type { Area } from '#src/charts/draw/paint.ts'

interface Props {
  readonly ref: Ref<HTMLDListElement>
  readonly reading: Reading
  /** What x counts: `Hora`. */
  readonly label: string
}

/** What the crosshair points at. It stands inside the plot, a slider, whose value already tells screen readers. */
export function Tooltip({ ref, reading, label }: Props) {
  return (
    <dl ref={ref} className="chart-tip">
      {[{ label, text: reading.title }, ...reading.rows].map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd>{row.text}</dd>
        </div>
      ))}
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
