import {
  NEXT_TRM,
  NO_TRM_IN_SPAN,
  TRM_COLUMN_TITLES,
  TRM_COLUMNS,
  TRM_IN_FORCE,
  TRM_ROWS,
  type TrmHistoryView,
  toTrmMove,
} from '#src/application/market/trm.ts'
import { formatPercent, formatPrice, formatSigned } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'
import { Change, Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const formatDays = ({ from, until }: TrmRange): string => (from === until ? from : `${from} a ${until}`)

/** Marks the TRM in force and the next TRM. */
function Mark({ row, today }: { readonly row: TrmPeriod; readonly today: BogotaDate }) {
  if (row.until < today) return null
  return <span className="mark">{row.from > today ? NEXT_TRM : TRM_IN_FORCE}</span>
}

function TrmChange({ row }: { readonly row: TrmPeriod }) {
  const move = toTrmMove(row)
  return move ? <Change text={formatSigned(move.pesos, 2)} /> : <Missing />
}

const renderPercent = (row: TrmPeriod) => {
  const move = toTrmMove(row)
  return move ? formatPercent(move.percent) : <Missing />
}

const skeleton = <Skeleton width="w-14" />

const createColumns = (today: BogotaDate): readonly ListColumn<TrmPeriod>[] => [
  {
    id: 'from',
    title: TRM_COLUMN_TITLES.from,
    isRowHeading: true,
    skeleton: <Skeleton width="w-40" />,
    cell: (row) => (
      <span className="trm-cell">
        {formatDays(row)} <Mark row={row} today={today} />
      </span>
    ),
  },
  { id: 'value', title: TRM_COLUMN_TITLES.value, className: 'num', skeleton, cell: (row) => formatPrice(row.value) },
  { id: 'change', title: TRM_COLUMN_TITLES.change, className: 'num', skeleton, cell: (row) => <TrmChange row={row} /> },
  { id: 'percent', title: TRM_COLUMN_TITLES.percent, className: 'num', skeleton, cell: renderPercent },
]

interface Props {
  readonly view: Pick<TrmHistoryView, 'list' | 'download'>
  readonly caption: string
  readonly today: BogotaDate
  /** The id of the row of the TRM in force. */
  readonly currentId: string | null
}

/** The TRMs of the span as a table that the user can sort and download. */
export const TrmTable = ({ view, caption, today, currentId }: Props) => (
  <ListTable
    list={view.list}
    caption={caption}
    names={TRM_ROWS}
    columns={createColumns(today)}
    sortableColumns={TRM_COLUMNS}
    toId={({ from }) => from}
    toName={formatDays}
    toRecord={(row) => ({
      title: formatPrice(row.value),
      status: <TrmChange row={row} />,
      detail: (
        <span className="trm-cell">
          {formatDays(row)} <Mark row={row} today={today} />
        </span>
      ),
    })}
    currentId={currentId}
    skeletonRows={20}
    empty={<p className="blank meta">{NO_TRM_IN_SPAN}</p>}
    onDownload={view.download}
  />
)
