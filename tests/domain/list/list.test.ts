import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatListQuery, MAX_LIST_VALUE_LENGTH, parseListQuery } from '#src/application/navigation/query.ts'

import {
  findRows,
  indexRows,
  initialListState,
  type ListRules,
  type ListState,
  selectListPage,
} from '#src/domain/list/list.ts'

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

const showPeople = (state: Partial<ListState<PersonColumn>>) =>
  selectListPage(PEOPLE, { ...INITIAL_STATE, ...state }, RULES)
const showIds = (state: Partial<ListState<PersonColumn>>) => showPeople(state).rows.map(({ id }) => id)

test('a list without choices shows the first page in the order of the source', () => {
  expect(showPeople({})).toMatchObject({ number: 1, pages: 2, from: 1, to: 3, total: 5 })
  expect(showIds({})).toEqual(['1', '2', '3'])
  expect(showIds({ page: 2 })).toEqual(['4', '5'])
})

test('selectListPage combines search, filter, order and page', () => {
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
      const { pages } = selectListPage(people, state, RULES)
      const shownRows = Array.from(
        { length: pages },
        (_, i) => selectListPage(people, { ...state, page: i + 1 }, RULES).rows,
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
      expect(selectListPage(PEOPLE, parseListQuery(query, RULES), RULES).total).toBeLessThanOrEqual(5)
    }),
  )
})
