import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatListQuery, MAX_LIST_VALUE_LENGTH, parseListQuery } from '#src/application/navigation/query.ts'
import {
  createSearchIndex,
  EMPTY_SELECTION,
  findRows,
  indexRows,
  initialListState,
  type ListRules,
  type ListState,
  nextOrder,
  retainIds,
  type SortKey,
  searchRows,
  selectionState,
  sortRows,
  takePage,
  toggleId,
  toggleIds,
  toPageNumber,
} from '#src/domain/list.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly active: boolean
  readonly age: number | null
}

type PersonColumn = 'name' | 'age'

const RULES: ListRules<Person, PersonColumn> = {
  toId: ({ id }) => id,
  toTexts: ({ name, role }) => [name, role],
  columns: ['name', 'age'],
  toKey: (person, column) => person[column],
  filters: {
    estado: {
      values: ['todos', 'activos', 'inactivos'],
      accepts: ({ active }, value) => value === 'todos' || active === (value === 'activos'),
    },
  },
  pageSize: 3,
}

const INITIAL_STATE = initialListState(RULES)

const createPerson = (id: string, name: string, overrides: Partial<Person> = {}): Person => ({
  id,
  name,
  role: 'usuario',
  active: true,
  age: null,
  ...overrides,
})

const PEOPLE = [
  createPerson('1', 'Óscar Ñungo', { age: 40 }),
  createPerson('2', 'ana maría', { active: false, age: 9 }),
  createPerson('3', 'Beatriz Londoño', { age: 100 }),
  createPerson('4', 'Oscar Nieto'),
  createPerson('5', 'ángela Peña', { active: false }),
]

const selectPage = (rows: readonly Person[], state: ListState<PersonColumn>) =>
  takePage(findRows(indexRows(rows, state.order, RULES), state, RULES), state.page, RULES.pageSize)
const showPeople = (state: Partial<ListState<PersonColumn>>) => selectPage(PEOPLE, { ...INITIAL_STATE, ...state })
const showIds = (state: Partial<ListState<PersonColumn>>) => showPeople(state).rows.map(({ id }) => id)

test('a list without choices shows the first page in the order of the source', () => {
  expect(showPeople({})).toMatchObject({ number: 1, pages: 2, from: 1, to: 3, total: 5 })
  expect(showIds({})).toEqual(['1', '2', '3'])
  expect(showIds({ page: 2 })).toEqual(['4', '5'])
})

test('a page combines search, filter, order and page', () => {
  expect(showIds({ search: 'OSCAR' })).toEqual(['1', '4'])
  expect(showIds({ filters: { estado: 'inactivos' } })).toEqual(['2', '5'])
  expect(
    showIds({ filters: { estado: 'activos' }, search: 'o', order: { column: 'name', direction: 'descending' } }),
  ).toEqual(['1', '4', '3'])
  expect(showIds({ order: { column: 'name', direction: 'ascending' } })).toEqual(['2', '5', '3'])
  expect(showIds({ order: { column: 'age', direction: 'ascending' } })).toEqual(['2', '1', '3'])
})

test('a filter without a value uses its first value', () => {
  expect(showPeople({ filters: {} }).total).toBe(5)
})

const anyPerson = fc.record({
  id: fc.uuid(),
  name: fc.string({ unit: 'grapheme', maxLength: 6 }),
  role: fc.constantFrom('usuario', 'administrador'),
  active: fc.boolean(),
  age: fc.option(fc.integer({ min: 0, max: 99 })),
})
const anyOrder = fc.option(
  fc.record({
    column: fc.constantFrom('name' as const, 'age' as const),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  }),
)
const anyState: fc.Arbitrary<ListState<PersonColumn>> = fc.record({
  search: fc.string({ unit: 'grapheme', maxLength: 3 }),
  filters: fc.record({ estado: fc.constantFrom('todos', 'activos', 'inactivos') }),
  order: anyOrder,
  page: fc.integer({ min: 1, max: 9 }),
})

