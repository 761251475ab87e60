import type { Ref } from 'react'
import type { Reading } from '#src/charts/data/readings.ts'
import type { Area } from '#src/charts/draw/paint.ts'

interface Props {
  readonly ref: Ref<HTMLDListElement>
  readonly reading: Reading
  /** Label of x: `Hora`. */
  readonly label: string
}

/** The values at the crosshair. Screen readers get them from the slider's value instead. */
export function Tooltip({ ref, reading, label }: Props) {
  const { title, rows } = reading.toText()
  return (
    <dl ref={ref} className="chart-tip">
      {[{ label, text: title }, ...rows].map((row) => (
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

/** Moves the tooltip next to a pixel, on the side with enough space, inside the pane. */
export function placeTooltip(tip: HTMLElement, pane: Area, left: number, top: number): void {
  const { offsetWidth: width, offsetHeight: height } = tip
  const side = left + GAP + width > pane.right ? left - GAP - width : left + GAP
  const below = Math.min(pane.bottom - height, top + DROP)
  tip.style.transform = `translate(${Math.max(0, Math.round(side))}px, ${Math.max(pane.top, Math.round(below))}px)`
}
