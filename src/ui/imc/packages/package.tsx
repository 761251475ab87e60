import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { isMissing, subscriptionFailureMessage } from '#src/application/imc/messages.ts'
import {
  countText,
  FREE,
  NO_SUBSCRIPTIONS,
  OCCUPIED,
  packageIntro,
  packageSize,
  SEE_SCREENS,
  SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_ROWS,
  SUBSCRIPTIONS_FAILED,
  type SubscriptionsView,
  subscriptionsTitle,
  sumPackages,
} from '#src/application/imc/packages/packages.ts'
import { NO_USER, toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Subscription } from '#src/domain/imc/packages/packages.ts'
import { ImcFigures, ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, MissingItem, toListFailure } from '#src/ui/imc/list-panel.tsx'
import {
  OccupancyCell,
  SUBSCRIPTION_TABLE_COLUMNS,
  toPackageFigures,
  toPackageRecord,
} from '#src/ui/imc/packages/package-columns.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { useImc, useListAddress } from '#src/ui/imc/use-imc.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'

const Legend = () => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    <li className="flex items-center gap-1.75">
      <span className="flex w-3.5" aria-hidden="true">
        <OccupancyCell isUsed />
      </span>
      {OCCUPIED}
    </li>
    <li className="flex items-center gap-1.75">
      <span className="flex w-3.5" aria-hidden="true">
        <OccupancyCell isUsed={false} />
      </span>
      {FREE}
    </li>
  </ul>
)

/** Returns to the list on Escape. An open dialog or menu keeps the key for itself. */
function useEscape(close: () => void) {
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    function onKey({ key, defaultPrevented, target }: KeyboardEvent) {
      // In a search, the key removes its text; in the rows per page, it closes the list.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      if (key !== 'Escape' || defaultPrevented || isField) return
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]') === null) onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const SCREENS_PATH = toPath('imcScreens', { userId: NO_USER })

const PAGE_LOOK = { level: 2, columns: SUBSCRIPTION_TABLE_COLUMNS, legend: <Legend /> } as const

/** A column has the package's code in its title, and no room for the cells of the occupancy. */
const COLUMN_LOOK = {
  level: 3,
  columns: SUBSCRIPTION_TABLE_COLUMNS.filter(({ id }) => id !== 'code' && id !== 'occupancy'),
  legend: null,
} as const

interface ColumnProps {
  readonly title: string
  readonly intro: ReactNode
  readonly listAddress: string
  readonly children: ReactNode
}

/** The subscriptions in a column next to the packages. */
const Column = ({ title, intro, listAddress, children }: ColumnProps) => (
  <section
    className="sticky top-4 border-t-2 outline-none border-rule pt-2.25"
    aria-label={title}
    tabIndex={-1}
    data-focus
  >
    <div className="flex items-start justify-between gap-4">
      <div>
        <h2>{title}</h2>
        {intro && <p className="mt-0.75 wrap-anywhere text-sm text-ink-soft">{intro}</p>}
      </div>
      <Link className={`${buttonClass({ variant: 'text', size: 'compact' })} -mr-3.5`} href={listAddress}>
        Cerrar
      </Link>
    </div>
    {children}
  </section>
)

interface Props {
  readonly packageId: string
  /** Next to the packages on a wide page; otherwise the whole page. */
  readonly place: 'column' | 'page'
  /** The address of the packages, with their search, order and page. */
  readonly listAddress: string
}

interface PanelProps extends Omit<Props, 'packageId'> {
  readonly view: SubscriptionsView
  readonly title: string
}

/** The subscriptions as a table. In a column, it is below the heading of the column. */
function SubscriptionsPanel({ view, title, place, listAddress }: PanelProps) {
  const [, navigate] = useLocation()
  const { rows, downloadFailed } = useSelector(view, (state) => state)
  useListAddress(view.list)
  function openScreens({ number }: Subscription) {
    view.choose(number)
    navigate(SCREENS_PATH)
  }
  const heading = rows.value === null ? 'Suscripciones' : countText(rows.value.length, SUBSCRIPTION_ROWS)
  const look = place === 'column' ? COLUMN_LOOK : PAGE_LOOK
  return (
    <ListPanel title={heading} downloadFailed={downloadFailed}>
      {isMissing(rows) ? (
        <MissingItem
          resource={rows}
          title={SUBSCRIPTIONS_FAILED}
          list={{ title: SCREENS.imcPackages.title, href: listAddress }}
        />
      ) : (
        <ListTable
          list={view.list}
          heading={<ListHeading title={heading} level={look.level} meta={look.legend} stale={rows.stale} />}
          caption={title}
          names={SUBSCRIPTION_ROWS}
          columns={look.columns}
          sortableColumns={SUBSCRIPTION_COLUMNS}
          toId={({ number }) => number}
          toName={({ number }) => number}
          toRecord={(row) => {
            const title = (
              <Link href={SCREENS_PATH} onClick={() => view.choose(row.number)}>
                {row.number}
              </Link>
            )
            return toPackageRecord(title, row.code, row)
          }}
          skeletonRows={5}
          wideActions
          empty={
            <Empty
              {...NO_SUBSCRIPTIONS}
              action={
                <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={SCREENS.imcRequests.path}>
                  {NO_SUBSCRIPTIONS.action}
                </Link>
              }
            />
          }
          failure={toListFailure(rows, SUBSCRIPTIONS_FAILED, subscriptionFailureMessage)}
          onDownload={view.download}
          actions={(row) => (
            <RowButton rowName={row.number} onPress={() => openScreens(row)}>
              {SEE_SCREENS}
            </RowButton>
          )}
        />
      )}
    </ListPanel>
  )
}

/** Detalles: a package's subscriptions, each with a link to its screens (§2.5, D26). */
export function PackageDetail({ packageId, ...place }: Props) {
  const { createSubscriptions } = useImc()
  const query = useSearch()
  const [, navigate] = useLocation()
  const [view] = useState(() => createSubscriptions(packageId, query))
  const { rows, group } = useSelector(view, (state) => state)
  useEscape(() => navigate(place.listAddress))
  const code = rows.value?.[0]?.code ?? group?.code ?? null
  const title = code === null ? 'Suscripciones del paquete' : subscriptionsTitle(code)
  const intro = group && packageIntro(group.name, packageSize(rows.value ?? []))
  const panel = <SubscriptionsPanel view={view} title={title} {...place} />
  if (place.place === 'column') {
    return (
      <Column title={title} intro={intro} listAddress={place.listAddress}>
        {panel}
      </Column>
    )
  }
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro={intro}
        crumbs={[{ text: SCREENS.imcPackages.title, href: place.listAddress }]}
        current={code ?? 'Paquete'}
      />
      <ImcFigures figures={toPackageFigures('Suscripciones', sumPackages(rows.value))} />
      {panel}
    </Main>
  )
}
