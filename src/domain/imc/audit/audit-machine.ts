import { assign, type DoneActorEvent, raise, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall } from '#src/domain/call.ts'
import type { AuditFilter, AuditLine, AuditPage, AuditQuery } from '#src/domain/imc/audit/audit.ts'

/** Maximum number of pages that a download loads in addition to the shown pages: 10,000 lines. */
const MAX_DOWNLOAD_PAGES = 250

/** The lines of the pages that were loaded with one filter. */
interface LoadedPages {
  readonly filter: AuditFilter
  readonly lines: readonly AuditLine[]
  readonly pages: number
  /** The cursor of the next page; null after the last page. */
  readonly next: string | null
}

interface AuditContext {
  readonly filter: AuditFilter
  /** Pause before the first page of a changed filter is loaded, in ms. */
  readonly pause: number
  /** The filter of the loads: the last valid filter. */
  readonly loadFilter: AuditFilter
  /** Number of pages to load: the number in the URL or 1, plus one for each 'Ver más'. */
  readonly wantedPages: number
  /** The running or last load of a page. */
  readonly query: AuditQuery
  /** Null before the first page. */
  readonly loaded: LoadedPages | null
  readonly failure: CallFailure | null
  /** The lines of the running or last download. */
  readonly download: LoadedPages | null
}

interface AuditInput {
  readonly filter: AuditFilter
  readonly pages: number
}

/** `LOAD_FIRST` is sent by the machine itself. */
export type AuditEvent =
  | { readonly type: 'FILTER'; readonly change: Partial<AuditFilter>; readonly pause: number }
  | ({ readonly type: 'APPLY' } & AuditInput)
  | { readonly type: 'SHOW_MORE' | 'RETRY' | 'DOWNLOAD' | 'LOAD_FIRST' }

/** Whether the first date is after the last one: the filter cannot be sent. */
export const isReversed = ({ from, until }: AuditFilter): boolean => from !== null && until !== null && from > until

const withoutDates = (filter: AuditFilter): AuditFilter =>
  isReversed(filter) ? { ...filter, from: null, until: null } : filter

function addPage(loaded: LoadedPages | null, filter: AuditFilter, page: AuditPage): LoadedPages {
  const { lines, pages } = loaded ?? { lines: [], pages: 0 }
  return { filter, lines: [...lines, ...page.lines], pages: pages + 1, next: page.next }
}

const toPage = ({ event }: { event: DoneActorEvent<Answer<AuditPage>> }) => event.output

/**
 * The audit of an entity, in three regions. `typing`: a changed filter waits for the end of the
 * typing. `lines`: pages are loaded until the wanted number is loaded; a cursor is only valid with
 * the filter of its page. `download`: all other lines of the shown filter are loaded, up to a
 * limit. The first page of another filter ends a download.
 */
