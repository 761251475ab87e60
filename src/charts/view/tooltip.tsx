import type { Chart } from 'chart.js'
import type { Ref } from 'react'

import type { Reading } from '#src/charts/data/readings.ts'
import type { Mark } from '#src/charts/plot/marks.ts'

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

/** Moves the tooltip next to a point, on the side with space, inside the pane of the line. */
export function placeTooltip(tip: HTMLElement, { x, line }: Chart['scales'], mark: Mark): void {
  if (!x || !line) return
  const { offsetWidth: width, offsetHeight: height } = tip
  const [left, top] = [x.getPixelForValue(mark.x), line.getPixelForValue(mark.line)]
  const side = left + GAP + width > x.right ? left - GAP - width : left + GAP
  const below = Math.max(line.top, Math.round(Math.min(line.bottom - height, top + DROP)))
  tip.style.transform = `translate(${Math.max(0, Math.round(side))}px, ${below}px)`
}
