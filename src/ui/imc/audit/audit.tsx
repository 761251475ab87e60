import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  AUDIT_FAILED,
  AUDIT_INTRO,
  downloadCutNotice,
  linesText,
  NO_LINES,
  ONLY_ADMINISTRATORS,
  preparingText,
  SHOW_MORE,
} from '#src/application/imc/audit/audit-messages.ts'
import { type AuditSnapshot, type AuditView, createAuditView } from '#src/application/imc/audit/audit-view.ts'
import { NOT_PREPARED } from '#src/application/imc/entity-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DOWNLOAD_CSV } from '#src/application/platform/list-messages.ts'
import { AuditFilters } from '#src/ui/imc/audit/audit-filters.tsx'
import { AuditLines } from '#src/ui/imc/audit/audit-lines.tsx'
import { Empty } from '#src/ui/imc/empty.tsx'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { useListAddress } from '#src/ui/imc/use-list-address.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import '#src/ui/styles/audit.css'

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
      <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
        {NOT_PREPARED.rest}
      </Notice>
    )
  }
  if (download.kind !== 'cut') return null
  const { lead, rest } = downloadCutNotice(download.lines)
  return (
    <Notice icon="warning" tone="warn" lead={lead}>
      {rest}
    </Notice>
  )
}

/** The button that downloads all lines that match the filter. The lines load page by page. */
function Download({ view, audit: { lines, download } }: Props) {
  const isPreparing = download.kind === 'preparing'
  return (
    <button
      type="button"
      className="btn sec"
      disabled={lines === null || lines.length === 0}
      aria-busy={isPreparing}
      onClick={view.download}
    >
      <Icon name="download" />
      {isPreparing ? preparingText(download.lines) : DOWNLOAD_CSV}
    </button>
  )
}

function AuditFooter({ view, audit: { lines, hasMore, loading } }: Props) {
  return (
    <div className="audit-foot">
      <span className="meta" role="status">
        {lines !== null && linesText(lines.length, hasMore)}
      </span>
      {hasMore && (
        <button type="button" className="btn sec small" aria-busy={loading} onClick={view.showMore}>
          {SHOW_MORE}
        </button>
      )}
    </div>
  )
}

/** The audit log with its filters and its download. */
function AuditLog() {
  const { createView } = useImc()
  const query = useSearch()
  const [view] = useState(() => createView(createAuditView, query))
  const audit = useSelector(view, (state) => state)
  useListAddress(view)
  return (
    <>
      <ImcHead title={SCREENS.imcAudit.title} intro={AUDIT_INTRO} action={<Download view={view} audit={audit} />} />
      <section className="audit" aria-label={SCREENS.imcAudit.title} aria-busy={audit.lines === null && audit.loading}>
        <DownloadNotice download={audit.download} />
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
