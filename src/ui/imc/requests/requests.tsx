import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { CORRECT } from '#src/application/imc/requests/correction.ts'
import {
  isInSegment,
  NEWEST_FIRST,
  NO_REQUESTS,
  REQUEST_COLUMN_TITLES,
  REQUEST_COLUMNS,
  REQUEST_ROWS,
  REQUESTS_FAILED,
  requestsIntro,
  SEARCH_REQUESTS_LABEL,
  STATUS_FILTER,
  toKindText,
  toRequestDate,
  toStatusSegments,
} from '#src/application/imc/requests/requests.ts'
import { REQUEST_QUERY } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AddressedList } from '#src/application/platform/list.ts'
import { canCorrect } from '#src/domain/imc/corrections.ts'
import type { RequestRow } from '#src/domain/imc/requests/requests.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { ConfirmationDialogs } from '#src/ui/imc/requests/confirmation.tsx'
import { CorrectionDialog } from '#src/ui/imc/requests/correction-dialog.tsx'
import { RequestPanel } from '#src/ui/imc/requests/request-panel.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { RequestChip } from '#src/ui/imc/screens/status-chips.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { IconDrawing } from '#src/ui/parts/icon.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useWidePage } from '#src/ui/parts/use-media-query.ts'

/** Reads and writes the chosen request in the address. A new choice adds a history entry. */
function useChosenRequest(list: AddressedList) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  return useMemo(() => {
    const toAddress = (id: string | null) => {
      // The address may not have the latest search and filters of the list yet.
      const params = new URLSearchParams(list.toQuery(query))
      if (id === null) params.delete(REQUEST_QUERY)
      else params.set(REQUEST_QUERY, id)
      const nextQuery = params.toString()
      return nextQuery === '' ? path : `${path}?${nextQuery}`
    }
    return {
      chosenId: new URLSearchParams(query).get(REQUEST_QUERY),
      chooseRequest: (id: string | null) => navigate(toAddress(id)),
      toAddress,
    }
  }, [list, path, query, navigate])
}

interface ReferenceProps {
  readonly row: RequestRow
  readonly isOpen: boolean
}

const REFERENCE_CLASS =
  'group/reference min-h-6 text-left font-600 whitespace-nowrap text-accent underline-offset-3 hover:underline'

const Reference = ({ row }: Pick<ReferenceProps, 'row'>) => (
  <>
    {row.reference}
    <IconDrawing
      path="m3 6 5 5 5-5"
      className="ml-1.5 inline-block transition-[rotate] group-aria-expanded/reference:rotate-180 lg:hidden"
    />
  </>
)

/** The button that shows or hides the timeline of a request. */
const ReferenceButton = ({ row, isOpen, onPress }: ReferenceProps & { readonly onPress: () => void }) => (
  <button type="button" className={REFERENCE_CLASS} aria-expanded={isOpen} onClick={onPress}>
    <Reference row={row} />
  </button>
)

/** The link of a record on a phone: a tap anywhere on the record follows it (D98). */
const ReferenceLink = ({ row, isOpen, href }: ReferenceProps & { readonly href: string }) => (
  <Link
    className={`${REFERENCE_CLASS} inline-flex items-center no-underline max-sm:-my-2.5 max-sm:min-h-11`}
    aria-expanded={isOpen}
    href={href}
  >
    <Reference row={row} />
  </Link>
)

const toColumns = (
  renderReference: (row: RequestRow) => ReactNode,
  renderAction: (row: RequestRow) => ReactNode,
): readonly ListColumn<RequestRow>[] => [
  { id: 'reference', title: REQUEST_COLUMN_TITLES.reference, isRowHeading: true, cell: renderReference },
  { id: 'user', title: REQUEST_COLUMN_TITLES.user, skeleton: <Skeleton width="w-24" />, cell: ({ user }) => user },
  {
    id: 'date',
    title: REQUEST_COLUMN_TITLES.date,
    cell: (row) => <span className="whitespace-nowrap">{toRequestDate(row)}</span>,
  },
  { id: 'kind', title: REQUEST_COLUMN_TITLES.kind, skeleton: <Skeleton width="w-24" />, cell: toKindText },
  {
    id: 'status',
    title: REQUEST_COLUMN_TITLES.status,
    cell: (row) => (
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <RequestChip row={row} />
        {renderAction(row)}
      </span>
    ),
  },
]

/**
 * Returns the id of the newest request of a segment, as it was when the segment was chosen. Polls do
 * not change this id.
 */
function useInitialRequestId(rows: readonly RequestRow[] | null, segment: string | undefined): string | null {
  const [initial, setInitial] = useState<{ readonly segment: string | undefined; readonly id: string } | null>(null)
  if (initial !== null && initial.segment === segment) return initial.id
  const newestId = rows?.find((row) => isInSegment(row, segment))?.id ?? null
  if (newestId !== null) setInitial({ segment, id: newestId })
  return newestId
}

/** The dialog of a correction. It opens again if it was open when the session ended. */
function useCorrection() {
  const { findDraft } = useImc()
  const { canWrite } = useImcSession()
  return useDialogState(() => (canWrite ? (findDraft('correction')?.requestId ?? null) : null))
}

