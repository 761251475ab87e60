import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'

import type { ChartFormats, ChartLabels, ChartSeries, Span } from '#src/charts/chart-props.ts'
import { type Row, rowOfPoint, rowsOf } from '#src/charts/readings.ts'

interface Props {
  readonly series: ChartSeries
  readonly view: Span
  readonly domain: Span
  readonly barStep: number
  /** Index of the point under the crosshair: its row is marked and kept in sight. */
  readonly cursor: number | null
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

/** The chart in figures, behind a button. */
export const ChartTable = memo(function ChartTable({ series, view, domain, barStep, cursor, formats, labels }: Props) {
  const [open, setOpen] = useState(false)
  const region = useId()
  const table = useMemo(() => rowsOf(series, view, barStep, domain), [series, view, barStep, domain])
  const current = cursor === null ? -1 : rowOfPoint(table, cursor)

  return (
    <div className="chart-table">
      <button type="button" aria-expanded={open} aria-controls={region} onClick={() => setOpen(!open)}>
        <svg className="chart-table-mark" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 6 5 5 5-5" />
        </svg>
        {labels.table}
        <span className="chart-table-size">{labels.tableSize(table.rows.length, table.step)}</span>
      </button>
      <div id={region} hidden={!open}>
        {open && <RowsRegion rows={table.rows} ranged={table.step !== null} {...{ current, formats, labels }} />}
      </div>
    </div>
  )
})

/** What scrolls must take the focus, or the keys cannot scroll it (WCAG 2.1.1; Safari does not do so by itself). */
const SCROLLED_BY_KEYS = { tabIndex: 0 }

interface RegionProps {
  readonly rows: readonly Row[]
  /** Whether a row sums up several points, so that it has a lowest and a highest. */
  readonly ranged: boolean
  readonly current: number
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

function RowsRegion({ rows, ranged, current, formats, labels }: RegionProps) {
  const scroller = useRef<HTMLElement>(null)

  useEffect(() => {
    const row = scroller.current?.querySelectorAll('tbody tr').item(current)
    if (!scroller.current || !(row instanceof HTMLElement)) return
    scroller.current.scrollTop = row.offsetTop - scroller.current.clientHeight / 2
  }, [current])

  return (
    <section ref={scroller} className="chart-rows" aria-label={labels.tableCaption} {...SCROLLED_BY_KEYS}>
      <table>
        <caption>{labels.tableCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.x}</th>
            <th scope="col">{labels.line}</th>
            {ranged && <th scope="col">{labels.low}</th>}
            {ranged && <th scope="col">{labels.high}</th>}
            <th scope="col">{labels.barColumn}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.start} aria-current={index === current ? 'true' : undefined}>
              <th scope="row">{formats.x(row.x)}</th>
              <td>{formats.line(row.line)}</td>
              {ranged && <td>{formats.line(row.low)}</td>}
              {ranged && <td>{formats.line(row.high)}</td>}
              <td>{formats.bar(row.bar)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
