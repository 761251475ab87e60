import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  DAY_ROWS,
  downloadYearText,
  formatMonthName,
  MONTH_INTRO,
  monthTitle,
  NEXT_DAY_ROW,
  NO_DAYS,
  YEAR_FAILED,
} from '#src/application/market/day-text.ts'
import { MONTH_COLUMNS, type MonthState, toRowFigures } from '#src/application/market/month.ts'
import { NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatPrice, formatUsd } from '#src/domain/money.ts'
import { formatShortDay } from '#src/domain/text.ts'
import { type Day, type DayFigures, type Month, toMonth } from '#src/domain/trading/days.ts'
import { useMarket, useMarketDelay, useMarketStatus } from '#src/ui/market/use-market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Mark } from '#src/ui/parts/mark.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/** The day as a link to its page; the mark says that the figures are those of next day (D2). */
const DayCell = ({ date, spot, nextday }: Day) => (
  <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
    <Link href={toPath('day', { date })}>
      {formatShortDay(date)}
      <span className="sr-only"> de {formatMonthName(toMonth(date))}</span>
    </Link>
    {spot === null && nextday !== null && <Mark text={NEXT_DAY_ROW} />}
  </span>
)

const skeleton = <Skeleton width="w-14" />

const createFigureColumn = (
  id: Exclude<keyof DayFigures, 'average' | 'count'>,
  title: string,
  format: (value: number) => string,
): ListColumn<Day> => ({
  id,
  title,
  align: 'end',
  skeleton,
  cell: (day) => {
    const figures = toRowFigures(day)
    return figures ? format(figures[id]) : <Missing />
  },
})

const COLUMNS: readonly ListColumn<Day>[] = [
  { id: 'date', title: 'Día', isRowHeading: true, skeleton, cell: DayCell },
  createFigureColumn('open', 'Apertura', formatPrice),
  createFigureColumn('low', 'Mínimo', formatPrice),
  createFigureColumn('high', 'Máximo', formatPrice),
  createFigureColumn('close', 'Cierre', formatPrice),
  {
    id: 'trm',
    title: 'TRM',
    align: 'end',
    skeleton,
    cell: ({ trm }) => (trm === null ? <Missing /> : formatPrice(trm)),
  },
  createFigureColumn('amount', 'Monto, USD', formatUsd),
]

/** The second line of a day on a phone. */
function formatDetail(day: Day): string {
  const figures = toRowFigures(day)
  const parts = figures && [
    `Apertura ${formatPrice(figures.open)}`,
    `mínimo ${formatPrice(figures.low)}`,
    `máximo ${formatPrice(figures.high)}`,
    `USD ${formatUsd(figures.amount)}`,
  ]
  return [...(parts ?? ['Sin operaciones']), `TRM ${formatPrice(day.trm)}`].join(', ')
}

const LINK = 'inline-block py-1 text-sm font-550 pointer-coarse:py-2.5'

interface MonthLinksProps {
  readonly month: Month
  readonly neighbours: MonthState['neighbours']
}

/** The months before and after a month. */
const MonthLinks = ({ month, neighbours: { previous, next } }: MonthLinksProps) => (
  <nav className="flex flex-wrap justify-between gap-x-6 border-t border-line py-1.5" aria-label="Otros meses">
    {previous === null ? (
      <span />
    ) : (
      <Link
        className={LINK}
        href={toPath('month', { month: previous })}
        rel="prev"
      >{`← ${formatMonthName(previous)}`}</Link>
    )}
    <span className="py-1 text-sm text-muted">{formatMonthName(month)}</span>
    {next === null ? (
      <span />
    ) : (
      <Link className={LINK} href={toPath('month', { month: next })} rel="next">{`${formatMonthName(next)} →`}</Link>
    )}
  </nav>
)

interface Props {
  readonly month: Month
  /** The title of the page. */
  readonly title: string
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

function MonthMain({ month, title, delay }: Props) {
  const { createMonth } = useMarket()
  const [view] = useState(() => createMonth(month, delay))
  const { days, neighbours, hasYear, isLoadingYear, failedFile } = useSelector(view, (state) => state)
  const year = month.slice(0, 4)
  return (
    <Main title={title}>
      <div className="pt-8 max-sm:pt-4.5">
        <ScreenHead title={title} intro={MONTH_INTRO} className="pb-3">
          <div className="flex">
            <SimulatedMark kind="market" />
          </div>
        </ScreenHead>
        <MonthLinks month={month} neighbours={neighbours} />
        <Panel name="Días" className="mt-4.5" busy={isBusy(days)} stale={days.stale}>
          {failedFile === 'month' && <Notice icon="warning" tone="err" lead={NOT_DOWNLOADED} />}
          {failedFile === 'year' && <Notice icon="warning" tone="err" lead={YEAR_FAILED} />}
          {hasFailed(days) ? (
            <ResourceView resource={days} failureTitle="No pudimos consultar los días" skeleton={null}>
              {() => null}
            </ResourceView>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: with large text the columns are wider than a tablet, and arrow keys scroll them
            <section className="overflow-x-auto" aria-label="Tabla de días" tabIndex={0}>
              <ListTable
                list={view.list}
                caption={monthTitle(month)}
                names={DAY_ROWS}
                columns={COLUMNS}
                sortableColumns={MONTH_COLUMNS}
                toId={({ date }) => date}
                toName={({ date }) => date}
                toRecord={(day) => ({
                  title: <DayCell {...day} />,
                  status: formatPrice(toRowFigures(day)?.close),
                  detail: formatDetail(day),
                })}
                skeletonRows={20}
                empty={<EmptyLine text={NO_DAYS} />}
                onDownload={view.download}
              />
            </section>
          )}
          {hasYear && (
            <Button variant="secondary" className="mt-4.5" disabled={isLoadingYear} onClick={view.downloadYear}>
              {downloadYearText(year)}
            </Button>
          )}
        </Panel>
      </div>
    </Main>
  )
}

/** The days of the month in the address, or of the current month (D123). */
export function MonthScreen({ params }: ScreenProps) {
  const delay = useMarketDelay()
  const { today } = useMarketStatus('spot')
  const month = params['month'] ?? toMonth(today)
  const title = params['month'] === undefined ? SCREENS.days.title : monthTitle(month)
  return <MonthMain key={`${month} ${delay}`} month={month} title={title} delay={delay} />
}
