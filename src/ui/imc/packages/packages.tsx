import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import {
  countText,
  DETAILS,
  NO_PACKAGES,
  ORDER_PACKAGE,
  PACKAGE_COLUMNS,
  PACKAGE_ROWS,
  PACKAGES_FAILED,
  PACKAGES_INTRO,
  type PackagesView,
  SEARCH_PACKAGE,
  subscriptionsTitle,
  sumPackages,
} from '#src/application/imc/packages/packages.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AddressedList } from '#src/application/platform/list.ts'
import { ImcFigures, ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { OrderDialog } from '#src/ui/imc/packages/order-dialog.tsx'
import { PackageDetail } from '#src/ui/imc/packages/package.tsx'
import { PACKAGE_TABLE_COLUMNS, toPackageFigures, toPackageRecord } from '#src/ui/imc/packages/package-columns.tsx'
import { OpenReview } from '#src/ui/imc/reviews/open-review.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { EndingScreens } from '#src/ui/imc/screens/ending-screens.tsx'
import { useFormOfAddress, useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useWidePage } from '#src/ui/parts/use-media-query.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

interface AddressProps {
  readonly list: AddressedList
}

/** Keeps the choices of the list in the address. With an open package, they are those of its list. */
function ListAddress({ list }: AddressProps) {
  useListAddress(list)
  return null
}

/** Returns the package whose button takes the focus again: the last one, after it was closed. */
function useClosedPackage(packageId: string | null): string | null {
  const [lastId, setLastId] = useState(packageId)
  if (packageId !== null && packageId !== lastId) setLastId(packageId)
  return packageId === null ? lastId : null
}

interface PanelProps {
  readonly view: PackagesView
  /** The package whose subscriptions are beside the list. */
  readonly openId: string | null
  /** The package whose button takes the focus. */
  readonly closedId: string | null
}

/** The packages as a table; as records beside an open package. */
function PackagesPanel({ view, openId, closedId }: PanelProps) {
  const [, navigate] = useLocation()
  const { rows, downloadFailed } = useSelector(view, (state) => state)
  const heading = rows.value === null ? 'Paquetes' : countText(rows.value.length, PACKAGE_ROWS)
  return (
    <ListPanel title={heading} place={openId === null ? 'page' : 'column'} downloadFailed={downloadFailed}>
      <ListTable
        list={view.list}
        heading={<ListHeading title={heading} stale={rows.stale} />}
        caption="Paquetes de la entidad"
        names={PACKAGE_ROWS}
        columns={PACKAGE_TABLE_COLUMNS}
        sortableColumns={PACKAGE_COLUMNS}
        toId={({ packageId }) => packageId}
        toName={({ code }) => code}
        toRecord={(row) => {
          const title = <Link href={toPath('imcPackage', { packageId: row.packageId })}>{row.code}</Link>
          return toPackageRecord(title, row.name, row)
        }}
        skeletonRows={5}
        wideActions
        showsRecords={openId !== null}
        currentId={openId}
        search={SEARCH_PACKAGE}
        empty={<Empty {...NO_PACKAGES} />}
        failure={toListFailure(rows, PACKAGES_FAILED)}
        // Beside a package, there is no room for the button.
        {...(openId === null && { onDownload: view.download })}
        actions={({ packageId, code }) => (
          <RowButton
            rowName={code}
            takesFocus={packageId === closedId}
            onPress={() => navigate(toPath('imcPackage', { packageId }))}
          >
            {DETAILS}
          </RowButton>
        )}
      />
    </ListPanel>
  )
}

interface ListPageProps extends PanelProps {
  /** The open package, beside the list. */
  readonly children: ReactNode
}

/** The packages, and the dialog that orders a package. */
function PackagesPage({ view, openId, closedId, children }: ListPageProps) {
  const { findDraft } = useImc()
  const [, navigate] = useLocation()
  const { rows } = useSelector(view, (state) => state)
  const { canWrite } = useImcSession()
  // The order dialog opens again if it was open when the session ended.
  const orderDialog = useDialogState(() => (canWrite && findDraft('order') !== null ? 'order' : null))
  useFormOfAddress((form) => {
    if (canWrite && form === 'paquete') orderDialog.open('order')
  })
  const openCode = rows.value?.find(({ packageId }) => packageId === openId)?.code
  const orderButton = canWrite && (
    <Button variant="primary" onClick={() => orderDialog.open('order')}>
      <Icon name="plus" />
      {ORDER_PACKAGE}
    </Button>
  )
  return (
    <Main title={openCode === undefined ? SCREENS.imcPackages.title : subscriptionsTitle(openCode)}>
      <ImcHead title={SCREENS.imcPackages.title} intro={PACKAGES_INTRO} action={orderButton} />
      <ImcFigures figures={toPackageFigures('Paquetes', sumPackages(rows.value))} />
      <EndingScreens />
      <OpenReview />
      <div className={openId === null ? '' : 'mt-5 grid grid-cols-[minmax(0,4fr)_minmax(0,7fr)] items-start gap-6'}>
        <PackagesPanel view={view} openId={openId} closedId={closedId} />
        {children}
      </div>
      {orderDialog.dialog && (
        <GuardedRegion key={orderDialog.key}>
          <OrderDialog onClose={orderDialog.close} onSent={() => navigate(SCREENS.imcRequests.path)} />
        </GuardedRegion>
      )}
    </Main>
  )
}

/**
 * The page Mis productos: the entity's packages (§2.5). The package in the address is open: beside
 * the list on wide pages, over it on narrow ones (§2.1).
 */
export function Packages({ params }: ScreenProps) {
  const { createPackages } = useImc()
  const packageId = params['packageId'] ?? null
  const closedId = useClosedPackage(packageId)
  const isWide = useWidePage()
  const query = useSearch()
  const [view] = useState(() => createPackages(packageId === null ? query : ''))
  // The list stays loaded below an open package.
  useSelector(view, ({ rows }) => rows)
  if (packageId === null) {
    return (
      <PackagesPage view={view} openId={null} closedId={closedId}>
        <ListAddress list={view.list} />
      </PackagesPage>
    )
  }
  const listQuery = view.list.toQuery('')
  const detail = (
    <PackageDetail
      key={packageId}
      packageId={packageId}
      place={isWide ? 'column' : 'page'}
      listAddress={listQuery === '' ? SCREENS.imcPackages.path : `${SCREENS.imcPackages.path}?${listQuery}`}
    />
  )
  if (!isWide) return detail
  return (
    <PackagesPage view={view} openId={packageId} closedId={null}>
      {detail}
    </PackagesPage>
  )
}
