import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'wouter'
import { isMissing } from '#src/application/imc/messages.ts'
import { type ConfirmationView, toConfirmationOffer } from '#src/application/imc/requests/confirmation.ts'
import { CORRECT } from '#src/application/imc/requests/correction.ts'
import type { RequestUploads } from '#src/application/imc/requests/documents.ts'
import { REQUIREMENT_MESSAGES, REQUIREMENTS_HINT } from '#src/application/imc/requests/documents.ts'
import type { TimelineEntry } from '#src/application/imc/requests/request.ts'
import {
  BOGOTA_HOURS,
  MISSING_DOCUMENTS_TITLE,
  REQUEST_COLUMN_TITLES,
  REQUEST_FAILED,
  seeScreenText,
  toKindText,
  UPLOADED_DOCUMENTS_TITLE,
} from '#src/application/imc/requests/requests.ts'
import { toRequestAddress, toScreenAddress } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { canCorrect } from '#src/domain/imc/corrections.ts'
import { REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import { canAddDocuments } from '#src/domain/imc/requests/confirmations.ts'
import type { RequestDetail, RequestReceipt, RequestRow } from '#src/domain/imc/requests/requests.ts'
import { formatFileSize } from '#src/domain/money.ts'
import { MissingItem, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { Confirmation } from '#src/ui/imc/requests/confirmation.tsx'
import { REQUEST_LOOKS, RequestChip } from '#src/ui/imc/screens/status-chips.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { FileField } from '#src/ui/parts/file-field.tsx'
import { Pairs } from '#src/ui/parts/pairs.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { Timeline, type TimelineStep } from '#src/ui/parts/timeline.tsx'
import { focusMain } from '#src/ui/shell/use-scroll-and-focus.ts'

interface MissingDocumentsProps {
  readonly uploads: RequestUploads
  readonly detail: RequestDetail
  readonly onUploadEnd: () => void
}

/** The missing documents of an open request, which is processed after the last upload (D28). */
function MissingDocuments({ uploads, detail, onUploadEnd }: MissingDocumentsProps) {
  const [view] = useState(() => uploads.open(detail, onUploadEnd))
  const { requirements } = useSelector(view, (state) => state)
  return (
    <div className="mt-5">
      <h3>{MISSING_DOCUMENTS_TITLE}</h3>
      <p className="text-xs text-muted">{REQUIREMENTS_HINT}</p>
      {requirements.map(({ id, name, document }) => (
        <FileField
          key={id}
          label={name}
          state={document}
          extensions={REQUIREMENT_EXTENSIONS}
          messages={REQUIREMENT_MESSAGES}
          locked={document.kind === 'uploaded'}
          onChoose={(file) => view.attach(id, file)}
          onRetry={() => view.retry(id)}
        />
      ))}
    </div>
  )
}

const toDisc = ({ status, state }: TimelineEntry): TimelineStep['disc'] => {
  if (state === 'done' || state === 'good') return 'full'
  if (state === 'bad') return 'cross'
  return state === 'pending' || status === null ? 'empty' : REQUEST_LOOKS[status].disc
}

const toStep = (entry: TimelineEntry): TimelineStep => ({
  ...entry,
  disc: toDisc(entry),
  time: entry.time === '' ? null : { text: entry.time, iso: entry.iso },
  detail: entry.description,
})

const toSubscriptionText = ({ number, screen }: RequestDetail) =>
  screen === '' ? number : `${number}, pantalla ${screen}`

/** A link to the request that corrects this one, or that this one corrects (D90). */
const RequestLink = ({ receipt: { id, reference } }: { readonly receipt: RequestReceipt }) => (
  <Link className="font-600 text-accent hover:underline" href={toRequestAddress(id)}>
    {reference}
  </Link>
)

/** The data of the request as a list of names and values. */
function RequestData({ detail }: { readonly detail: RequestDetail }) {
  const pairs: readonly (false | readonly [name: string, value: ReactNode])[] = [
    [REQUEST_COLUMN_TITLES.kind, toKindText(detail)],
    [REQUEST_COLUMN_TITLES.user, detail.user],
    detail.number !== '' && ['Suscripción', toSubscriptionText(detail)],
    detail.observations !== '' && ['Observación', detail.observations],
    detail.corrects !== null && ['Corrige', <RequestLink key="corrects" receipt={detail.corrects} />],
    detail.correction !== null && ['Corregida en', <RequestLink key="correction" receipt={detail.correction} />],
  ]
  return (
    <Pairs className="mb-4.5">
      {pairs
        .filter((pair) => pair !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </Pairs>
  )
}

/** The download links of the uploaded documents. */
function Documents({ detail }: { readonly detail: RequestDetail }) {
  const { documentUrl } = useImc()
  const uploadedDocuments = detail.documents.filter(({ uploaded }) => uploaded)
  if (uploadedDocuments.length === 0) return null
  return (
    <div className="mt-5">
      <h3>{UPLOADED_DOCUMENTS_TITLE}</h3>
      <ul>
        {uploadedDocuments.map(({ id, name, file, bytes }) => (
          <li key={id} className="grid border-t border-line py-2 text-sm wrap-anywhere">
            <a href={documentUrl(detail, id)} download={file ?? name}>
              {name}
            </a>
            <span className="text-xs text-muted">
              {file}
              {bytes !== null && `, ${formatFileSize(bytes)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link to the subscription's screens, where the row of the request's screen is marked (D89). */
function ScreenLink({ detail: { packageId, number, screen, userId } }: { readonly detail: RequestDetail }) {
  const { chooseSubscription } = useImc()
  if (packageId === null || screen === '') return null
  return (
    <Link
      className={`${buttonClass({ variant: 'secondary', size: 'small' })} mt-4.5`}
      href={toScreenAddress(userId, screen)}
      onClick={() => chooseSubscription({ packageId, number })}
    >
      {seeScreenText(screen)}
    </Link>
  )
}

/** Opens the correction of a rejected request. The list knows earlier of another correction. */
function CorrectButton({
  detail,
  row,
  onCorrect,
}: Pick<Props, 'row' | 'onCorrect'> & { readonly detail: RequestDetail }) {
  const { canWrite } = useImcSession()
  if (!canWrite || !canCorrect(detail) || (row !== null && !canCorrect(row))) return null
  return (
    <Button className="mb-4.5" variant="primary" size="small" onClick={() => onCorrect(detail.id)}>
      {CORRECT}
    </Button>
  )
}

const DetailSkeleton = () => (
  <div className="grid gap-5 pt-3 pb-10" aria-hidden="true">
    <Skeleton width="w-40" />
    <Skeleton width="w-3/4" />
    <Skeleton width="w-40" />
    <Skeleton width="w-3/4" />
  </div>
)

const PANELS = { column: 'border-t-2 border-rule pb-6', row: 'pt-1.5 pb-6' } as const
const HEADS = { column: 'flex items-center justify-between gap-3 pt-2.25 pb-2.5', row: 'sr-only' } as const

interface Props {
  readonly id: string
  /** The row of the list. The header shows its values until the details are loaded. */
  readonly row: RequestRow | null
  /** Next to the table, or below its row, where the row shows what the head says. */
  readonly place: keyof typeof PANELS
  /** The address of the list without a chosen request. */
  readonly listAddress: string
  /**
   * The uploads of the requests page. They continue when the panel closes, and stop when the user
   * leaves the page.
   */
  readonly uploads: RequestUploads
  /** Opens the form that sends a rejected request again. */
  readonly onCorrect: (id: string) => void
  /** The decisions on requests that wait for a second person. */
  readonly confirmation: ConfirmationView
  /** Gets the function that reads the request again. */
  readonly reload: RefObject<(() => void) | null>
}

interface ContentProps extends Pick<Props, 'row' | 'uploads' | 'confirmation' | 'onCorrect'> {
  readonly detail: RequestDetail
  readonly timeline: readonly TimelineEntry[]
  readonly panel: RefObject<HTMLElement | null>
  readonly onRetry: () => void
}

/** The data of a loaded request, and what the user can do with it. */
function Content({ detail, timeline, panel, row, uploads, confirmation, onCorrect, onRetry }: ContentProps) {
  const { canWrite, session } = useImcSession()
  const userId = session?.userId ?? ''
  const offer = toConfirmationOffer(detail, { userId, canWrite })
  return (
    <>
      <RequestData detail={detail} />
      {offer && <Confirmation requestId={detail.id} offer={offer} view={confirmation} panel={panel} />}
      <CorrectButton detail={detail} row={row} onCorrect={onCorrect} />
      <Timeline name="Seguimiento" steps={timeline.map(toStep)} />
      {canWrite && canAddDocuments(detail, userId) && (
        <MissingDocuments uploads={uploads} detail={detail} onUploadEnd={onRetry} />
      )}
      <Documents detail={detail} />
      <ScreenLink detail={detail} />
      <p className="mt-4 text-xs text-muted">{BOGOTA_HOURS}</p>
    </>
  )
}

/** One request: its data, its polled timeline and its documents (§2.5). */
export function RequestPanel({ id, row, place, listAddress, uploads, confirmation, reload, onCorrect }: Props) {
  const { createRequest } = useImc()
  const section = useRef<HTMLElement>(null)
  const [view] = useState(() => createRequest(id))
  const { detail, timeline } = useSelector(view, (state) => state)
  useImperativeHandle(reload, () => view.retry)
  const summary = detail.value ?? row
  const failure = toListFailure(detail, REQUEST_FAILED)
  if (isMissing(detail)) {
    return (
      <section className={PANELS[place]} aria-label="Solicitud">
        <MissingItem
          resource={detail}
          title={REQUEST_FAILED}
          // The list is on the same page: no navigation moves the focus of the removed link.
          list={{ title: SCREENS.imcRequests.title, href: listAddress, onPress: focusMain }}
        />
      </section>
    )
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={PANELS[place]}
      aria-label={`Solicitud ${summary?.reference ?? ''}`.trim()}
      aria-busy={timeline.length === 0}
    >
      <div className={HEADS[place]}>
        <h2>{summary?.reference ?? '\u00a0'}</h2>
        {summary && <RequestChip row={summary} />}
      </div>
      {failure && <Failed {...failure} />}
      {!failure && detail.value === null && <DetailSkeleton />}
      {detail.value && (
        <Content
          detail={detail.value}
          timeline={timeline}
          panel={section}
          row={row}
          uploads={uploads}
          confirmation={confirmation}
          onCorrect={onCorrect}
          onRetry={view.retry}
        />
      )}
    </section>
  )
}
