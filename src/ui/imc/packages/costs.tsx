import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  COST_CHART,
  COST_COLUMN_TITLES,
  COST_COLUMNS,
  COST_NOTE,
  COST_ROWS,
  COST_TABLE,
  COSTS_FAILED,
  COSTS_INTRO,
  type CostState,
  costBarText,
  IDLE_COST,
  idleText,
  USED_COST,
} from '#src/application/imc/packages/costs.ts'
import { NO_PACKAGES, SEARCH_PACKAGE } from '#src/application/imc/packages/packages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { PackageCost } from '#src/domain/imc/packages/monthly-cost.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import { ImcFigures, ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { MonthlyCost } from '#src/ui/imc/packages/package-columns.tsx'
import { useImc, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const NUMBER_COLUMN = { align: 'end', skeleton: <Skeleton width="w-11" /> } as const

const toCountColumn = (id: 'screens' | 'used' | 'inProgress' | 'idle'): ListColumn<PackageCost> => ({
  id,
  title: COST_COLUMN_TITLES[id],
  ...NUMBER_COLUMN,
  cell: (row) => formatCount(row[id]),
})

const toCostColumn = (id: 'monthlyCost' | 'costPerUser' | 'idleCost'): ListColumn<PackageCost> => ({
  id,
  title: COST_COLUMN_TITLES[id],
  ...NUMBER_COLUMN,
  cell: (row) => {
    const value = row[id]
    return value === null ? <Missing /> : <MonthlyCost value={value} />
  },
})

const COLUMNS: readonly ListColumn<PackageCost>[] = [
  { id: 'code', title: COST_COLUMN_TITLES.code, isRowHeading: true, cell: ({ code }) => code },
  { id: 'name', title: COST_COLUMN_TITLES.name, cell: ({ name }) => name },
  toCountColumn('screens'),
  toCountColumn('used'),
  toCountColumn('inProgress'),
  toCountColumn('idle'),
  toCostColumn('monthlyCost'),
  toCostColumn('costPerUser'),
  toCostColumn('idleCost'),
]

const toFigures = (total: CostState['total']) => {
  const format = (toText: (sum: NonNullable<CostState['total']>) => string) => (total === null ? null : toText(total))
  const pesos = { isPesos: true, unit: 'COP' }
  return [
    { name: COST_COLUMN_TITLES.screens, text: format(({ screens }) => formatCount(screens)) },
    { name: COST_COLUMN_TITLES.used, text: format(({ used }) => formatCount(used)) },
    { name: COST_COLUMN_TITLES.inProgress, text: format(({ inProgress }) => formatCount(inProgress)) },
    { name: COST_COLUMN_TITLES.idle, text: format(({ idle }) => formatCount(idle)) },
    {
      name: COST_COLUMN_TITLES.monthlyCost,
      text: format(({ monthlyCost }) => formatMonthlyCost(monthlyCost)),
      ...pesos,
    },
    {
      name: COST_COLUMN_TITLES.costPerUser,
      text: format(({ costPerUser }) => formatMonthlyCost(costPerUser)),
      ...pesos,
    },
    { name: COST_COLUMN_TITLES.idleCost, text: format(({ idleCost }) => formatMonthlyCost(idleCost)), ...pesos },
  ]
}

const LEGEND_MARKS = {
  used: 'before:bg-chart-amount-on',
  idle: 'before:inset-ring-[1.5px] before:inset-ring-accent',
} as const

interface LegendProps {
  readonly mark: keyof typeof LEGEND_MARKS
  readonly children: string
}

const LegendItem = ({ mark, children }: LegendProps) => (
  <span className={`before:mr-1.75 before:inline-block before:h-2.5 before:w-3.5 ${LEGEND_MARKS[mark]}`}>
    {children}
  </span>
)

/** The costs of the most expensive packages as bars. A part of each bar is the idle cost. */
function CostChart({ bars }: Pick<CostState, 'bars'>) {
  return (
    <figure className="pt-5">
      <figcaption className="flex flex-wrap justify-between gap-x-5 gap-y-1 pb-1.5 text-sm">
        <b className="font-620">{COST_CHART}</b>
        <span className="flex flex-wrap justify-between gap-x-5 gap-y-1">
          <LegendItem mark="used">{USED_COST}</LegendItem>
          <LegendItem mark="idle">{IDLE_COST}</LegendItem>
        </span>
      </figcaption>
      <ul>
        {bars.map(({ packageId, code, monthlyCost, idleCost, idle, screens, usedWidth, idleWidth }) => {
          return (
            <li
              key={packageId}
              className="grid grid-cols-[minmax(90px,max-content)_1fr_minmax(110px,max-content)] items-center gap-x-4 gap-y-1 border-b border-line py-1.5 text-sm max-sm:grid-cols-[1fr_max-content]"
            >
              <span>{code}</span>
              <svg
                className="h-3 w-full max-sm:col-span-full max-sm:row-2"
                role="img"
                aria-label={costBarText(code, monthlyCost, idleCost)}
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
              >
                <rect className="fill-chart-amount-on" width={usedWidth} height="10" />
                <rect
                  className="fill-accent-soft stroke-accent"
                  strokeWidth="1.5"
                  vectorEffect="non-scaling-stroke"
                  x={usedWidth}
                  width={idleWidth}
                  height="10"
                />
              </svg>
              <span className="text-xs text-muted">{idleText(idle, screens)}</span>
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

const toRecord = (row: PackageCost) => ({
  title: row.code,
  status: <MonthlyCost value={row.monthlyCost} />,
  detail: (
    <span className="grid gap-0.5">
      <span>{row.name}</span>
      <span>{idleText(row.idle, row.screens)}</span>
      <span>
        {COST_COLUMN_TITLES.costPerUser}:{' '}
        {row.costPerUser === null ? <Missing /> : <MonthlyCost value={row.costPerUser} />}
      </span>
      <span>
        {COST_COLUMN_TITLES.idleCost}: <MonthlyCost value={row.idleCost} />
      </span>
    </span>
  ),
})

/** The page Costos y uso: the screens, the use and the cost of each package. */
export function Costs() {
  const { createCosts } = useImc()
  const query = useSearch()
  const [view] = useState(() => createCosts(query))
  const { rows, total, bars, downloadFailed } = useSelector(view, (state) => state)
  useListAddress(view.list)
  return (
    <Main title={SCREENS.imcCosts.title}>
      <ImcHead title={SCREENS.imcCosts.title} intro={COSTS_INTRO} />
      <ImcFigures figures={toFigures(total)} />
      {bars.length > 0 && <CostChart bars={bars} />}
      <ListPanel title={COST_TABLE} downloadFailed={downloadFailed}>
        <div className="overflow-x-auto">
          <ListTable
            list={view.list}
            heading={<ListHeading title={COST_TABLE} stale={rows.stale} />}
            caption={COST_TABLE}
            names={COST_ROWS}
            columns={COLUMNS}
            sortableColumns={COST_COLUMNS}
            toId={({ packageId }) => packageId}
            toName={({ code }) => code}
            toRecord={toRecord}
            skeletonRows={5}
            search={SEARCH_PACKAGE}
            empty={<Empty {...NO_PACKAGES} />}
            failure={toListFailure(rows, COSTS_FAILED)}
            onDownload={view.download}
          />
        </div>
        <p className="pt-3 text-xs text-muted">{COST_NOTE}</p>
      </ListPanel>
    </Main>
  )
}
