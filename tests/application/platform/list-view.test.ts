import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { createListView, type ListView } from '#src/application/platform/list.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { ListRules } from '#src/domain/list.ts'

interface Screen {
  readonly id: string
  readonly user: string
  readonly status: 'disponible' | 'asignada'
}

const toTexts = vi.fn(({ user }: Screen): readonly string[] => [user])
const toKey = vi.fn((screen: Screen, column: 'user' | 'status') => screen[column])

const RULES: ListRules<Screen, 'user' | 'status'> = {
  toId: ({ id }) => id,
  toTexts,
  columns: ['user', 'status'],
  toKey,
  filters: {
    estado: { values: ['todas', 'disponible'], accepts: ({ status }, value) => value === 'todas' || status === value },
  },
  pageSize: 2,
}

const SCREENS: readonly Screen[] = [
  { id: 'P-01', user: 'Núñez', status: 'asignada' },
  { id: 'P-02', user: 'Álvarez', status: 'asignada' },
  { id: 'P-03', user: 'Nuñez', status: 'disponible' },
]

function openList(query = '') {
  const view = createListView(RULES, { query })
  view.setRows(SCREENS)
  return { view, readIds: () => view.getSnapshot().page?.rows.map(({ id }) => id) }
}

test('a list without rows has no page', () => {
  const view = createListView(RULES)
  expect(view.getSnapshot()).toMatchObject({ page: null, total: 0, pageSelection: 'none' })
  expect(view.matchingRows()).toEqual([])
})

test('only a change notifies the subscribers and creates a new snapshot', () => {
  const { view } = openList()
  const listener = vi.fn<() => void>()
  const unsubscribe = view.subscribe(listener).unsubscribe
  const before = view.getSnapshot()
  expect(view.getSnapshot()).toBe(before)
  view.setRows(SCREENS)
  expect(listener).not.toHaveBeenCalled()
  view.search('nunez')
  expect(listener).toHaveBeenCalledOnce()
  expect(view.getSnapshot()).not.toBe(before)
  unsubscribe()
  view.clear()
  expect(listener).toHaveBeenCalledOnce()
})

test('search, filter, sort and goToPage change the shown rows', () => {
  const { view, readIds } = openList()
  expect(readIds()).toEqual(['P-01', 'P-02'])
  view.goToPage(2)
  expect(readIds()).toEqual(['P-03'])
  view.sort('user')
  expect(view.getSnapshot().page?.number).toBe(1)
  expect(readIds()).toEqual(['P-02', 'P-03'])
  view.sort('user')
  expect(readIds()).toEqual(['P-01', 'P-03'])
  view.sort('user')
  view.goToPage(2)
  view.search('NUÑ')
  expect(view.getSnapshot().page).toMatchObject({ number: 1, total: 2 })
  view.filter('estado', 'disponible')
  expect(readIds()).toEqual(['P-03'])
  expect(view.getSnapshot().total).toBe(3)
  view.sort('status')
  view.clear()
  expect(view.getSnapshot()).toMatchObject({ search: '', filters: { estado: 'todas' } })
  expect(view.getSnapshot().order).toEqual({ column: 'status', direction: 'ascending' })
  expect(view.matchingRows()).toHaveLength(3)
})

test('paging and search preserve the selected ids, and a refresh removes ids that no longer exist', () => {
  const { view } = openList()
  view.toggle('P-01')
  view.goToPage(2)
  expect(view.getSnapshot().pageSelection).toBe('none')
  view.togglePage()
  view.search('zapata')
  expect([...view.getSnapshot().selection]).toEqual(['P-01', 'P-03'])
  view.setRows(SCREENS.filter(({ id }) => id !== 'P-01').map((screen) => ({ ...screen, user: 'otro' })))
  expect([...view.getSnapshot().selection]).toEqual(['P-03'])
  view.clearSelection()
  expect(view.getSnapshot().selection.size).toBe(0)
})

test('pageSelection is all, some or none', () => {
  const { view } = openList()
  const readPageSelection = () => view.getSnapshot().pageSelection
  view.toggle('P-02')
  expect(readPageSelection()).toBe('some')
  view.togglePage()
  expect(readPageSelection()).toBe('all')
  view.togglePage()
  expect(readPageSelection()).toBe('none')
})

test('the list reads its choices from the query and writes them to the query', () => {
  const { view, readIds } = openList('?buscar=nunez&orden=-status&pagina=9&estado=nada&vista=velas')
  expect(readIds()).toEqual(['P-03', 'P-01'])
  expect(view.getSnapshot().filters).toEqual({ estado: 'todas' })
  view.search('')
  expect(view.toQuery('vista=velas')).toBe('vista=velas&orden=-status')
  view.applyQuery('')
  expect(readIds()).toEqual(['P-01', 'P-02'])
})