export const auditMachine = setup({
  types: {
    context: {} as AuditContext,
    events: {} as AuditEvent,
    input: {} as AuditInput,
  },
  actors: {
    loadPage: declareCall<AuditQuery, AuditPage>(),
    /** Returns false if the browser refuses the file. */
    save: declareCall<readonly AuditLine[], boolean>(),
  },
  guards: {
    isValid: (_, filter: AuditFilter) => !isReversed(filter),
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    isSaved: (_, answer: Answer<boolean>) => answer.ok && answer.value,
    hasLoaded: ({ context }) => context.loaded !== null,
    hasMore: ({ context: { loaded } }) => loaded !== null && loaded.next !== null,
    wantsMore: ({ context: { loaded, wantedPages } }) =>
      loaded !== null && loaded.next !== null && loaded.pages < wantedPages,
    downloadsMore: ({ context: { download } }) =>
      download !== null && download.next !== null && download.pages < MAX_DOWNLOAD_PAGES,
    isCut: ({ context: { download } }) => download !== null && download.next !== null,
  },
  actions: {
    loadFirst: raise({ type: 'LOAD_FIRST' }),
    setFilter: assign(
      ({ context }, { change, pause, pages }: { change: Partial<AuditFilter>; pause: number; pages: number }) => ({
        filter: { ...context.filter, ...change },
        pause,
        wantedPages: pages,
      }),
    ),
    startFirst: assign(({ context: { filter, loadFilter } }) => {
      const valid = isReversed(filter) ? loadFilter : filter
      return { loadFilter: valid, query: { ...valid, after: null }, failure: null }
    }),
    startNext: assign(({ context: { loaded, query } }) => ({
      query: loaded === null ? query : { ...loaded.filter, after: loaded.next },
      failure: null,
    })),
    wantMore: assign(({ context: { loaded } }) => ({ wantedPages: (loaded?.pages ?? 0) + 1 })),
    addPage: assign(({ context: { loaded, query } }, answer: Answer<AuditPage>) => {
      const { after, ...filter } = query
      return answer.ok ? { loaded: addPage(after === null ? null : loaded, filter, answer.value) } : {}
    }),
    /** A failed first page removes the lines of the previous filter. */
    fail: assign(({ context: { loaded, query } }, answer: Answer<AuditPage>) => ({
      loaded: query.after === null ? null : loaded,
      failure: answer.ok ? null : answer.error,
    })),
    startDownload: assign(({ context: { loaded } }) => ({ download: loaded && { ...loaded, pages: 0 } })),
    addDownloaded: assign(({ context: { download } }, answer: Answer<AuditPage>) =>
      answer.ok && download !== null ? { download: addPage(download, download.filter, answer.value) } : {},
    ),
  },
  delays: { pause: ({ context }) => context.pause },
}).createMachine({
  id: 'audit',
  type: 'parallel',
  context: ({ input: { filter, pages } }) => ({
    filter,
    pause: 0,
    loadFilter: withoutDates(filter),
    wantedPages: pages,
    query: { ...withoutDates(filter), after: null },
    loaded: null,
    failure: null,
    download: null,
  }),
  states: {
    typing: {
      initial: 'ended',
      on: {
        FILTER: {
          target: '.deciding',
          actions: {
            type: 'setFilter',
            params: ({ event: { change, pause } }) => ({ change, pause, pages: 1 }),
          },
        },
        APPLY: [
          {
            guard: { type: 'isValid', params: ({ event }) => event.filter },
            target: '.ended',
            actions: [
              {
                type: 'setFilter',
                params: ({ event: { filter, pages } }) => ({ change: filter, pause: 0, pages }),
              },
              'loadFirst',
            ],
          },
          {
            target: '.ended',
            actions: {
              type: 'setFilter',
              params: ({ event: { filter, pages } }) => ({ change: filter, pause: 0, pages }),
            },
          },
        ],
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isValid', params: ({ context }) => context.filter }, target: 'waiting' },
            { target: 'ended' },
          ],
        },
        waiting: { after: { pause: { target: 'ended', actions: 'loadFirst' } } },
        ended: {},
      },
    },
    lines: {
      initial: 'loading',
      on: { LOAD_FIRST: { target: '.loading', actions: 'startFirst' } },
      states: {
        loading: {
          invoke: {
            src: 'loadPage',
            input: ({ context }) => context.query,
            onDone: [
              {
                guard: { type: 'isOk', params: toPage },
                target: 'deciding',
                actions: { type: 'addPage', params: toPage },
              },
              { target: 'failed', actions: { type: 'fail', params: toPage } },
            ],
          },
        },
        deciding: {
          always: [{ guard: 'wantsMore', target: 'loading', actions: 'startNext' }, { target: 'idle' }],
        },
        idle: { on: { SHOW_MORE: { guard: 'hasMore', target: 'loading', actions: ['wantMore', 'startNext'] } } },
        failed: {
          on: {
            SHOW_MORE: { guard: 'hasMore', target: 'loading', actions: ['wantMore', 'startNext'] },
            RETRY: [{ guard: 'hasLoaded', target: 'loading', actions: 'startNext' }, { actions: 'loadFirst' }],
          },
        },
      },
    },
    download: {
      initial: 'none',
      on: {
        LOAD_FIRST: '.none',
        DOWNLOAD: { guard: 'hasLoaded', target: '.preparing', actions: 'startDownload' },
      },
      states: {
        none: {},
        preparing: {
          initial: 'deciding',
          on: { DOWNLOAD: {} },
          states: {
            deciding: { always: [{ guard: 'downloadsMore', target: 'loading' }, { target: 'saving' }] },
            loading: {
              invoke: {
                src: 'loadPage',
                input: ({ context: { download, query } }) =>
                  download === null ? query : { ...download.filter, after: download.next },
                onDone: [
                  {
                    guard: { type: 'isOk', params: toPage },
                    target: 'deciding',
                    actions: { type: 'addDownloaded', params: toPage },
                  },
                  { target: '#audit.download.failed' },
                ],
              },
            },
            saving: {
              invoke: {
                src: 'save',
                input: ({ context }) => context.download?.lines ?? [],
                onDone: [
                  {
                    guard: { type: 'isSaved', params: ({ event }) => event.output },
                    target: '#audit.download.saved',
                  },
                  { target: '#audit.download.failed' },
                ],
              },
            },
          },
        },
        saved: { always: [{ guard: 'isCut', target: 'cut' }, { target: 'none' }] },
        cut: {},
        failed: {},
      },
    },
  },
})
