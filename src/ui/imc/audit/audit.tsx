import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { AuditSnapshot, AuditView } from '#src/application/imc/audit/audit.ts'
import {
  ALL_ACTIONS,
  AUDIT_ACTION_TEXTS,
  AUDIT_FAILED,
  AUDIT_INTRO,
  auditActionText,
  downloadCutNotice,
  KIND_LABEL,
  KIND_TEXTS,
  linesText,
  NO_LINES,
  ONLY_ADMINISTRATORS,
  preparingText,
  SHOW_MORE,
  shownAuditChanges,
} from '#src/application/imc/audit/audit-texts.ts'
import { NOT_PREPARED } from '#src/application/imc/messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DOWNLOAD_CSV } from '#src/application/platform/list-messages.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  type AuditFilter,
  type AuditKind,
  type AuditLine,
} from '#src/domain/imc/audit/audit.ts'
import { formatTime, toDate, toIso } from '#src/domain/time/bogota.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { RecordList } from '#src/ui/parts/record-list.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { SearchField } from '#src/ui/parts/search-field.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { usePhone } from '#src/ui/parts/use-media-query.ts'

interface FiltersProps {
  readonly audit: AuditSnapshot
  readonly onChange: (change: Partial<AuditFilter>) => void
}

/** The filters of the audit: person, action and dates. */
const AuditFilters = ({ audit: { filter, filterError }, onChange }: FiltersProps) => (
  // On a phone the two dates are in one line if their fields fit.
  <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-x-5 max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))] max-sm:gap-x-3 max-sm:[&>:nth-child(-n+2)]:col-span-full">
    <FormField label="Persona">
      {(control) => (
        <SearchField isWide value={filter.person} onChange={(person) => onChange({ person })} {...control} />
      )}
    </FormField>
    <ListboxField
      label="Acción"
      placeholder={ALL_ACTIONS}
      choices={[['', ALL_ACTIONS], ...AUDIT_ACTIONS.map((action) => [action, AUDIT_ACTION_TEXTS[action]] as const)]}
      value={filter.action ?? ''}
      onChange={(value) => onChange({ action: AUDIT_ACTIONS.find((action) => action === value) ?? null })}
    />
    <DateField label="Desde" value={filter.from} error={filterError} onChange={(from) => onChange({ from })} />
    <DateField label="Hasta" value={filter.until} onChange={(until) => onChange({ until })} />
  </div>
)

interface KindProps {
  readonly kind: AuditKind
  readonly onChange: (kind: AuditKind) => void
}

/** Changes first; logins are many, so the reader asks for them. */
const KindFilter = ({ kind, onChange }: KindProps) => (
  <div className="flex pb-4 max-sm:*:grow">
    <SegmentsField
      compact
      label={KIND_LABEL}
      choices={AUDIT_KINDS.map((name) => [name, KIND_TEXTS[name]])}
      value={kind}
      onChange={(value) => onChange(AUDIT_KINDS.find((name) => name === value) ?? kind)}
    />
  </div>
)

interface LineProps {
  readonly line: AuditLine
}

const LineTime = ({ line: { at } }: LineProps) =>
  at === null ? <Missing /> : <time dateTime={toIso(at)}>{`${toDate(at)}, ${formatTime(at)}`}</time>

const OptionalText = ({ text }: { readonly text: string }) => (text === '' ? <Missing /> : text)

