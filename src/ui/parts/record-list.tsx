import type { ReactNode } from 'react'
import '#src/ui/styles/records.css'

/** A row as a record, for phones. */
export interface RecordContent {
  readonly title: ReactNode
  /** The status, right of the title. */
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

/** The rows of a table as records with their actions, for phones. */
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