test('all pages together contain each matching row once', () => {
  fc.assert(
    fc.property(fc.array(anyPerson, { maxLength: 20 }), anyState, (people, state) => {
      const matchingRows = findRows(indexRows(people, state.order, RULES), state, RULES)
      const { pages } = selectPage(people, state)
      const shownRows = Array.from(
        { length: pages },
        (_, i) => selectPage(people, { ...state, page: i + 1 }).rows,
      ).flat()
      expect(shownRows).toEqual(matchingRows)
      expect(new Set(matchingRows).size).toBe(matchingRows.length)
    }),
  )
})

test('the order does not change which rows match', () => {
  fc.assert(
    fc.property(fc.array(anyPerson, { maxLength: 20 }), anyState, (people, state) => {
      const findMatches = (order: ListState<PersonColumn>['order']) =>
        new Set(findRows(indexRows(people, order, RULES), state, RULES))
      expect(findMatches(state.order)).toEqual(findMatches(null))
    }),
  )
})

test('parsing a formatted query returns the same state', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(parseListQuery(formatListQuery('', state, RULES), RULES)).toEqual(state)
    }),
  )
})

test('the initial state has an empty query', () => {
  expect(formatListQuery('', INITIAL_STATE, RULES)).toBe('')
  expect(parseListQuery('', RULES)).toEqual(INITIAL_STATE)
})

test('formatListQuery preserves other parameters, and a prefix separates two lists', () => {
  const state: ListState<PersonColumn> = {
    ...INITIAL_STATE,
    search: 'ñ',
    order: { column: 'age', direction: 'descending' },
  }
  const query = formatListQuery('vista=velas', state, RULES, 'a.')
  expect(query).toBe('vista=velas&a.buscar=%C3%B1&a.orden=-age')
  expect(parseListQuery(`?${query}`, RULES, 'a.')).toEqual(state)
  expect(parseListQuery(`?${query}`, RULES)).toEqual(INITIAL_STATE)
  expect(formatListQuery(query, INITIAL_STATE, RULES, 'a.')).toBe('vista=velas')
})

test.each([
  ['orden=otra'],
  ['orden=--age'],
  ['orden=-'],
  ['orden=toString'],
  ['estado=borrados'],
  ['estado='],
  ['pagina=0'],
  ['pagina=-2'],
  ['pagina=1.5'],
  ['pagina=dos'],
  ['pagina=99999999'],
  ['%E0%A4%A'],
])('parseListQuery replaces an invalid value with its default: %s', (query) => {
  expect(parseListQuery(query, RULES)).toEqual(INITIAL_STATE)
})

test('parseListQuery reads the valid values next to an invalid value', () => {
  expect(parseListQuery('orden=otra&estado=activos&pagina=4', RULES)).toEqual({
    ...INITIAL_STATE,
    filters: { estado: 'activos' },
    page: 4,
  })
})

test('parseListQuery truncates a long search', () => {
  const text = 'x'.repeat(MAX_LIST_VALUE_LENGTH)
  expect(parseListQuery(`buscar=${text}`, RULES).search).toBe(text)
  expect(parseListQuery(`buscar=${text}y`, RULES).search).toBe(text)
})

test('parseListQuery returns a valid state for any query', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(selectPage(PEOPLE, parseListQuery(query, RULES)).total).toBeLessThanOrEqual(5)
    }),
  )
})

const createRows = (count: number) => Array.from({ length: count }, (_, i) => i)