test('searching, paging and selecting reuse the texts and sort keys of the rows', () => {
  const { view } = openList()
  view.sort('user')
  view.getSnapshot()
  toTexts.mockClear()
  toKey.mockClear()
  for (const text of ['n', 'nu', 'nun']) {
    view.search(text)
    view.getSnapshot()
  }
  view.goToPage(2)
  view.toggle('P-01')
  view.getSnapshot()
  expect(toTexts).not.toHaveBeenCalled()
  expect(toKey).not.toHaveBeenCalled()
})

type Action = (view: ListView<Screen, 'user' | 'status'>) => void

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom('', 'n', 'ñ', 'z').map(
    (text): Action =>
      (view) =>
        view.search(text),
  ),
  fc.integer({ min: 1, max: 4 }).map(
    (page): Action =>
      (view) =>
        view.goToPage(page),
  ),
  fc.constantFrom('P-01', 'P-02', 'P-03').map(
    (id): Action =>
      (view) =>
        view.toggle(id),
  ),
  fc.constantFrom('user' as const, 'status' as const).map(
    (column): Action =>
      (view) =>
        view.sort(column),
  ),
  fc.subarray([...SCREENS]).map(
    (rows): Action =>
      (view) =>
        view.setRows(rows),
  ),
)

test('after any actions and a refresh, the page shows matching rows and every selected id exists', () => {
  fc.assert(
    fc.property(fc.array(action), fc.subarray([...SCREENS]), (actions, rows) => {
      const { view } = openList()
      for (const act of actions) act(view)
      view.setRows(rows)
      const { page, selection } = view.getSnapshot()
      const matching = view.matchingRows()
      expect(page?.total).toBe(matching.length)
      expect(page?.rows.every((row) => matching.includes(row) && rows.includes(row))).toBe(true)
      expect([...selection].every((id) => rows.some((row) => row.id === id))).toBe(true)
    }),
  )
})

function openSizedList(query: string, stored: number | null = null) {
  let size = stored
  const pageSizeChoice = {
    choices: [1, 2, 3],
    read: () => size,
    write: (next: number | null) => {
      size = next
    },
  }
  const view = createListView(RULES, { query, pageSizeChoice })
  view.setRows(SCREENS)
  return { view, readStored: () => size, readIds: () => view.getSnapshot().page?.rows.map(({ id }) => id) }
}

test.each([
  ['', null, 2],
  ['', 3, 3],
  ['filas=1', null, 1],
  ['filas=1', 3, 1],
  ['filas=2', 3, 2],
  ['filas=4', 3, 3],
  ['filas=0', null, 2],
  ['filas=1.0', null, 2],
  ['filas=uno', null, 2],
  ['filas=', 1, 1],
])('the query %j and the stored size %j give %i rows per page (D98)', (query, stored, size) => {
  const { view, readStored } = openSizedList(query, stored)
  expect(view.getSnapshot()).toMatchObject({ pageSize: size, pageSizes: [1, 2, 3] })
  // Only a choice is stored, no link.
  expect(readStored()).toBe(stored)
  const written = view.toQuery(query)
  expect(written).toBe(size === 2 && stored === null ? '' : `filas=${size}`)
  view.applyQuery(written)
  expect(view.getSnapshot().pageSize).toBe(size)
})

test('setPageSize stores the choice, stays at the first visible row and stores no default (D98)', () => {
  const { view, readStored, readIds } = openSizedList('pagina=2')
  expect(readIds()).toEqual(['P-03'])
  view.setPageSize(1)
  expect([readIds(), readStored(), view.toQuery('')]).toEqual([['P-03'], 1, 'pagina=3&filas=1'])
  view.setPageSize(4)
  expect(view.getSnapshot().pageSize).toBe(1)
  view.setPageSize(2)
  expect([readIds(), readStored(), view.toQuery('')]).toEqual([['P-03'], null, 'pagina=2'])
  view.setPageSize(3)
  view.clear()
  expect(readIds()).toEqual(['P-01', 'P-02', 'P-03'])
})

test('a list with a fixed page size neither reads nor changes the size in the query', () => {
  const { view } = openList('filas=1')
  expect(view.getSnapshot()).toMatchObject({ pageSize: 2, pageSizes: [] })
  view.setPageSize(1)
  expect(view.getSnapshot().pageSize).toBe(2)
  expect(view.toQuery('filas=1')).toBe('filas=1')
})

test('a list with a source has its rows, and deselects removed rows', () => {
  const source = createState<{ readonly value: readonly Screen[] | null }>({ value: null })
  const view = createListView(RULES, { source })
  const listener = vi.fn<() => void>()
  view.subscribe(listener)
  source.set({ value: SCREENS })
  expect([view.getSnapshot().total, view.matchingRows().length]).toEqual([3, 3])
  view.toggle('P-01')
  listener.mockClear()
  source.set({ value: SCREENS.slice(1) })
  expect(listener).toHaveBeenCalledOnce()
  expect([view.getSnapshot().total, view.getSnapshot().selection.size]).toEqual([2, 0])
})
