import { type AuditFilter, parseAuditFilter } from '#src/application/imc/audit-filter.ts'
import { AUDIT_COLUMNS, auditActionText, auditChanges, DATES_REVERSED } from '#src/application/imc/audit-messages.ts'
import { listingFailure } from '#src/application/imc/imc-messages.ts'
import type { Clock, Timers } from '#src/application/platform/clocks.ts'
import type { Downloads } from '#src/application/platform/downloads.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import { toCsv } from '#src/domain/csv.ts'
import type { AuditLine } from '#src/domain/imc/audit.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'

/** Pause after the last typed letter before the service is asked, in ms. */
const TYPING_PAUSE_MS = 300

export interface AuditSnapshot {
  readonly filter: AuditFilter
  /** The lines of all loaded pages; null until the first page arrives. */
  readonly lines: readonly AuditLine[] | null
  /** The service has older lines. */
  readonly more: boolean
  readonly loading: boolean
  /** Why the last load failed; loaded lines stay. */
  readonly failure: string | null
  /** Why the filter cannot be sent. */
  readonly filterError: string | null
  readonly downloadFailed: boolean
}

/** Who did what in the entity, for its administrators. */
export interface AuditView extends View<AuditSnapshot> {
  /** Replaces parts of the filter and loads from the newest line. */
  filter(change: Partial<AuditFilter>): void
  /** Loads the next older lines. */
  showMore(): void
  /** Loads again what failed. */
  retry(): void
  /** Saves the loaded lines as CSV. */
  download(): void
}

export interface AuditViewDeps extends Pick<ImcPorts, 'audit'> {
  readonly timers: Timers
  readonly clock: Clock
  readonly downloads: Downloads
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

/** `query` is that of the address at the start. */
export function createAuditView({ audit, timers, clock, downloads, log }: AuditViewDeps, query: string): AuditView {
  let run = new AbortController()
  let waiting: unknown = null
  let next: string | null = null
  let snapshot: AuditSnapshot = {
    filter: parseAuditFilter(query),
    lines: null,
    more: false,
    loading: true,
    failure: null,
    filterError: null,
    downloadFailed: false,
  }

  const subscribers = createSubscribers(() => {
    void load(null)
    return () => {
      timers.clearTimeout(waiting)
      run.abort()
    }
  })

  function set(change: Partial<AuditSnapshot>) {
    snapshot = { ...snapshot, ...change }
    subscribers.notify()
  }

  /** Loads a page; the first one replaces the lines. A newer load cancels the running one. */
  async function load(after: string | null) {
    run.abort()
    run = new AbortController()
    const { signal } = run
    set({ loading: true, failure: null })
    const result = await audit.page({ ...snapshot.filter, after }, signal).catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return null
    })
    if (signal.aborted) return
    if (!result?.ok) {
      set({ loading: false, failure: listingFailure(result?.error ?? null) })
      return
    }
    next = result.value.next
    const older = after === null ? [] : (snapshot.lines ?? [])
    set({ lines: [...older, ...result.value.lines], more: next !== null, loading: false })
  }

  function findFilterError({ from, until }: AuditFilter): string | null {
    return from !== null && until !== null && from > until ? DATES_REVERSED : null
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,

    filter(change) {
      const filter = { ...snapshot.filter, ...change }
      const filterError = findFilterError(filter)
      set({ filter, filterError })
      timers.clearTimeout(waiting)
      if (filterError !== null) return
      waiting = timers.setTimeout(() => void load(null), 'person' in change ? TYPING_PAUSE_MS : 0)
    },

    showMore() {
      if (!snapshot.loading && next !== null) void load(next)
    },

    retry: () => void load(snapshot.lines === null ? null : next),

    download() {
      const rows = (snapshot.lines ?? []).map(toCells)
      const file = {
        name: `auditoria-${toDate(clock.now())}.csv`,
        type: 'text/csv;charset=utf-8',
        text: toCsv([AUDIT_COLUMNS, ...rows]),
      }
      set({ downloadFailed: !downloads.save(file) })
    },
  }
}
