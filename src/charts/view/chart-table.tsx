import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'

import { findRow, type RowSpan, type Rows } from '#src/charts/data/readings.ts'
import type { BaseLabels } from '#src/charts/view/chart-props.ts'
import { useThrottled } from '#src/charts/view/use-throttled.ts'

/** Live points update the table at most once in this time, ms. */
const TABLE_MS = 500

/** The chart as a table. Cells are formatted only while the table is open. */
export interface TableModel {
  readonly rows: Rows
  readonly columnHeads: readonly string[]
  readonly rowHead: (row: RowSpan) => string
  readonly cells: (row: RowSpan) => readonly string[]
}

interface Props {
  readonly toTable: () => TableModel
  /** Index of the point under the crosshair. Its row is marked and scrolled into view. */
  readonly crosshair: number | null
  readonly labels: BaseLabels
}

/** A button, and the table of the chart that it opens. */
export const ChartTable = memo(function ChartTable({ toTable, crosshair, labels }: Props) {
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const throttledToTable = useThrottled(toTable, TABLE_MS)
  const table = useMemo(() => throttledToTable(), [throttledToTable])
  const current = crosshair === null ? -1 : findRow(table.rows, crosshair)

  return (
    <div className="chart-table">
      <button type="button" aria-expanded={isOpen} aria-controls={region} onClick={() => setOpen(!isOpen)}>
        <svg className="chart-table-mark" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 6 5 5 5-5" />
        </svg>
        {labels.table}
        <span className="chart-table-size">{labels.tableSize(table.rows.spans.length, table.rows.step)}</span>
      </button>
      <div id={region} hidden={!isOpen}>
        {isOpen && <RowsRegion table={table} current={current} caption={labels.tableCaption} />}
      </div>
    </div>
  )
})

/**
 * The arrow keys scroll a region that has the focus (WCAG 2.1.1). Safari requires a tab index for
 * the focus.
 */
const FOCUSABLE = { tabIndex: 0 }

interface RegionProps {
  readonly table: TableModel
  readonly current: number
  readonly caption: string
}

function RowsRegion({ table, current, caption }: RegionProps) {
  const scroller = useRef<HTMLElement>(null)

  useEffect(() => {
    const row = scroller.current?.querySelectorAll('tbody tr').item(current)
    if (!scroller.current || !(row instanceof HTMLElement)) return
    scroller.current.scrollTop = row.offsetTop - scroller.current.clientHeight / 2
  }, [current])

  return (
    <section ref={scroller} className="chart-rows" aria-label={caption} {...FOCUSABLE}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.columnHeads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <TableRows table={table} current={current} />
      </table>
    </section>
  )
}

const TableRows = memo(function TableRows({ table, current }: Omit<RegionProps, 'caption'>) {
  return (
    <tbody>
      {table.rows.spans.map((row, index) => (
        <tr key={row.start} aria-current={index === current ? 'true' : undefined}>
          <th scope="row">{table.rowHead(row)}</th>
          {table.cells(row).map((cell, column) => (
            <td key={table.columnHeads[column + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})
