import type { ReactNode } from 'react'

import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import '#src/ui/styles/records.css'

/** The content of a record, which shows one row of a table on a phone. */
export interface RecordContent {
  readonly title: ReactNode
  /** The status, at the right of the title. */
  readonly status?: ReactNode
  readonly detail: ReactNode
}

interface Props<Row> {
  readonly name: string
  /** Null while the rows load. */
  readonly rows: readonly Row[] | null
  /** Number of skeletons while the rows load. */
  readonly skeletonRows: number
  readonly toId: (row: Row) => string
  readonly toRecord: (row: Row) => RecordContent
  readonly actions?: ((row: Row) => ReactNode) | undefined
  /** The actions are on a separate line. */
  readonly wideActions?: boolean | undefined
  /** Renders the checkbox of a row. */
  readonly renderCheckbox?: ((row: Row) => ReactNode) | undefined
  /** Returns the content under an expanded record; null for a collapsed record. */
  readonly expansion?: ((row: Row) => ReactNode) | undefined
  readonly currentId?: string | null | undefined
  readonly selectedIds: ReadonlySet<string>
}

const RecordsSkeleton = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, i) => `${i}`).map((key) => (
    <li key={key}>
      <div className="records-record">
        <div className="records-line">
          <Skeleton width="w-40" height="h-4.5" />
        </div>
        <div className="records-line">
          <Skeleton width="w-3/4" />
        </div>
      </div>
    </li>
  ))

function RecordItem<Row>({
  row,
  toRecord,
  renderCheckbox,
  actions,
  wideActions = false,
}: Pick<Props<Row>, 'toRecord' | 'renderCheckbox' | 'actions' | 'wideActions'> & { readonly row: Row }) {
  const { title, status, detail } = toRecord(row)
  return (
    <div className="records-record">
      <div className="records-line">
        {renderCheckbox?.(row)}
        <b>{title}</b>
        {status}
      </div>
      <div className="records-line">
        <span className="records-detail">{detail}</span>
        {actions && (
          <span className={wideActions ? 'records-actions records-wide' : 'records-actions'}>{actions(row)}</span>
        )}
      </div>
    </div>
  )
}

/** The rows of a table as records with actions, for phones. */
export const RecordList = <Row,>({
  name,
  rows,
  skeletonRows,
  toId,
  selectedIds,
  currentId,
  expansion,
  ...content
}: Props<Row>) => (
  <ul className="records" aria-label={name}>
    {rows === null && <RecordsSkeleton count={skeletonRows} />}
    {rows?.map((row) => {
      const id = toId(row)
      return (
        <li
          key={id}
          aria-current={id === currentId || undefined}
          className={selectedIds.has(id) ? 'records-selected' : undefined}
        >
          <RecordItem row={row} {...content} />
          {expansion?.(row)}
        </li>
      )
    })}
  </ul>
)
