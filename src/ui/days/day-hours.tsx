import { formatCount, formatPrice, formatUsd } from '#src/domain/money.ts'
import type { HourFigures } from '#src/domain/trading/day-hours.ts'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'

/** `08:00`. */
const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The part of the largest amount as a bar. Screen readers get the amount of the next column. */
const Bar = ({ share }: { readonly share: number }) => (
  <svg className="block h-2.5 w-full min-w-10" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect className="fill-chart-amount" width={100 * share} height={10} />
  </svg>
)

const createColumns = (largest: number): readonly TableColumn<HourFigures>[] => [
  { id: 'hour', title: 'Hora', isRowHeading: true, cell: ({ hour }) => formatHour(hour) },
  { id: 'low', title: 'Mínimo', align: 'end', cell: ({ prices }) => (prices ? formatPrice(prices.low) : <Missing />) },
  {
    id: 'high',
    title: 'Máximo',
    align: 'end',
    cell: ({ prices }) => (prices ? formatPrice(prices.high) : <Missing />),
  },
  {
    id: 'last',
    title: 'Último',
    align: 'end',
    className: 'max-sm:hidden',
    cell: ({ prices }) => (prices ? formatPrice(prices.last) : <Missing />),
  },
  {
    id: 'count',
    title: 'Operaciones',
    align: 'end',
    className: 'max-sm:hidden',
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'bar',
    title: <span className="sr-only">Parte del mayor monto</span>,
    // With the smallest phones, the figures need the room.
    className: 'w-1/4 max-[360px]:hidden',
    cell: ({ amount }) => <Bar share={amount / largest} />,
  },
  { id: 'amount', title: 'Monto, USD', align: 'end', cell: ({ amount }) => formatUsd(amount) },
]

interface Props {
  readonly hours: readonly HourFigures[]
  readonly caption: string
}

/** The deals of a day by hour, with bars of their amounts. */
export const DayHours = ({ hours, caption }: Props) => (
  <DataTable
    caption={caption}
    columns={createColumns(Math.max(...hours.map(({ amount }) => amount)))}
    rows={hours}
    skeletonRows={6}
    toId={({ hour }) => `${hour}`}
  />
)