interface CorrectionProps {
  readonly state: ReturnType<typeof useCorrection>
  readonly onChange: () => void
  readonly onSent: (id: string) => void
}

/** The open dialog of a correction. */
const Correction = ({ state: { dialog, key, close }, onChange, onSent }: CorrectionProps) =>
  dialog !== null && (
    <GuardedRegion key={key}>
      <CorrectionDialog requestId={dialog} onClose={close} onChange={onChange} onSent={onSent} />
    </GuardedRegion>
  )

/** The page Mis solicitudes: the entity's requests, and the timeline of one request (§2.5). */
export function Requests() {
  const { createRequests, createRequestUploads, createConfirmation } = useImc()
  const { canWrite } = useImcSession()
  const query = useSearch()
  const [view] = useState(() => createRequests(query))
  const { rows, downloadFailed } = useSelector(view, (state) => state)
  const reloadRequest = useRef<() => void>(null)
  const [confirmation] = useState(() =>
    createConfirmation(() => {
      reloadRequest.current?.()
      view.retry()
    }),
  )
  const chosenStatus = useSelector(view.list, ({ filters }) => filters[STATUS_FILTER])
  const [uploads] = useState(() => createRequestUploads())
  useEffect(() => uploads.start(), [uploads])
  const initialId = useInitialRequestId(rows.value, chosenStatus)
  const { chosenId, chooseRequest, toAddress } = useChosenRequest(view.list)
  const isWide = useWidePage()
  const correction = useCorrection()
  useListAddress(view.list)
  // A wide page shows a timeline before the user chooses a request.
  const openRequestId = chosenId ?? (isWide ? initialId : null)
  const openRequestRow = rows.value?.find(({ id }) => id === openRequestId) ?? null
  const renderReference = (row: RequestRow) => (
    <ReferenceButton
      row={row}
      isOpen={row.id === openRequestId}
      onPress={() => chooseRequest(row.id === openRequestId && !isWide ? null : row.id)}
    />
  )
  const renderAction = (row: RequestRow) =>
    canWrite &&
    canCorrect(row) && (
      <RowButton rowName={row.reference} onPress={() => correction.open(row.id)}>
        {CORRECT}
      </RowButton>
    )
  const panel =
    openRequestId === null ? null : (
      <RequestPanel
        key={openRequestId}
        id={openRequestId}
        row={openRequestRow}
        place={isWide ? 'column' : 'row'}
        listAddress={toAddress(null)}
        uploads={uploads}
        onCorrect={correction.open}
        confirmation={confirmation}
        reload={reloadRequest}
      />
    )
  return (
    <Main title={SCREENS.imcRequests.title}>
      <ImcHead
        title={SCREENS.imcRequests.title}
        intro={rows.value ? requestsIntro(rows.value.map(({ status }) => status)) : '\u00a0'}
      />
      <div className="lg:mt-5 lg:grid lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] lg:items-start lg:gap-6">
        <ListPanel title="Solicitudes" place="column" downloadFailed={downloadFailed}>
          <ListTable
            list={view.list}
            heading={<ListHeading title="Solicitudes" meta={NEWEST_FIRST} stale={rows.stale} />}
            caption="Solicitudes de la entidad, la más reciente primero"
            names={REQUEST_ROWS}
            columns={toColumns(renderReference, renderAction)}
            sortableColumns={REQUEST_COLUMNS}
            toId={({ id }) => id}
            toName={({ reference }) => reference}
            toRecord={(row) => ({
              title: (
                <ReferenceLink
                  row={row}
                  isOpen={row.id === openRequestId}
                  href={toAddress(row.id === openRequestId ? null : row.id)}
                />
              ),
              status: <RequestChip row={row} />,
              detail: (
                <span className="flex flex-wrap justify-between gap-x-3 gap-y-0.5">
                  <span className="w-full text-ink">{row.user}</span>
                  <span>{toKindText(row)}</span>
                  <span>{toRequestDate(row)}</span>
                  {renderAction(row)}
                </span>
              ),
            })}
            skeletonRows={10}
            search={SEARCH_REQUESTS_LABEL}
            filters={[
              {
                name: STATUS_FILTER,
                label: REQUEST_COLUMN_TITLES.status,
                choices: toStatusSegments(rows.value, chosenStatus),
              },
            ]}
            currentId={openRequestId}
            {...(!isWide && { expansion: ({ id }: RequestRow) => (id === openRequestId ? panel : null) })}
            empty={
              <Empty
                {...NO_REQUESTS}
                action={
                  <Link
                    className={buttonClass({ variant: 'secondary', size: 'small' })}
                    href={SCREENS.imcPackages.path}
                  >
                    {NO_REQUESTS.action}
                  </Link>
                }
              />
            }
            failure={toListFailure(rows, REQUESTS_FAILED)}
            onDownload={view.download}
          />
        </ListPanel>
        {isWide && <div className="sticky top-4">{panel}</div>}
      </div>
      <ConfirmationDialogs view={confirmation} />
      <Correction
        state={correction}
        onChange={view.retry}
        onSent={(id) => {
          correction.close()
          chooseRequest(id)
        }}
      />
    </Main>
  )
}