test.each([
  [0, 1, { number: 1, pages: 1, from: 0, to: 0, total: 0 }],
  [1, 1, { number: 1, pages: 1, from: 1, to: 1, total: 1 }],
  [40, 1, { number: 1, pages: 1, from: 1, to: 40, total: 40 }],
  [41, 1, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
  [41, 2, { number: 2, pages: 2, from: 41, to: 41, total: 41 }],
  [41, 3, { number: 2, pages: 2, from: 41, to: 41, total: 41 }],
  [41, 0, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
  [41, -1, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
])('takePage of %i rows at page %i, with 40 rows a page, returns %o', (count, number, page) => {
  expect(takePage(createRows(count), number, 40)).toMatchObject(page)
})

test('all pages together contain all rows, and no page exceeds the size', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, size) => {
      const rows = createRows(count)
      const { pages: pageCount } = takePage(rows, 1, size)
      const pageRows = Array.from({ length: pageCount }, (_, i) => takePage(rows, i + 1, size).rows)
      expect(pageRows.flat()).toEqual(rows)
      expect(Math.max(...pageRows.map(({ length }) => length))).toBeLessThanOrEqual(size)
    }),
  )
})

const findRowIndexes = (rows: readonly (readonly string[])[], query: string) =>
  searchRows(
    createSearchIndex(rows, (texts) => texts),
    query,
  ).map((texts) => rows.indexOf(texts))

test.each([
  ['perez', [0]],
  ['PÉREZ', [0]],
  ['  maria   pérez ', [0]],
  ['nunez', [1]],
  ['ñ', [1]],
  ['ü', [1]],
  ['', [0, 1]],
  ['   ', [0, 1]],
  ['zapata', []],
])('a search for "%s" finds the rows %j', (query, indexes) => {
  expect(
    findRowIndexes(
      [
        ['María  Pérez', 'rol'],
        ['Núñez', 'usuario'],
      ],
      query,
    ),
  ).toEqual(indexes)
})

test('a match does not span two texts of a row', () => {
  expect(findRowIndexes([['ana', 'paz']], 'anapaz')).toEqual([])
  expect(findRowIndexes([['ana', 'paz']], 'ana paz')).toEqual([])
  expect(findRowIndexes([['ana', 'paz']], 'ana\npaz')).toEqual([])
})

const anyPart = fc.string({ unit: 'grapheme', maxLength: 12 })

test('a search for any part of a text finds its row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyPart, { maxLength: 3 })),
      anyPart,
      anyPart,
      anyPart,
      (rows, prefix, part, suffix) => {
        const allRows = [...rows, [`${prefix}${part}${suffix}`]]
        expect(findRowIndexes(allRows, part)).toContain(allRows.length - 1)
      },
    ),
  )
})

test('a search ignores the case and the Unicode normalization of the query', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('á', 'a', 'Á', 'ñ', 'n', 'Ü', 'u', 'x')), (letters) => {
      const word = letters.join('')
      const rows = [[word]]
      expect(findRowIndexes(rows, word.toUpperCase())).toEqual(findRowIndexes(rows, word.normalize('NFD')))
      expect(findRowIndexes(rows, word.normalize('NFC').toLowerCase())).toEqual([0])
    }),
  )
})

interface Row {
  readonly key: SortKey
}

const sort = (keys: readonly SortKey[], direction: 'ascending' | 'descending' = 'ascending') =>
  sortRows<Row, 'key'>(
    keys.map((key) => ({ key })),
    { column: 'key', direction },
    ({ key }) => key,
  ).map(({ key }) => key)

test('sortRows sorts texts in Spanish order', () => {
  expect(sort(['zeta', 'ñandú', 'nube', 'Óscar', 'oso', 'ana', 'Ana', 'ánade'])).toEqual([
    'ana',
    'Ana',
    'ánade',
    'nube',
    'ñandú',
    'Óscar',
    'oso',
    'zeta',
  ])
})

test('sortRows sorts numbers inside a text by value', () => {
  expect(sort(['P-10', 'P-9', 'P-1'])).toEqual(['P-1', 'P-9', 'P-10'])
})

test('sortRows sorts numbers by value; in ascending order, numbers come before texts', () => {
  expect(sort([9, 'a', 100, -5, 20])).toEqual([-5, 9, 20, 100, 'a'])
  expect(sort([9, 'a', 100], 'descending')).toEqual(['a', 100, 9])
})

test.each(['ascending', 'descending'] as const)('sortRows in %s order puts null and NaN last', (direction) => {
  expect(sort([null, 2, Number.NaN, 1], direction).slice(2)).toEqual([null, Number.NaN])
})

