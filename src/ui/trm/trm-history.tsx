import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import {
  NO_TRM_IN_SPAN,
  SPAN_NAMES,
  SPAN_WORDS,
  TRM_COLUMN_TITLES,
  TRM_COLUMNS,
  TRM_HISTORY,
  TRM_ROWS,
  type TrmHistoryView,
  toTrmMove,
} from '#src/application/market/trm.ts'
import { NEXT_TRM, TRM_IN_FORCE } from '#src/application/market/trm-note.ts'
import { formatPercent, formatPrice } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { TRM_SPANS, type TrmSpan } from '#src/domain/trading/trm-choice.ts'
import type { TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Mark } from '#src/ui/parts/mark.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, Panel, PanelHead, Region, RegionMeta } from '#src/ui/parts/panel.tsx'
import { PeriodGroup } from '#src/ui/parts/period-group.tsx'
import { formatMeta, hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TrmChange } from '#src/ui/trm/trm-change.tsx'
import { TrmChart } from '#src/ui/trm/trm-chart.tsx'

const formatDays = ({ from, until }: TrmRange): string => (from === until ? from : `${from} a ${until}`)

interface DaysCellProps {
  readonly row: TrmPeriod
  readonly today: BogotaDate
}

/** The days of a TRM, with a mark for the TRM in force and the next TRM. */
const DaysCell = ({ row, today }: DaysCellProps) => (
  <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
    {formatDays(row)} {row.until >= today && <Mark text={row.from > today ? NEXT_TRM : TRM_IN_FORCE} />}
  </span>
)

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
    className: 'pl-3',
    skeleton: <Skeleton width="w-40" />,
    cell: (row) => <DaysCell row={row} today={today} />,
  },
  { id: 'value', title: TRM_COLUMN_TITLES.value, align: 'end', skeleton, cell: (row) => formatPrice(row.value) },
  {
    id: 'change',
    title: TRM_COLUMN_TITLES.change,
    align: 'end',
    skeleton,
    cell: (row) => <TrmChange row={row} isInTable />,
  },
  { id: 'percent', title: TRM_COLUMN_TITLES.percent, align: 'end', skeleton, cell: renderPercent },
]

interface TrmTableProps {
  readonly view: Pick<TrmHistoryView, 'list' | 'download'>
  readonly caption: string
  readonly today: BogotaDate
  /** The id of the row of the TRM in force. */
  readonly currentId: string | null
}

/** The TRMs of the span as a table that the user can sort and download. */
const TrmTable = ({ view, caption, today, currentId }: TrmTableProps) => (
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
      detail: <DaysCell row={row} today={today} />,
    })}
    currentId={currentId}
    skeletonRows={20}
    empty={<EmptyLine text={NO_TRM_IN_SPAN} />}
    onDownload={view.download}
  />
)

interface Props {
  readonly span: TrmSpan
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
  readonly onSpan: (span: TrmSpan) => void
}

/** The chart and the table of one span. A new span replaces both, but not the group that has the focus. */
export function TrmHistory({ span, delay, onSpan }: Props) {
  const { createTrmHistory } = useMarket()
  const createView = () => ({ span, view: createTrmHistory(span, delay) })
  const [shown, setShown] = useState(createView)
  // The group of periods has no key, because it keeps the focus: the view is replaced here.
  if (shown.span !== span) setShown(createView)
  const { view } = shown
  const { history, today, downloadFailed } = useSelector(view, (state) => state)
  const periodInForce = history.value?.periods.find(({ from, until }) => from <= today && today <= until) ?? null
  return (
    <div className="grid content-start gap-9 lg:col-[5/-1]">
      <Region aria-label="Gráfica" aria-busy={isBusy(history)}>
        <PanelHead title={TRM_HISTORY}>
          {history.stale && <RegionMeta stale>{formatMeta(history, null)}</RegionMeta>}
          <PeriodGroup
            periods={TRM_SPANS}
            toText={(name) => SPAN_NAMES[name]}
            value={span}
            onChange={onSpan}
            className="ml-auto max-sm:ml-0"
          />
        </PanelHead>
        <div className="chart chart-room">
          <GuardedRegion key={span}>
            <ResourceView resource={history} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
              {({ periods }) =>
                periods.length === 0 ? <EmptyLine text={NO_TRM_IN_SPAN} /> : <TrmChart span={span} periods={periods} />
              }
            </ResourceView>
          </GuardedRegion>
        </div>
      </Region>
      <Panel
        key={span}
        name="TRM por fecha"
        meta={formatMeta(history, SPAN_WORDS[span])}
        busy={isBusy(history)}
        stale={history.stale}
      >
        {downloadFailed && <Notice icon="warning" tone="err" lead={NOT_DOWNLOADED} />}
        {hasFailed(history) ? (
          <ResourceView resource={history} failureTitle="No pudimos consultar la historia de la TRM" skeleton={null}>
            {() => null}
          </ResourceView>
        ) : (
          <TrmTable
            view={view}
            caption={`TRM, ${SPAN_WORDS[span]}`}
            today={today}
            currentId={periodInForce?.from ?? null}
          />
        )}
      </Panel>
    </div>
  )
}
