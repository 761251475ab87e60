import { expect, test } from 'vitest'
import { createMemoryClock, createMemoryDownloads, createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createAuditView } from '#src/application/imc/audit/audit.ts'
import { auditChanges, shownAuditChanges, toAuditCells } from '#src/application/imc/audit/audit-texts.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { AuditKind, AuditLine, AuditPage, AuditQuery } from '#src/domain/imc/audit/audit.ts'
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
  /** Number of pages per filter. Each page has one line. Its id is `ana 1` on page 1 of `ana`. */
  readonly pages?: number
}

/** Opens a view over a service that can fail. `listCalls` returns `person/cursor` of each call. */
async function openAudit({ query = '', pages = 3 }: Options = {}) {
  const clock = createMemoryClock(NOW)
  const downloads = createMemoryDownloads()
  const toasts = createToasts()
  const queries: AuditQuery[] = []
  const signals: (AbortSignal | undefined)[] = []
  let isFailing = false
  const createPage = ({ person, after }: AuditQuery): AuditPage => {
    const number = after === null ? 1 : Number(after)
    return { lines: [createLine(`${person} ${number}`)], next: number < pages ? `${number + 1}` : null }
  }
  const page = async (auditQuery: AuditQuery, signal?: AbortSignal) => {
    queries.push(auditQuery)
    signals.push(signal)
    return isFailing ? err({ kind: 'timeout' as const }) : ok(createPage(auditQuery))
  }
  const deps = { audit: { page }, timers: clock, clock, downloads, toasts, log: createMemoryLog() }
  const view = createAuditView(deps, query)
  const unsubscribe = view.subscribe(() => {}).unsubscribe
  await flushPromises()
  return {
    view,
    queries,
    listCalls: () => queries.map(({ person, after }) => `${person}/${after ?? ''}`),
    downloads,
    toasts,
    signals,
    unsubscribe,
    setFailing: (value: boolean) => {
      isFailing = value
    },
    shownIds: () => view.getSnapshot().lines?.map(({ id }) => id) ?? null,
    /** Filters by a person and waits for the load. */
    async filterByPerson(person: string) {
      view.filter({ person })
      clock.advance(300)
      await flushPromises()
    },
    /** Chooses a kind and waits for the load. */
    async choose(kind: AuditKind) {
      view.chooseKind(kind)
      clock.advance(0)
      await flushPromises()
    },
    /** Counts the rows of each saved file, without its headings. */
    countRows: () => downloads.files().map(({ text }) => text.trim().split('\r\n').length - 1),
  }
}

test('a filter whose first page fails shows no lines, and retry loads the page', async () => {
  const { view, listCalls, shownIds, setFailing, filterByPerson } = await openAudit({ query: 'persona=ana' })
  view.showMore()
  await flushPromises()
  expect(shownIds()).toEqual(['ana 1', 'ana 2'])
  setFailing(true)
  await filterByPerson('beto')
  expect(view.getSnapshot()).toMatchObject({ lines: null, hasMore: false, failure: expect.any(String) })
  setFailing(false)
  view.showMore()
  view.retry()
  await flushPromises()
  expect(shownIds()).toEqual(['beto 1'])
  expect(listCalls()).toEqual(['ana/', 'ana/2', 'beto/', 'beto/'])
})

test('"Ver más" loads more lines of the shown filter while the typed filter is invalid', async () => {
  const { view, listCalls, shownIds } = await openAudit({ query: 'persona=ana' })
  view.filter({ from: '2026-11-20' as never, until: '2026-11-10' as never })
  expect(view.getSnapshot().filterError).toBe('La fecha inicial es posterior a la final.')
  view.filter({ person: 'beto' })
  view.showMore()
  await flushPromises()
  expect(listCalls()).toEqual(['ana/', 'ana/2'])
  expect(shownIds()).toEqual(['ana 1', 'ana 2'])
})

