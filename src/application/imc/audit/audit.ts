import { AUDIT_COLUMNS, toAuditCells } from '#src/application/imc/audit/audit-texts.ts'
import { downloadedRowsText, listFailureMessage } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import {
  type AuditFilter,
  formatAuditQuery,
  parseAuditFilter,
  parseAuditPages,
} from '#src/application/navigation/query.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Clock, Downloads, Log, Timers } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import { toCsv } from '#src/domain/csv.ts'
import type { AuditLine, AuditPage } from '#src/domain/imc/audit/audit.ts'
import { toDate } from '#src/domain/time/bogota.ts'

const DATES_REVERSED = 'La fecha inicial es posterior a la final.'

/** Pause between the last typed letter and the request, in ms. */
const TYPING_PAUSE_MS = 300

/** Maximum number of pages that a download loads in addition to the shown pages: 10,000 lines. */
const MAX_DOWNLOAD_PAGES = 250

/**
 * The last download. `preparing`: `lines` lines are loaded. `cut`: the file has only the newest
 * `lines` lines.
 */
type AuditDownload =
  | { readonly kind: 'none' | 'failed' }
  | { readonly kind: 'preparing' | 'cut'; readonly lines: number }

export interface AuditSnapshot {
  readonly filter: AuditFilter
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

interface AuditViewDeps extends Pick<ImcPorts, 'audit'> {
  readonly timers: Timers
  readonly clock: Clock
  readonly downloads: Downloads
  readonly toasts: Pick<Toasts, 'show'>
  readonly log: Log
}

function findFilterError({ from, until }: AuditFilter): string | null {
  return from !== null && until !== null && from > until ? DATES_REVERSED : null
}

/** The loaded pages: their filter, their number and the cursor of the next page. */
interface LoadedPages {
  readonly filter: AuditFilter
  readonly pages: number
  readonly next: string | null
}

/** `query` is the query of the page URL when the view is created. */
export function createAuditView(deps: AuditViewDeps, query: string): AuditView {
  const { audit, timers, clock, downloads, toasts, log } = deps
  let loadRun = new AbortController()
  let downloadRun = new AbortController()
  let filterTimer: unknown = null
  let loaded: LoadedPages | null = null
  const urlFilter = parseAuditFilter(query)
  /** The filter of the loads: the last valid filter. */
  let loadFilter = findFilterError(urlFilter) === null ? urlFilter : { ...urlFilter, from: null, until: null }
  /** Number of pages to load: the number in the URL or 1, plus one for each 'Ver más'. */
  let wantedPages = parseAuditPages(query)
  let snapshot: AuditSnapshot = {
    filter: urlFilter,
    lines: null,
    hasMore: false,
    loading: true,
    failure: null,
    filterError: findFilterError(urlFilter),
    download: { kind: 'none' },
  }

  const view = createRefreshable(
    () => snapshot,
    () => {
      loadFirst()
      return () => {
        timers.clearTimeout(filterTimer)
        loadRun.abort()
        downloadRun.abort()
      }
    },
  )

  function set(change: Partial<AuditSnapshot>) {
    snapshot = { ...snapshot, ...change }
    view.refresh()
  }

  const readPage = (filter: AuditFilter, after: string | null, signal: AbortSignal) =>
    audit.page({ ...filter, after }, signal).catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return null
    })

  /**
   * Loads the page after `previous`, or the first page. A cursor is only valid with the filter of
   * the previous page. Cancels a running load.
   */
  async function load(filter: AuditFilter, previous: LoadedPages | null): Promise<void> {
    loadRun.abort()
    loadRun = new AbortController()
    const { signal } = loadRun
    set({ loading: true, failure: null })
    const result = await readPage(filter, previous?.next ?? null, signal)
    if (signal.aborted) return
    // Remove the lines of the previous filter, even after a failure.
    if (previous === null) removeLines()
    if (result?.ok) loadMissingPages(addPage(filter, result.value))
    else set({ failure: listFailureMessage(result?.error ?? null), loading: false })
  }

  /** Loads the next page until the wanted number of pages is loaded. */
  function loadMissingPages(last: LoadedPages) {
    if (last.next !== null && last.pages < wantedPages) void load(last.filter, last)
    else set({ loading: false })
  }

  function removeLines() {
    loaded = null
    snapshot = { ...snapshot, lines: null, hasMore: false }
  }

  function addPage(filter: AuditFilter, { lines, next }: AuditPage): LoadedPages {
    const current = { filter, pages: (loaded?.pages ?? 0) + 1, next }
    loaded = current
    set({ lines: [...(snapshot.lines ?? []), ...lines], hasMore: next !== null })
    return current
  }

  function loadFirst() {
    downloadRun.abort()
    set({ download: { kind: 'none' } })
    if (snapshot.filterError === null) loadFilter = snapshot.filter
    void load(loadFilter, null)
  }

  function setFilter(filter: AuditFilter) {
    timers.clearTimeout(filterTimer)
    set({ filter, filterError: findFilterError(filter) })
  }

  function save(lines: readonly AuditLine[], isCut: boolean) {
    const name = `auditoria-${toDate(clock.now())}.csv`
    const text = toCsv([AUDIT_COLUMNS, ...lines.map(toAuditCells)])
    if (!downloads.save({ name, type: 'text/csv;charset=utf-8', text })) {
      set({ download: { kind: 'failed' } })
      return
    }
    toasts.show(downloadedRowsText(name, lines.length))
    set({ download: isCut ? { kind: 'cut', lines: lines.length } : { kind: 'none' } })
  }

  async function download({ filter, next }: LoadedPages, loadedLines: readonly AuditLine[]) {
    downloadRun = new AbortController()
    const { signal } = downloadRun
    const lines = [...loadedLines]
    let cursor = next
    for (let pages = 0; cursor !== null && pages < MAX_DOWNLOAD_PAGES; pages += 1) {
      set({ download: { kind: 'preparing', lines: lines.length } })
      const result = await readPage(filter, cursor, signal)
      if (signal.aborted) return
      if (!result?.ok) {
        set({ download: { kind: 'failed' } })
        return
      }
      lines.push(...result.value.lines)
      cursor = result.value.next
    }
    save(lines, cursor !== null)
  }

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    toQuery: () => formatAuditQuery(snapshot.filter, wantedPages),

    filter(change) {
      wantedPages = 1
      setFilter({ ...snapshot.filter, ...change })
      if (snapshot.filterError !== null) return
      filterTimer = timers.setTimeout(loadFirst, 'person' in change ? TYPING_PAUSE_MS : 0)
    },

    applyQuery(next) {
      wantedPages = parseAuditPages(next)
      setFilter(parseAuditFilter(next))
      if (snapshot.filterError === null) loadFirst()
    },

    showMore() {
      if (snapshot.loading || loaded === null || loaded.next === null) return
      wantedPages = loaded.pages + 1
      void load(loaded.filter, loaded)
    },

    retry() {
      if (loaded === null) loadFirst()
      else void load(loaded.filter, loaded)
    },

    download() {
      if (snapshot.download.kind === 'preparing' || loaded === null) return
      void download(loaded, snapshot.lines ?? [])
    },
  }
}
