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
import type { AuditAction, AuditLine, AuditPage } from '#src/domain/imc/audit/audit.ts'
import { formatCount } from '#src/domain/money.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'

export const AUDIT_INTRO = 'Quién hizo qué en la entidad, lo más reciente primero.'
export const AUDIT_FAILED = 'No pudimos consultar la auditoría'
export const NO_LINES = {
  lead: 'Ningún registro con estos filtros',
  rest: 'Cambie la persona, la acción o las fechas.',
} as const
export const ONLY_ADMINISTRATORS = {
  lead: 'Solo los administradores ven la auditoría.',
  rest: 'Pídala a un administrador de su entidad.',
} as const
export const SHOW_MORE = 'Ver más'
export const ALL_ACTIONS = 'Todas las acciones'

export const AUDIT_ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  'signed-in': 'Inició sesión',
  'sign-in-refused': 'Ingreso rechazado',
  'signed-out': 'Cerró sesión',
  'password-changed': 'Cambió su contraseña',
  'user-created': 'Creó un usuario',
  'user-edited': 'Editó un usuario',
  'user-activated': 'Activó un usuario',
  'user-deactivated': 'Desactivó un usuario',
  'contract-uploaded': 'Cargó un contrato',
  'contract-downloaded': 'Descargó un contrato',
  'package-ordered': 'Solicitó un paquete',
  'screen-linked': 'Solicitó vincular una pantalla',
  'screen-changed': 'Solicitó cambiar una pantalla',
  'screen-released': 'Solicitó liberar una pantalla',
  'document-uploaded': 'Cargó un documento',
  'request-approved': 'Solicitud aprobada',
  'request-refused': 'Solicitud rechazada',
}

/** The text of a line's action; for an unknown action, the service's text. */
export const auditActionText = ({ action, actionText }: AuditLine): string =>
  action === null ? actionText : AUDIT_ACTION_TEXTS[action]

/** One text per changed value: `Cargo: Analista → Jefe de mesa`. */
export function auditChanges({ before, after }: AuditLine): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [oldValue = '', newValue = ''] = [before[name], after[name]]
    if (oldValue === newValue) return []
    if (oldValue === '') return [`${name}: ${newValue}`]
    return [`${name}: ${oldValue} → ${newValue === '' ? '—' : newValue}`]
  })
}

const AUDIT_COLUMNS = ['Fecha', 'Hora', 'Persona', 'Acción', 'Objeto', 'Cambios', 'Petición'] as const

/** `1 registro`, `40 registros, hay más`. */
export function linesText(lines: number, hasMore: boolean): string {
  const countText = `${lines} ${lines === 1 ? 'registro' : 'registros'}`
  return hasMore ? `${countText}, hay más` : countText
}

/** Shown while a download loads more lines. */
export const preparingText = (lines: number): string => `Preparando… ${formatCount(lines)} registros`

/** Shown when the file does not contain the oldest lines. */
export const downloadCutNotice = (lines: number) => ({
  lead: `El archivo tiene los ${formatCount(lines)} registros más recientes.`,
  rest: 'Acote las fechas para descargar los demás.',
})

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

const toCells = (line: AuditLine) => [
  line.at === null ? '' : toDate(line.at),
  line.at === null ? '' : formatTime(line.at),
  line.person,
  auditActionText(line),
  line.target,
  auditChanges(line).join('; '),
  line.requestId,
]

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
    const text = toCsv([AUDIT_COLUMNS, ...lines.map(toCells)])
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