test('a URL with reversed dates shows the error and loads the lines without the dates', async () => {
  const { view, queries, shownIds } = await openAudit({ query: 'persona=ana&desde=2026-11-20&hasta=2026-11-10' })
  expect(view.getSnapshot()).toMatchObject({
    filter: { person: 'ana', from: '2026-11-20', until: '2026-11-10' },
    filterError: 'La fecha inicial es posterior a la final.',
  })
  expect(queries).toMatchObject([{ person: 'ana', from: null, until: null }])
  expect(shownIds()).toEqual(['ana 1'])
})

test('a failed load of older lines preserves the shown lines, and retry loads the lines', async () => {
  const { view, shownIds, setFailing } = await openAudit()
  setFailing(true)
  view.showMore()
  await flushPromises()
  expect(shownIds()).toEqual([' 1'])
  setFailing(false)
  view.retry()
  await flushPromises()
  expect(shownIds()).toEqual([' 1', ' 2'])
})

test('the download contains all lines, including lines that are not shown', async () => {
  const { view, shownIds, countRows, toasts } = await openAudit({ pages: 5 })
  view.download()
  expect(view.getSnapshot().download).toEqual({ kind: 'preparing', lines: 1 })
  view.download()
  await flushPromises()
  expect(countRows()).toEqual([5])
  expect(shownIds()).toEqual([' 1'])
  expect(view.getSnapshot().download).toEqual({ kind: 'none' })
  expect(toasts.getSnapshot().current?.text).toBe('Se descargó auditoria-2026-11-21.csv, 5 filas')
})

test('a download stops after 251 pages and shows the number of its lines', async () => {
  const { view, listCalls, countRows } = await openAudit({ pages: 10_000 })
  view.download()
  await flushPromises()
  expect(countRows()).toEqual([251])
  expect(listCalls()).toHaveLength(251)
  expect(view.getSnapshot().download).toEqual({ kind: 'cut', lines: 251 })
})

test('a download with a failed page saves no file and shows the failure', async () => {
  const { view, countRows, setFailing } = await openAudit()
  setFailing(true)
  view.download()
  await flushPromises()
  expect(countRows()).toEqual([])
  expect(view.getSnapshot().download).toEqual({ kind: 'failed' })
  setFailing(false)
  view.download()
  await flushPromises()
  expect(countRows()).toEqual([3])
})

test('a download fails when the browser refuses the file', async () => {
  const { view, downloads } = await openAudit({ pages: 1 })
  downloads.setAllowed(false)
  view.download()
  await flushPromises()
  expect(view.getSnapshot().download).toEqual({ kind: 'failed' })
})

test.each(['unsubscribe', 'applyQuery'] as const)('%s aborts a running download', async (method) => {
  const { view, countRows, signals, unsubscribe } = await openAudit({ pages: 1_000 })
  view.download()
  const callCount = signals.length
  if (method === 'unsubscribe') unsubscribe()
  else view.applyQuery('persona=ana')
  await flushPromises()
  expect(signals[callCount - 1]?.aborted).toBe(true)
  expect(countRows()).toEqual([])
})

test('applyQuery changes the filter and loads its lines', async () => {
  const { view, listCalls, shownIds } = await openAudit({ query: 'persona=ana' })
  expect(view.toQuery()).toBe('persona=ana')
  view.applyQuery('')
  await flushPromises()
  expect(view.toQuery()).toBe('')
  expect(shownIds()).toEqual([' 1'])
  expect(listCalls()).toEqual(['ana/', '/'])
})

