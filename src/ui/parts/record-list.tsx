import type { ReactNode } from 'react'
import '#src/ui/styles/records.css'

/** A row as a phone shows it. */
export interface RecordContent {
  readonly title: ReactNode
  /** Right of the title: its status. */
  readonly status?: ReactNode
  readonly detail: ReactNode
}

interface Props<Row> {
  readonly name: string
  readonly rows: readonly Row[]
  readonly toId: (row: Row) => string
  readonly toRecord: (row: Row) => RecordContent
  readonly actions?: ((row: Row) => ReactNode) | undefined
  /** The checkbox of a row. */
  readonly select?: ((row: Row) => ReactNode) | undefined
  readonly currentId?: string | null | undefined
}

/** The rows of a table on a phone: a list of records, each with its actions. */
export const RecordList = <Row,>({ name, rows, toId, toRecord, actions, select, currentId }: Props<Row>) => (
  <ul className="records" aria-label={name}>
    {rows.map((row) => {
      const id = toId(row)
      const { title, status, detail } = toRecord(row)
      return (
        <li key={id} aria-current={id === currentId || undefined}>
          <div className="records-line">
            {select?.(row)}
            <b>{title}</b>
            {status}
          </div>
          <div className="records-line">
            <span className="records-detail">{detail}</span>
            {actions && <span className="records-actions">{actions(row)}</span>}
          </div>
        </li>
      )
    })}
  </ul>
)
