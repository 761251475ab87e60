import type { ReactNode } from 'react'
import {
  availableText,
  occupancyText,
  PACKAGE_COLUMN_TITLES,
  type PackageTotals,
  SUBSCRIPTION_COLUMN_TITLES,
} from '#src/application/imc/packages/packages.ts'
import type { PackageGroup, Subscription } from '#src/domain/imc/packages/packages.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'
import type { ListColumn } from '#src/ui/parts/list-table.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface Props {
  readonly screens: number
  readonly available: number
}

/** Maximum number of screens that are drawn as cells. */
const MAX_CELLS = 20

const createKeys = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i}`)

/** A used or a free screen. */
export const OccupancyCell = ({ isUsed }: { readonly isUsed: boolean }) => (
  <i
    className={`h-3.5 flex-1 rounded-[1px] ${isUsed ? 'bg-chart-amount-on forced-colors:bg-[CanvasText]' : 'inset-ring-[1.5px] inset-ring-accent'}`}
  />
)

/**
 * The used and the free screens: a cell for each screen, or a bar of two parts for many screens.
 * The bar is an SVG, because the content security policy forbids inline styles.
 */
export function Occupancy({ screens, available }: Props) {
  const usedCount = Math.max(0, screens - available)
  const name = occupancyText(usedCount, screens)
  if (screens <= MAX_CELLS) {
    return (
      <span className="flex min-w-[110px] gap-0.5" role="img" aria-label={name}>
        {createKeys(usedCount).map((key) => (
          <OccupancyCell key={`used-${key}`} isUsed />
        ))}
        {createKeys(available).map((key) => (
          <OccupancyCell key={`free-${key}`} isUsed={false} />
        ))}
      </span>
    )
  }
  const share = (usedCount / screens) * 100
  // Both parts stay visible, also with 1 screen of 1,000.
  const usedPercent = usedCount === 0 || available === 0 ? share : Math.min(98.2, Math.max(1.8, share))
  return (
    <svg
      className="h-2 w-full min-w-20 fill-chart-amount-on"
      role="img"
      aria-label={name}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
    >
      {usedPercent > 0 && <rect width={available === 0 ? 100 : usedPercent - 0.8} height="8" />}
      {available > 0 && (
        <rect
          className="fill-none stroke-accent"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          x={usedPercent + 0.4}
          y="0.75"
          width={99.2 - usedPercent}
          height="6.5"
        />
      )}
    </svg>
  )
}

const NUMBER_COLUMN = { align: 'end', skeleton: <Skeleton width="w-11" /> } as const
const BAR_COLUMN = { className: 'w-[24%] pl-4 max-lg:w-[18%] max-lg:pl-2', skeleton: <Skeleton width="w-24" /> }

const renderBar = (row: Props) => (
  <div className="pr-4 max-lg:pr-2">
    <Occupancy {...row} />
  </div>
)

/** A monthly cost with its currency: `$ 1.842.500,00`. */
export const MonthlyCost = ({ value }: { readonly value: number }) => (
  <span className="whitespace-nowrap">$&nbsp;{formatMonthlyCost(value)}</span>
)

export const PACKAGE_TABLE_COLUMNS: readonly ListColumn<PackageGroup>[] = [
  { id: 'code', title: PACKAGE_COLUMN_TITLES.code, isRowHeading: true, cell: ({ code }) => code },
  { id: 'name', title: PACKAGE_COLUMN_TITLES.name, skeleton: <Skeleton width="w-24" />, cell: ({ name }) => name },
  {
    id: 'screens',
    title: PACKAGE_COLUMN_TITLES.screens,
    ...NUMBER_COLUMN,
    cell: ({ screens }) => formatCount(screens),
  },
  {
    id: 'available',
    title: PACKAGE_COLUMN_TITLES.available,
    ...NUMBER_COLUMN,
    cell: ({ available }) => formatCount(available),
  },
  { id: 'occupancy', title: PACKAGE_COLUMN_TITLES.occupancy, ...BAR_COLUMN, cell: renderBar },
  {
    id: 'monthlyCost',
    title: PACKAGE_COLUMN_TITLES.monthlyCost,
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
    cell: renderBar,
  },
  {
    id: 'monthlyCost',
    title: SUBSCRIPTION_COLUMN_TITLES.monthlyCost,
    ...NUMBER_COLUMN,
    cell: (row) => <MonthlyCost value={row.monthlyCost} />,
  },
]

/** Returns the figures above a list of packages. Their texts are null until the list is loaded. */
export function toPackageFigures(rowsName: string, totals: PackageTotals | null) {
  const format = (toText: (sum: PackageTotals) => string) => (totals === null ? null : toText(totals))
  return [
    { name: rowsName, text: format(({ rows }) => formatCount(rows)) },
    { name: 'Pantallas', text: format(({ screens }) => formatCount(screens)) },
    { name: 'Disponibles', text: format(({ available }) => formatCount(available)) },
    {
      name: 'Costo mensual',
      text: format(({ monthlyCost }) => formatMonthlyCost(monthlyCost)),
      isPesos: true,
      unit: 'COP',
    },
  ]
}

type PackageRow = Pick<PackageGroup | Subscription, 'screens' | 'available' | 'monthlyCost'>

/** Returns the record of a row of packages, for phones. */
export const toPackageRecord = (title: ReactNode, text: string, row: PackageRow) => ({
  title,
  status: <MonthlyCost value={row.monthlyCost} />,
  detail: (
    <span className="grid gap-1.5">
      <span className="flex justify-between gap-3">
        <span>{text}</span>
        <span>{availableText(row.available, row.screens)}</span>
      </span>
      <Occupancy {...row} />
    </span>
  ),
})
