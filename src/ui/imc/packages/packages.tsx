import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  countText,
  DETAILS,
  NO_PACKAGES,
  ORDER_PACKAGE,
  PACKAGE_COLUMNS,
  PACKAGE_ROWS,
  PACKAGES_FAILED,
  PACKAGES_INTRO,
  SEARCH_PACKAGE,
  sumPackages,
} from '#src/application/imc/packages/packages.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { ImcFigures, ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { OrderDialog } from '#src/ui/imc/packages/order-dialog.tsx'
import { PACKAGE_TABLE_COLUMNS, toPackageFigures, toPackageRecord } from '#src/ui/imc/packages/package-columns.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'

/** The page Mis productos: the entity's packages, and the dialog that orders a package (§2.5). */
export function Packages() {
  const { createPackages, findDraft } = useImc()
  const query = useSearch()
  const [, navigate] = useLocation()
  const [view] = useState(() => createPackages(query))
  const { rows, downloadFailed } = useSelector(view, (state) => state)
  const { canWrite } = useImcSession()
  // The order dialog opens again if it was open when the session ended.
  const orderDialog = useDialogState(() => (canWrite && findDraft('order') !== null ? 'order' : null))
  useListAddress(view.list)
  const totals = sumPackages(rows.value)
  const heading = totals === null ? 'Paquetes' : countText(totals.rows, PACKAGE_ROWS)
  const orderButton = canWrite && (
    <Button variant="primary" onClick={() => orderDialog.open('order')}>
      <Icon name="plus" />
      {ORDER_PACKAGE}
    </Button>
  )
  return (
    <Main title={SCREENS.imcPackages.title}>
      <ImcHead title={SCREENS.imcPackages.title} intro={PACKAGES_INTRO} action={orderButton} />
      <ImcFigures figures={toPackageFigures('Paquetes', totals)} />
      <ListPanel title={heading} downloadFailed={downloadFailed}>
        <ListTable
          list={view.list}
          heading={<ListHeading title={heading} stale={rows.stale} />}
          caption="Paquetes de la entidad"
          names={PACKAGE_ROWS}
          columns={PACKAGE_TABLE_COLUMNS}
          sortableColumns={PACKAGE_COLUMNS}
          toId={({ packageId }) => packageId}
          toName={({ code }) => code}
          toRecord={(row) => toPackageRecord(row.code, row.name, row)}
          skeletonRows={5}
          wideActions
          search={SEARCH_PACKAGE}
          empty={<Empty {...NO_PACKAGES} />}
          failure={toListFailure(rows, PACKAGES_FAILED)}
          onDownload={view.download}
          actions={({ packageId, code }) => (
            <RowButton rowName={code} onPress={() => navigate(toPath('imcPackage', { packageId }))}>
              {DETAILS}
            </RowButton>
          )}
        />
      </ListPanel>
      {orderDialog.dialog && (
        <GuardedRegion key={orderDialog.key}>
          <OrderDialog onClose={orderDialog.close} onSent={() => navigate(SCREENS.imcRequests.path)} />
        </GuardedRegion>
      )}
    </Main>
  )
}