function Changes({ line }: LineProps) {
  const changes = shownAuditChanges(line)
  if (changes.length === 0) return null
  return (
    <ul className="text-ink-soft">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly TableColumn<AuditLine>[] = [
  { id: 'fecha', title: 'Fecha', className: 'whitespace-nowrap', cell: (line) => <LineTime line={line} /> },
  { id: 'persona', title: 'Persona', className: 'wrap-anywhere', cell: ({ person }) => <OptionalText text={person} /> },
  { id: 'accion', title: 'Acción', isRowHeading: true, cell: auditActionText },
  { id: 'objeto', title: 'Objeto', className: 'wrap-anywhere', cell: ({ target }) => <OptionalText text={target} /> },
  { id: 'cambios', title: 'Cambios', className: 'wrap-anywhere', cell: (line) => <Changes line={line} /> },
]

const toId = ({ id }: AuditLine) => id

const toRecord = (line: AuditLine) => ({
  title: auditActionText(line),
  detail: (
    <>
      <LineTime line={line} /> · <OptionalText text={line.person} />
      <br />
      <OptionalText text={line.target} />
      <Changes line={line} />
    </>
  ),
})

const SKELETON_ROWS = 10
const NO_SELECTION: ReadonlySet<string> = new Set()

interface LinesProps {
  /** Null while the first page loads. */
  readonly lines: readonly AuditLine[] | null
}

/** The lines as a table, or as records on a phone. */
function AuditLines({ lines }: LinesProps) {
  const isPhone = usePhone()
  if (!isPhone) {
    return (
      <DataTable
        hasStickyHead
        caption={SCREENS.imcAudit.title}
        columns={COLUMNS}
        rows={lines}
        skeletonRows={SKELETON_ROWS}
        toId={toId}
      />
    )
  }
  return (
    <RecordList
      name={SCREENS.imcAudit.title}
      rows={lines}
      skeletonRows={SKELETON_ROWS}
      toId={toId}
      toRecord={toRecord}
      selectedIds={NO_SELECTION}
    />
  )
}

interface Props {
  readonly view: AuditView
  readonly audit: AuditSnapshot
}

/**
 * The lines, or the reason for an empty list. If the load of older lines fails, the loaded lines
 * are still shown.
 */
function Lines({ view, audit: { lines, loading, failure } }: Props) {
  if (failure !== null && lines === null) {
    return <Failed title={AUDIT_FAILED} text={failure} busy={loading} onRetry={view.retry} />
  }
  if (lines?.length === 0) return <Empty {...NO_LINES} />
  return (
    <>
      <AuditLines lines={lines} />
      {failure !== null && <Failed title={AUDIT_FAILED} text={failure} busy={loading} onRetry={view.retry} />}
    </>
  )
}

/** Explains why the last download failed or is incomplete. */
function DownloadNotice({ download }: Pick<AuditSnapshot, 'download'>) {
  if (download.kind === 'failed') {
    return (
      <div className="mb-3">
        <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
          {NOT_PREPARED.rest}
        </Notice>
      </div>
    )
  }
  const cut = download.kind === 'cut' ? downloadCutNotice(download.lines) : null
  return (
    <div role="status">
      {cut && (
        <Notice icon="warning" tone="warn" lead={cut.lead}>
          {cut.rest}
        </Notice>
      )}
    </div>
  )
}

/** The button that downloads all lines that match the filter. The lines load page by page. */
function Download({ view, audit: { lines, download } }: Props) {
  const isPreparing = download.kind === 'preparing'
  return (
    <Button
      variant="secondary"
      disabled={lines === null || lines.length === 0}
      aria-busy={isPreparing}
      onClick={view.download}
    >
      <Icon name="download" />
      {isPreparing ? preparingText(download.lines) : DOWNLOAD_CSV}
    </Button>
  )
}

function AuditFooter({ view, audit: { lines, hasMore, loading } }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 pt-3">
      <span className="mr-auto text-xs text-muted" role="status">
        {lines !== null && linesText(lines.length, hasMore)}
      </span>
      {hasMore && (
        <Button variant="secondary" size="small" aria-busy={loading} onClick={view.showMore}>
          {SHOW_MORE}
        </Button>
      )}
    </div>
  )
}

/** The audit log with its filters and its download. */
function AuditLog() {
  const { createAudit } = useImc()
  const query = useSearch()
  const [view] = useState(() => createAudit(query))
  const audit = useSelector(view, (state) => state)
  useListAddress(view)
  return (
    <>
      <ImcHead title={SCREENS.imcAudit.title} intro={AUDIT_INTRO} action={<Download view={view} audit={audit} />} />
      <section
        className="pt-5 pb-16"
        aria-label={SCREENS.imcAudit.title}
        aria-busy={audit.lines === null && audit.loading}
      >
        <DownloadNotice download={audit.download} />
        <KindFilter kind={audit.kind} onChange={view.chooseKind} />
        <AuditFilters audit={audit} onChange={view.filter} />
        <GuardedRegion>
          <Lines view={view} audit={audit} />
          <AuditFooter view={view} audit={audit} />
        </GuardedRegion>
      </section>
    </>
  )
}

/** The audit log of the entity. Only the entity's administrators may read it. */
export function Audit() {
  const { canWrite } = useImcSession()
  return (
    <Main title={SCREENS.imcAudit.title}>
      {canWrite ? (
        <AuditLog />
      ) : (
        <>
          <ImcHead title={SCREENS.imcAudit.title} intro={AUDIT_INTRO} />
          <Empty {...ONLY_ADMINISTRATORS} />
        </>
      )}
    </Main>
  )
}
