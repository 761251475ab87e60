import {
  availableText,
  PRODUCT_COLUMN_TITLES,
  SUBSCRIPTION_COLUMN_TITLES,
} from '#src/application/imc/packages/product-messages.ts'
import type { ProductTotals } from '#src/application/imc/packages/products-view.ts'
import type { PackageGroup, Subscription } from '#src/domain/imc/packages/products.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import { Occupancy } from '#src/ui/imc/packages/occupancy.tsx'
import type { ListColumn } from '#src/ui/parts/list-table.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

const NUMBER_COLUMN = { className: 'data-table-num', skeleton: <Skeleton width="w-11" /> }
const BAR_COLUMN = { className: 'products-bar', skeleton: <Skeleton width="w-24" /> }

/** A monthly cost with its currency: `$ 1.842.500,00`. */
export const MonthlyCost = ({ value }: { readonly value: number }) => (
  <span className="whitespace-nowrap">$&nbsp;{formatMonthlyCost(value)}</span>
)

export const PRODUCT_TABLE_COLUMNS: readonly ListColumn<PackageGroup>[] = [
  { id: 'code', title: PRODUCT_COLUMN_TITLES.code, isRowHeading: true, cell: ({ code }) => code },
  { id: 'name', title: PRODUCT_COLUMN_TITLES.name, skeleton: <Skeleton width="w-24" />, cell: ({ name }) => name },
  {
    id: 'screens',
    title: PRODUCT_COLUMN_TITLES.screens,
    ...NUMBER_COLUMN,
    cell: ({ screens }) => formatCount(screens),
  },
  {
    id: 'available',
    title: PRODUCT_COLUMN_TITLES.available,
    ...NUMBER_COLUMN,
    cell: ({ available }) => formatCount(available),
  },
  { id: 'occupancy', title: PRODUCT_COLUMN_TITLES.occupancy, ...BAR_COLUMN, cell: (row) => <Occupancy {...row} /> },
  {
    id: 'monthlyCost',
    title: PRODUCT_COLUMN_TITLES.monthlyCost,
    ...NUMBER_COLUMN,
    cell: (row) => <MonthlyCost value={row.monthlyCost} />,
  },
]

export const SUBSCRIPTION_TABLE_COLUMNS: readonly ListColumn<Subscription>[] = [
  { id: 'code', title: SUBSCRIPTION_COLUMN_TITLES.code, cell: ({ code }) => code },
  { id: 'number', title: SUBSCRIPTION_COLUMN_TITLES.number, isRowHeading: true, cell: (row) => row.number },
  {
    id: 'screens',
    title: SUBSCRIPTION_COLUMN_TITLES.screens,
    ...NUMBER_COLUMN,
    cell: ({ screens }) => formatCount(screens),
  },
  {
    id: 'available',
    title: SUBSCRIPTION_COLUMN_TITLES.available,
    ...NUMBER_COLUMN,
    cell: ({ available }) => formatCount(available),
  },
  {
    id: 'occupancy',
    title: SUBSCRIPTION_COLUMN_TITLES.occupancy,
    ...BAR_COLUMN,
    cell: (row) => <Occupancy {...row} />,
  },
  {
    id: 'monthlyCost',
    title: SUBSCRIPTION_COLUMN_TITLES.monthlyCost,
    ...NUMBER_COLUMN,
    cell: (row) => <MonthlyCost value={row.monthlyCost} />,
  },
]

/** Returns the figures above a list of products. Their texts are null until the list is loaded. */
export function toProductFigures(rowsName: string, totals: ProductTotals | null) {
  const format = (toText: (sum: ProductTotals) => string) => (totals === null ? null : toText(totals))
  return [
    { name: rowsName, text: format(({ rows }) => formatCount(rows)) },
    { name: 'Pantallas', text: format(({ screens }) => formatCount(screens)) },
    { name: 'Disponibles', text: format(({ available }) => formatCount(available)) },
    {
      name: 'Costo mensual',
      text: format(({ monthlyCost }) => formatMonthlyCost(monthlyCost)),
      currency: '$',
      unit: 'COP',
    },
  ]
}

type ProductRow = Pick<PackageGroup | Subscription, 'screens' | 'available' | 'monthlyCost'>

/** Returns the record of a product row, for phones. */
export const toProductRecord = (title: string, text: string, row: ProductRow) => ({
  title,
  status: <MonthlyCost value={row.monthlyCost} />,
  detail: (
    <span className="products-record">
      <span>
        <span>{text}</span>
        <span>{availableText(row.available, row.screens)}</span>
      </span>
      <Occupancy {...row} />
    </span>
  ),
})
