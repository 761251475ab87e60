import type { SnapshotFrom } from 'xstate'
import { AUDIT_COLUMNS, toAuditCells } from '#src/application/imc/audit/audit-texts.ts'
import { downloadedRowsText, listFailureMessage } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { formatAuditQuery, parseAuditFilter, parseAuditPages } from '#src/application/navigation/query.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Downloads } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { toCsv } from '#src/domain/csv.ts'
import {
  type AuditFilter,
  type AuditKind,
  type AuditLine,
  chooseKind,
  findShownKind,
} from '#src/domain/imc/audit/audit.ts'
import { auditMachine, isReversed } from '#src/domain/imc/audit/audit-machine.ts'
import { ok } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'

const DATES_REVERSED = 'La fecha inicial es posterior a la final.'

/** Pause between the last typed letter and the request, in ms. */
const TYPING_PAUSE_MS = 300

/**
 * The last download. `preparing`: `lines` lines are loaded. `cut`: the file has only the newest
 * `lines` lines.
 */
type AuditDownload =
  | { readonly kind: 'none' | 'failed' }
  | { readonly kind: 'preparing' | 'cut'; readonly lines: number }

export interface AuditSnapshot {
  readonly filter: AuditFilter
  /** The kind of the lines: that of the filter, or that of its action. */
  readonly kind: AuditKind
  /** The lines of all loaded pages; null before the first page. */
  readonly lines: readonly AuditLine[] | null
  /** Whether the service has older lines. */
  readonly hasMore: boolean
  readonly loading: boolean
  /** Why the last load failed. A failed load of older lines does not remove the loaded lines. */
  readonly failure: string | null
  /** Why the filter cannot be sent; null for a valid filter. */
  readonly filterError: string | null
  readonly download: AuditDownload
}

/** The audit log of the entity, for administrators. */
export interface AuditView extends Readable<AuditSnapshot> {
  /** Changes values of the filter. Loads the first page of a valid filter after a pause. */
  filter(change: Partial<AuditFilter>): void
  /** Shows changes, logins or all; an action of another kind is removed from the filter. */
  chooseKind(kind: AuditKind): void
  /** Loads the next page of older lines. */
  showMore(): void
  /** Repeats the failed load. */
  retry(): void
  /** Loads all lines with the filter of the shown lines, up to a limit, and saves them as CSV. */
  download(): void
  /** Formats the filter and the number of shown pages as the query of a URL. */
  toQuery(): string
  /** Applies the filter and the number of pages in a query. */
  applyQuery(query: string): void
}

interface AuditViewDeps extends FlowDeps, Pick<ImcPorts, 'audit'> {
  readonly downloads: Downloads
  readonly toasts: Pick<Toasts, 'show'>
}

type AuditState = SnapshotFrom<typeof auditMachine>

function toDownload({ value, context }: AuditState): AuditDownload {
  const lines = context.download?.lines.length ?? 0
  if (typeof value.download === 'object') return { kind: 'preparing', lines }
  if (value.download === 'cut') return { kind: 'cut', lines }
  return { kind: value.download === 'failed' ? 'failed' : 'none' }
}

/** `query` is the query of the page URL when the view is created. */
export function createAuditView(deps: AuditViewDeps, query: string): AuditView {
  const { audit, clock, downloads, toasts } = deps
  const call = createCaller(deps)

  function save(lines: readonly AuditLine[]): boolean {
    const name = `auditoria-${toDate(clock.now())}.csv`
    const text = toCsv([AUDIT_COLUMNS, ...lines.map(toAuditCells)])
    const isSaved = downloads.save({ name, type: 'text/csv;charset=utf-8', text })
    if (isSaved) toasts.show(downloadedRowsText(name, lines.length))
    return isSaved
  }

  const machine = auditMachine.provide({
    actors: { loadPage: call(audit.page), save: call(async (lines) => ok(save(lines))) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ filter: parseAuditFilter(query), pages: parseAuditPages(query) }),
    select(state) {
      const { filter, wantedPages, loaded, failure } = state.context
      return {
        filter,
        kind: findShownKind(filter),
        wantedPages,
        lines: loaded?.lines ?? null,
        hasMore: loaded !== null && loaded.next !== null,
        loading: state.value.lines === 'loading',
        failure: failure && listFailureMessage(failure),
        filterError: isReversed(filter) ? DATES_REVERSED : null,
        download: toDownload(state),
      }
    },
  })

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    toQuery() {
      const { filter, wantedPages } = flow.getSnapshot()
      return formatAuditQuery(filter, wantedPages)
    },
    filter: (change) => flow.send({ type: 'FILTER', change, pause: 'person' in change ? TYPING_PAUSE_MS : 0 }),
    chooseKind: (kind) => flow.send({ type: 'FILTER', change: chooseKind(flow.getSnapshot().filter, kind), pause: 0 }),
    applyQuery: (next) => flow.send({ type: 'APPLY', filter: parseAuditFilter(next), pages: parseAuditPages(next) }),
    showMore: () => flow.send({ type: 'SHOW_MORE' }),
    retry: () => flow.send({ type: 'RETRY' }),
    download: () => flow.send({ type: 'DOWNLOAD' }),
  }
}
