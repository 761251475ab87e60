import {
  DAY_FIGURES,
  type DayFigure,
  FIGURE_TITLES,
  formatFigure,
  toMarketTitle,
} from '#src/application/market/day-text.ts'
import { formatPrice } from '#src/domain/money.ts'
import type { Day } from '#src/domain/trading/days.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'

interface Row {
  readonly id: DayFigure | 'trm'
  readonly title: string
  /** Formatted; null for an unknown figure. */
  readonly values: Readonly<Record<Market, string | null>>
}

const toFigureRow = (figure: DayFigure, day: Day): Row => {
  const format = (market: Market) => day[market] && formatFigure(figure, day[market][figure])
  return { id: figure, title: FIGURE_TITLES[figure], values: { spot: format('spot'), nextday: format('nextday') } }
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'figure', title: 'Cifra', isRowHeading: true, cell: ({ title }) => title },
  ...MARKETS.map(
    (market): TableColumn<Row> => ({
      id: market,
      title: toMarketTitle(market),
      align: 'end',
      cell: ({ values }) => values[market] ?? <Missing />,
    }),
  ),
]

interface Props {
  readonly day: Day
  readonly caption: string
}

/** The figures of both markets, and the TRM in force, which is of no market. */
export function DayFigures({ day, caption }: Props) {
  const rows = DAY_FIGURES.map((figure) => toFigureRow(figure, day))
  return (
    <>
      <DataTable caption={caption} columns={COLUMNS} rows={rows} skeletonRows={0} toId={({ id }) => id} />
      <p className="flex justify-between gap-4 border-b border-line py-2 text-sm">
        <span className="font-600">TRM vigente</span>
        <span className="wdth-table">{day.trm === null ? <Missing /> : formatPrice(day.trm)}</span>
      </p>
    </>
  )
}
