import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  findRows,
  indexRows,
  initialListState,
  type ListRules,
  type ListState,
  showList,
} from '#src/domain/list/list.ts'
import { formatListQuery, MAX_QUERY_VALUE, parseListQuery } from '#src/domain/list/list-query.ts'

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

const FIRST = initialListState(RULES)

const person = (id: string, name: string, overrides: Partial<Person> = {}): Person => ({
  id,
  name,
  role: 'usuario',
  active: true,
  age: null,
  ...overrides,
})

const PEOPLE = [
  person('1', 'Óscar Ñungo', { age: 40 }),
  person('2', 'ana maría', { active: false, age: 9 }),
  person('3', 'Beatriz Londoño', { age: 100 }),
  person('4', 'Oscar Nieto'),
  person('5', 'ángela Peña', { active: false }),
]

const show = (state: Partial<ListState<PersonColumn>>) => showList(PEOPLE, { ...FIRST, ...state }, RULES)
const showIds = (state: Partial<ListState<PersonColumn>>) => show(state).rows.map(({ id }) => id)

test('a list without choices shows the first page in the order of the source', () => {
  expect(show({})).toMatchObject({ number: 1, pages: 2, from: 1, to: 3, total: 5 })
  expect(showIds({})).toEqual(['1', '2', '3'])
  expect(showIds({ page: 2 })).toEqual(['4', '5'])
})

test('search, filter, order and page work together', () => {
  expect(showIds({ search: 'OSCAR' })).toEqual(['1', '4'])
  expect(showIds({ filters: { estado: 'inactivos' } })).toEqual(['2', '5'])
  expect(
    showIds({ filters: { estado: 'activos' }, search: 'o', order: { column: 'name', direction: 'descending' } }),
  ).toEqual(['1', '4', '3'])
  expect(showIds({ order: { column: 'name', direction: 'ascending' } })).toEqual(['2', '5', '3'])
  expect(showIds({ order: { column: 'age', direction: 'ascending' } })).toEqual(['2', '1', '3'])
})

test('a filter without a value uses its first value', () => {
  expect(show({ filters: {} }).total).toBe(5)
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
      const found = findRows(indexRows(people, state.order, RULES), state, RULES)
      const { pages } = showList(people, state, RULES)
      const shown = Array.from(
        { length: pages },
        (_, i) => showList(people, { ...state, page: i + 1 }, RULES).rows,
      ).flat()
      expect(shown).toEqual(found)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})

test('the order changes the positions of the rows but not which rows match', () => {
  fc.assert(
    fc.property(fc.array(anyPerson, { maxLength: 20 }), anyState, (people, state) => {
      const found = (order: ListState<PersonColumn>['order']) =>
        new Set(findRows(indexRows(people, order, RULES), state, RULES))
      expect(found(state.order)).toEqual(found(null))
    }),
  )
})

test('a state written into a query is read back', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(parseListQuery(formatListQuery('', state, RULES), RULES)).toEqual(state)
    }),
  )
})

test('the initial state leaves the query empty', () => {
  expect(formatListQuery('', FIRST, RULES)).toBe('')
  expect(parseListQuery('', RULES)).toEqual(FIRST)
})

test('formatListQuery preserves other parameters, and a prefix separates two lists', () => {
  const state: ListState<PersonColumn> = { ...FIRST, search: 'ñ', order: { column: 'age', direction: 'descending' } }
  const query = formatListQuery('vista=velas', state, RULES, 'a.')
  expect(query).toBe('vista=velas&a.buscar=%C3%B1&a.orden=-age')
  expect(parseListQuery(`?${query}`, RULES, 'a.')).toEqual(state)
  expect(parseListQuery(`?${query}`, RULES)).toEqual(FIRST)
  expect(formatListQuery(query, FIRST, RULES, 'a.')).toBe('vista=velas')
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
])('an invalid value falls back to its default: %s', (query) => {
  expect(parseListQuery(query, RULES)).toEqual(FIRST)
})

test('one invalid value does not change the others', () => {
  expect(parseListQuery('orden=otra&estado=activos&pagina=4', RULES)).toEqual({
    ...FIRST,
    filters: { estado: 'activos' },
    page: 4,
  })
})

test('a long search is cut at its limit', () => {
  const text = 'x'.repeat(MAX_QUERY_VALUE)
  expect(parseListQuery(`buscar=${text}`, RULES).search).toBe(text)
  expect(parseListQuery(`buscar=${text}y`, RULES).search).toBe(text)
})

test('any query is parsed without an error into a valid state', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(showList(PEOPLE, parseListQuery(query, RULES), RULES).total).toBeLessThanOrEqual(5)
    }),
  )
})