test('sortRows without an order returns the same array', () => {
  const rows = [{ key: 2 }, { key: 1 }]
  expect(sortRows<Row, 'key'>(rows, null, ({ key }) => key)).toBe(rows)
})

const anyKey = fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'á', 'A', 'ñ', 'n', 'P-2')))

test('sortRows is stable and loses no row, in either direction', () => {
  fc.assert(
    fc.property(fc.array(anyKey), fc.constantFrom('ascending' as const, 'descending' as const), (keys, direction) => {
      const rows = keys.map((key, position) => ({ key, position }))
      const sorted = sortRows(rows, { column: 'key', direction }, ({ key }) => key)
      expect(new Set(sorted)).toEqual(new Set(rows))
      for (const [i, row] of sorted.entries()) {
        const next = sorted[i + 1]
        if (next && next.key === row.key) expect(row.position).toBeLessThan(next.position)
      }
    }),
  )
})

test('nextOrder returns ascending, descending and null in turn, and ascending for another column', () => {
  const ascending = nextOrder(null, 'close')
  const descending = nextOrder(ascending, 'close')
  expect(ascending).toEqual({ column: 'close', direction: 'ascending' })
  expect(descending).toEqual({ column: 'close', direction: 'descending' })
  expect(nextOrder(descending, 'close')).toBeNull()
  expect(nextOrder<string>(descending, 'term')).toEqual({ column: 'term', direction: 'ascending' })
  expect(nextOrder<string>(ascending, 'term')).toEqual({ column: 'term', direction: 'ascending' })
})

test('toggleId selects an id, and a second toggleId removes the id', () => {
  const selection = toggleId(EMPTY_SELECTION, 'a')
  expect([...selection]).toEqual(['a'])
  expect(toggleId(selection, 'a').size).toBe(0)
  expect(EMPTY_SELECTION.size).toBe(0)
})

test.each([
  [[], ['a', 'b'], 'none'],
  [['a'], ['a', 'b'], 'some'],
  [['a', 'b', 'c'], ['a', 'b'], 'all'],
  [['a'], [], 'none'],
] as const)('selectionState of the selection %j and the ids %j is %s', (selected, ids, state) => {
  expect(selectionState(new Set(selected), ids)).toBe(state)
})

const anyIds = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'))

test('toggleIds selects all or none of its ids and preserves other ids', () => {
  fc.assert(
    fc.property(anyIds, anyIds, (selected, toggled) => {
      const before = new Set(selected)
      const after = toggleIds(before, toggled)
      const expected = toggled.length > 0 && selectionState(before, toggled) !== 'all' ? 'all' : 'none'
      expect(selectionState(after, toggled)).toBe(expected)
      for (const id of selected.filter((other) => !toggled.includes(other))) expect(after.has(id)).toBe(true)
      expect([...after].every((id) => before.has(id) || toggled.includes(id))).toBe(true)
    }),
  )
})

test('retainIds removes only the ids that do not exist', () => {
  const selection = new Set(['a', 'b'])
  expect(retainIds(selection, ['b', 'a', 'c'])).toBe(selection)
  expect([...retainIds(selection, ['b', 'c'])]).toEqual(['b'])
  expect(retainIds(selection, []).size).toBe(0)
})

test.each([
  [0, 10, 1],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [41, 40, 2],
  [100, 100, 1],
  [101, 100, 2],
])('the row %i is on a page of %i rows with the number %i (D98)', (position, size, number) => {
  expect(toPageNumber(position, size)).toBe(number)
})

test('a change of the page size keeps the first visible row on the page (D98)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 100 }),
      fc.nat(60),
      fc.nat(99),
      (count, size, number, next) => {
        const rows = createRows(count)
        const [first] = takePage(rows, number, size).rows
        const { from } = takePage(rows, number, size)
        expect(takePage(rows, toPageNumber(from, next + 1), next + 1).rows).toContain(first)
      },
    ),
  )
})
