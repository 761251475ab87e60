import { expect, test } from 'vitest'

import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { createMemoryDownloads } from '#src/adapters/memory/downloads.ts'
import { createMemoryLog } from '#src/adapters/memory/log.ts'
import { createAuditView } from '#src/application/imc/audit-view.ts'
import { createToasts } from '#src/application/platform/toasts.ts'
import type { AuditLine, AuditPage, AuditQuery } from '#src/domain/imc/audit.ts'
import { err, ok } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const NOW = toInstant('2026-11-21', '09:43:15')

const createLine = (id: string): AuditLine => ({
  id,
  at: NOW,
  person: 'Paula',
  action: 'signed-in',
  actionText: 'Inicio',
  target: id,
  before: {},
  after: {},
  requestId: '',
})

interface Options {
  readonly query?: string
  /** Pages of every filter; each has one line, `persona 1`, `persona 2` … */
  readonly pages?: number
}

/** A view over a service that can fail; the calls are `person/cursor`. */
async function openAudit({ query = '', pages = 3 }: Options = {}) {
  const clock = createMemoryClock(NOW)
  const downloads = createMemoryDownloads()
  const toasts = createToasts()
  const calls: string[] = []
  const signals: (AbortSignal | undefined)[] = []
  let failing = false
  const answer = ({ person, after }: AuditQuery): AuditPage => {
    const number = after === null ? 1 : Number(after)
    return { lines: [createLine(`${person} ${number}`)], next: number < pages ? `${number + 1}` : null }
  }
  const page = async (asked: AuditQuery, signal?: AbortSignal) => {
    calls.push(`${asked.person}/${asked.after ?? ''}`)
    signals.push(signal)
    return failing ? err({ kind: 'timeout' as const }) : ok(answer(asked))
  }
  const deps = { audit: { page }, timers: clock, clock, downloads, toasts, log: createMemoryLog() }
  const view = createAuditView(deps, query)
  const stop = view.subscribe(() => {})
  await flushPromises()
  return {
    view,
    calls,
    downloads,
    toasts,
    signals,
    stop,
    fail: (value: boolean) => {
      failing = value
    },
    shown: () => view.getSnapshot().lines?.map(({ id }) => id) ?? null,
    /** Types a person and waits for the load. */
    async filter(person: string) {
      view.filter({ person })
      clock.advance(300)
      await flushPromises()
    },
    rows: () => downloads.files().map(({ text }) => text.trim().split('\r\n').length - 1),
  }
}

test('a new filter whose first page fails shows no lines of the old filter, and a retry loads that page', async () => {
  const { view, calls, shown, fail, filter } = await openAudit({ query: 'persona=ana' })
  view.showMore()
  await flushPromises()
  expect(shown()).toEqual(['ana 1', 'ana 2'])
  fail(true)
  await filter('beto')
  expect(view.getSnapshot()).toMatchObject({ lines: null, more: false, failure: expect.any(String) })
  fail(false)
  view.showMore()
  view.retry()
  await flushPromises()
  expect(shown()).toEqual(['beto 1'])
  expect(calls).toEqual(['ana/', 'ana/2', 'beto/', 'beto/'])
})

test('"Ver más" loads more lines of the shown filter while the typed filter is invalid', async () => {
  const { view, calls, shown } = await openAudit({ query: 'persona=ana' })
  view.filter({ from: '2026-11-20' as never, until: '2026-11-10' as never })
  expect(view.getSnapshot().filterError).toBe('La fecha inicial es posterior a la final.')
  view.filter({ person: 'beto' })
  view.showMore()
  await flushPromises()
  expect(calls).toEqual(['ana/', 'ana/2'])
  expect(shown()).toEqual(['ana 1', 'ana 2'])
})

test('a failed load of older lines leaves the shown lines and can be retried', async () => {
  const { view, shown, fail } = await openAudit()
  fail(true)
  view.showMore()
  await flushPromises()
  expect(shown()).toEqual([' 1'])
  fail(false)
  view.retry()
  await flushPromises()
  expect(shown()).toEqual([' 1', ' 2'])
})

test('the download has all lines, including those that are not shown', async () => {
  const { view, shown, rows, toasts } = await openAudit({ pages: 5 })
  view.download()
  expect(view.getSnapshot().download).toEqual({ kind: 'preparing', lines: 1 })
  view.download()
  await flushPromises()
  expect(rows()).toEqual([5])
  expect(shown()).toEqual([' 1'])
  expect(view.getSnapshot().download).toEqual({ kind: 'none' })
  expect(toasts.getSnapshot()?.text).toBe('Se descargó auditoria-2026-11-21.csv, 5 filas')
})

test('a download stops at the maximum number of lines and shows that number', async () => {
  const { view, calls, rows } = await openAudit({ pages: 10_000 })
  view.download()
  await flushPromises()
  expect(rows()).toEqual([251])
  expect(calls).toHaveLength(251)
  expect(view.getSnapshot().download).toEqual({ kind: 'cut', lines: 251 })
})

test('a download with a failed page saves no file and shows the failure', async () => {
  const { view, rows, fail } = await openAudit()
  fail(true)
  view.download()
  await flushPromises()
  expect(rows()).toEqual([])
  expect(view.getSnapshot().download).toEqual({ kind: 'failed' })
  fail(false)
  view.download()
  await flushPromises()
  expect(rows()).toEqual([3])
})

test('a file that the browser refuses is a failed download', async () => {
  const { view, downloads } = await openAudit({ pages: 1 })
  downloads.allow(false)
  view.download()
  expect(view.getSnapshot().download).toEqual({ kind: 'failed' })
})

test.each(['stop', 'filter'] as const)('%s ends a running download', async (event) => {
  const { view, rows, signals, stop } = await openAudit({ pages: 1_000 })
  view.download()
  const before = signals.length
  if (event === 'stop') stop()
  else view.readQuery('persona=ana')
  await flushPromises()
  expect(signals[before - 1]?.aborted).toBe(true)
  expect(rows()).toEqual([])
})

test('the filter follows the address', async () => {
  const { view, calls, shown } = await openAudit({ query: 'persona=ana' })
  expect(view.toQuery()).toBe('persona=ana')
  view.readQuery('')
  await flushPromises()
  expect(view.toQuery()).toBe('')
  expect(shown()).toEqual([' 1'])
  expect(calls).toEqual(['ana/', '/'])
})

test('the address contains the number of shown pages, and opening it loads as many', async () => {
  const { view, calls, shown, filter } = await openAudit({ query: 'persona=ana&paginas=2', pages: 4 })
  expect(shown()).toEqual(['ana 1', 'ana 2'])
  expect(view.toQuery()).toBe('persona=ana&paginas=2')
  view.showMore()
  await flushPromises()
  expect(view.toQuery()).toBe('persona=ana&paginas=3')
  expect(shown()).toHaveLength(3)
  await filter('beto')
  expect(view.toQuery()).toBe('persona=beto')
  expect(shown()).toEqual(['beto 1'])
  view.readQuery('paginas=9')
  await flushPromises()
  expect(shown()).toEqual([' 1', ' 2', ' 3', ' 4'])
  expect(calls.slice(-4)).toEqual(['/', '/2', '/3', '/4'])
})

test.each(['', 'paginas=', 'paginas=0', 'paginas=-1', 'paginas=1.5', 'paginas=x', 'paginas=1'])(
  'an address with %j opens one page',
  async (query) => {
    const { view, shown } = await openAudit({ query })
    expect(shown()).toHaveLength(1)
    expect(view.toQuery()).toBe('')
  },
)