test('the query contains the number of shown pages, and applyQuery loads these pages', async () => {
  const { view, listCalls, shownIds, filterByPerson } = await openAudit({ query: 'persona=ana&paginas=2', pages: 4 })
  expect(shownIds()).toEqual(['ana 1', 'ana 2'])
  expect(view.toQuery()).toBe('persona=ana&paginas=2')
  view.showMore()
  await flushPromises()
  expect(view.toQuery()).toBe('persona=ana&paginas=3')
  expect(shownIds()).toHaveLength(3)
  await filterByPerson('beto')
  expect(view.toQuery()).toBe('persona=beto')
  expect(shownIds()).toEqual(['beto 1'])
  view.applyQuery('paginas=9')
  await flushPromises()
  expect(shownIds()).toEqual([' 1', ' 2', ' 3', ' 4'])
  expect(listCalls().slice(-4)).toEqual(['/', '/2', '/3', '/4'])
})

test.each(['', 'paginas=', 'paginas=0', 'paginas=-1', 'paginas=1.5', 'paginas=x', 'paginas=1'])(
  'the query %j opens one page',
  async (query) => {
    const { view, shownIds } = await openAudit({ query })
    expect(shownIds()).toHaveLength(1)
    expect(view.toQuery()).toBe('')
  },
)

test('the view starts with changes; the download has the lines of the shown kind (D104)', async () => {
  const { view, queries, countRows, choose } = await openAudit({ pages: 2 })
  expect(view.getSnapshot().kind).toBe('changes')
  await choose('sign-ins')
  expect(view.toQuery()).toBe('tipo=ingresos')
  view.download()
  await flushPromises()
  expect(countRows()).toEqual([2])
  expect(queries.map(({ kind, after }) => [kind, after])).toEqual([
    ['changes', null],
    ['sign-ins', null],
    ['sign-ins', '2'],
  ])
})

test('an action of another kind wins over the kind, until a kind is chosen (D104)', async () => {
  const { view, queries, choose } = await openAudit({ query: 'accion=signed-in' })
  expect(view.getSnapshot().kind).toBe('sign-ins')
  await choose('changes')
  expect(view.toQuery()).toBe('')
  expect(queries.at(-1)).toMatchObject({ kind: 'changes', action: null })
})

test.each([
  ['from a value to another', { Cargo: 'Analista' }, { Cargo: 'Jefe' }, ['Cargo: Analista → Jefe']],
  ['from an empty value', { Cargo: '' }, { Cargo: 'Jefe' }, ['Cargo: (vacío) → Jefe']],
  ['to an empty value', { Cargo: 'Jefe' }, { Cargo: '' }, ['Cargo: Jefe → (vacío)']],
  [
    'from a missing value of a change',
    { Rol: 'a' },
    { Rol: 'b', Cargo: 'Jefe' },
    ['Rol: a → b', 'Cargo: (vacío) → Jefe'],
  ],
  ['of a creation', {}, { Rol: 'usuario', Cargo: '' }, ['Rol: usuario']],
  ['without a change', { Rol: 'a' }, { Rol: 'a' }, []],
])('the changes %s are said from what to what (D104)', (_, before, after, texts) => {
  expect(auditChanges({ ...createLine('1'), before, after })).toEqual(texts)
})

test('the page names the first people of a large file and how many more there are, the CSV file all (D91)', () => {
  const people = Array.from({ length: 10_000 }, (_, i) => `Ana Ruiz (aruiz${i})`)
  const line: AuditLine = { ...createLine('1'), after: { Cantidad: '10000', Personas: people.join('; ') } }
  const [count, shown = ''] = shownAuditChanges(line)
  expect(count).toBe('Cantidad: 10000')
  const named = people.slice(0, shown.split('; ').length)
  expect(named.length).toBeGreaterThan(10)
  expect(shown).toBe(`Personas: ${named.join('; ')} y 9.${1_000 - named.length} más`)
  expect(shown.length).toBeLessThan(550)
  expect(toAuditCells(line)).toContain(`Cantidad: 10000; Personas: ${people.join('; ')}`)
  const few: AuditLine = { ...line, after: { Personas: people.slice(0, 20).join('; ') } }
  expect(shownAuditChanges(few)).toEqual(auditChanges(few))
})
