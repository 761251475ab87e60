import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import {
  COST_COLUMN_TITLES,
  COST_COLUMNS,
  COST_NOTE,
  COST_ROWS,
  COST_TABLE,
  COSTS_FAILED,
  COSTS_INTRO,
  type CostState,
  IDLE_ADVICE,
  IDLE_CHART,
  idleBarText,
  idleLead,
  idleText,
  moreIdleText,
} from '#src/application/imc/packages/costs.ts'
import { NO_PACKAGES, SEARCH_PACKAGE } from '#src/application/imc/packages/packages.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { PackageCost } from '#src/domain/imc/packages/monthly-cost.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import { ImcFigures, ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { MonthlyCost } from '#src/ui/imc/packages/package-columns.tsx'
import { useImc, useListAddress } from '#src/ui/imc/use-imc.ts'
import { ContactLink } from '#src/ui/parts/contact.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Figure, Missing } from '#src/ui/parts/figures.tsx'
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

/** The packages with the highest idle cost, each with a link to its subscriptions. */
const IdleChart = ({ bars, moreIdle }: Pick<CostState, 'bars' | 'moreIdle'>) => (
  <div className="pt-4">
    <h2 className="pb-1 text-sm font-620">{IDLE_CHART}</h2>
    <ul aria-label={IDLE_CHART}>
      {bars.map((bar) => (
        <li
          key={bar.packageId}
          className="grid grid-cols-[minmax(110px,max-content)_1fr_minmax(250px,max-content)] items-center gap-x-4 border-b border-line text-sm max-sm:grid-cols-[1fr_max-content] max-sm:pb-1.5"
        >
          <Link className="py-1.5 max-sm:py-2.5" href={toPath('imcPackage', { packageId: bar.packageId })}>
            {bar.code}
          </Link>
          <svg
            className="h-3 w-full max-sm:col-span-full max-sm:row-2"
            aria-hidden="true"
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
          >
            <rect
              className="fill-accent-soft stroke-accent"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
              width={bar.width}
              height="10"
            />
          </svg>
          <span className="text-right text-xs text-muted">{idleBarText(bar)}</span>
        </li>
      ))}
    </ul>
    {moreIdle > 0 && <p className="pt-2 text-xs text-muted">{moreIdleText(moreIdle)}</p>}
  </div>
)

/** The first sentence of the page: what is paid and not used, and where to release it (D97). */
function IdleCost({ total, bars, moreIdle }: Pick<CostState, 'total' | 'bars' | 'moreIdle'>) {
  const lead = total && idleLead(total)
  if (lead === null) {
    return total === null ? (
      <p className="pt-5">
        <Skeleton width="w-40" height="h-4.5" />
      </p>
    ) : null
  }
  if (bars.length === 0) return <p className="pt-5 text-ink-soft">{lead}</p>
  return (
    <div className="pt-5">
      <Figure as="p" size="sm" wraps>
        {lead}
      </Figure>
      <p className="pt-1.5 text-sm text-ink-soft">
        {IDLE_ADVICE} <ContactLink />.
      </p>
      <IdleChart bars={bars} moreIdle={moreIdle} />
    </div>
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
  const { rows, total, bars, moreIdle, downloadFailed } = useSelector(view, (state) => state)
  useListAddress(view.list)
  return (
    <Main title={SCREENS.imcCosts.title}>
      <ImcHead title={SCREENS.imcCosts.title} intro={COSTS_INTRO} />
      <IdleCost total={total} bars={bars} moreIdle={moreIdle} />
      <ImcFigures figures={toFigures(total)} />
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
