import { useSelector } from '@xstate/react'
import { useState } from 'react'
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
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

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

/** The page Detalles: a package's subscriptions, each with a link to its screens (§2.5, D26). */
function PackageSubscriptions({ packageId }: { readonly packageId: string }) {
  const { createSubscriptions } = useImc()
  const query = useSearch()
  const [, navigate] = useLocation()
  const [view] = useState(() => createSubscriptions(packageId, query))
  const { rows, downloadFailed, group } = useSelector(view, (state) => state)
  useListAddress(view.list)
  const totals = sumPackages(rows.value)
  const code = rows.value?.[0]?.code ?? group?.code ?? null
  const title = code === null ? 'Suscripciones del paquete' : subscriptionsTitle(code)
  const size = packageSize(rows.value ?? [])

  function openScreens({ number }: Subscription) {
    view.choose(number)
    navigate(toPath('imcScreens', { userId: NO_USER }))
  }

  const heading = totals === null ? 'Suscripciones' : countText(totals.rows, SUBSCRIPTION_ROWS)
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro={group && packageIntro(group.name, size)}
        crumbs={[{ text: SCREENS.imcPackages.title, href: SCREENS.imcPackages.path }]}
        current={code ?? 'Paquete'}
      />
      <ImcFigures figures={toPackageFigures('Suscripciones', totals)} />
      <ListPanel title={heading} downloadFailed={downloadFailed}>
        {isMissing(rows) ? (
          <MissingItem
            resource={rows}
            title={SUBSCRIPTIONS_FAILED}
            list={{ title: SCREENS.imcPackages.title, href: SCREENS.imcPackages.path }}
          />
        ) : (
          <ListTable
            list={view.list}
            heading={<ListHeading title={heading} meta={<Legend />} stale={rows.stale} />}
            caption={title}
            names={SUBSCRIPTION_ROWS}
            columns={SUBSCRIPTION_TABLE_COLUMNS}
            sortableColumns={SUBSCRIPTION_COLUMNS}
            toId={({ number }) => number}
            toName={({ number }) => number}
            toRecord={(row) => toPackageRecord(row.number, row.code, row)}
            skeletonRows={5}
            wideActions
            empty={
              <Empty
                {...NO_SUBSCRIPTIONS}
                action={
                  <Link
                    className={buttonClass({ variant: 'secondary', size: 'small' })}
                    href={SCREENS.imcRequests.path}
                  >
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
    </Main>
  )
}

/** The page of the package in the address. Another package mounts a new page. */
export function Package({ params }: ScreenProps) {
  const packageId = params['packageId'] ?? ''
  return <PackageSubscriptions key={packageId} packageId={packageId} />
}
