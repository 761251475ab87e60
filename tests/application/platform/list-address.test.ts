import { expect, test } from 'vitest'

import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createListAddress, createListView } from '#src/application/platform/list.ts'
import type { ListRules } from '#src/domain/list.ts'

const RULES: ListRules<string, never> = {
  toId: (row) => row,
  toTexts: (row) => [row],
  columns: [],
  toKey: () => null,
  filters: {},
  pageSize: 2,
}

function openAddress(query = '', rows: readonly string[] | null = null) {
  const clock = createMemoryClock(0)
  const list = createListView(RULES, { query })
  list.setRows(rows)
  const address = createListAddress({ timers: clock }, list, query)
  const writtenQueries: string[] = []
  const stop = address.start((next) => writtenQueries.push(next))
  return { clock, list, address, writtenQueries, stop, search: () => list.getSnapshot().search }
}

test('keystrokes are written as one query after a pause, with at most 100 characters of search text', () => {
  const { clock, list, writtenQueries } = openAddress('solicitud=sol-1')
  for (let length = 1; length <= 120; length += 1) {
    list.search('a'.repeat(length))
    clock.advance(30)
  }
  expect(writtenQueries).toEqual([])
  clock.advance(1000)
  expect(writtenQueries).toEqual([`solicitud=sol-1&buscar=${'a'.repeat(100)}`])
})

test('flush writes the choices without a pause, and only once', () => {
  const { clock, list, address, writtenQueries } = openAddress()
  list.search('niño')
  address.flush()
  expect(writtenQueries).toEqual(['buscar=ni%C3%B1o'])
  clock.advance(1000)
  address.flush()
  expect(writtenQueries).toHaveLength(1)
})

test('follow reads the query that Back opened and discards an unwritten choice', () => {
  const { clock, list, address, writtenQueries, search } = openAddress('buscar=uno')
  list.search('dos')
  address.follow('buscar=cero')
  clock.advance(1000)
  expect(writtenQueries).toEqual([])
  expect(search()).toBe('cero')
})

test('follow ignores the query that the list wrote last', () => {
  const { clock, list, address, search } = openAddress()
  list.search('ni')
  clock.advance(1000)
  list.search('nin')
  address.follow('buscar=ni')
  expect(search()).toBe('nin')
})

test('a decoded accent in the query of the page URL causes no write', () => {
  const { clock, list, address, writtenQueries } = openAddress('buscar=andrés')
  clock.advance(1000)
  expect(writtenQueries).toEqual([])
  list.search('niño')
  clock.advance(1000)
  list.search('niños')
  // The router decodes the query that the list wrote.
  address.follow('buscar=niño')
  clock.advance(1000)
  expect(writtenQueries).toEqual(['buscar=ni%C3%B1o', 'buscar=ni%C3%B1os'])
})

test('stop discards an unwritten choice', () => {
  const { clock, list, writtenQueries, stop } = openAddress()
  list.search('dos')
  stop()
  clock.advance(1000)
  expect(writtenQueries).toEqual([])
})

test('the last page replaces a page that does not exist in the query, when the rows arrive', () => {
  const { clock, list, writtenQueries } = openAddress('solicitud=sol-1&pagina=77')
  clock.advance(1000)
  expect(writtenQueries).toEqual([])
  list.setRows(['a', 'b', 'c'])
  clock.advance(1000)
  expect(writtenQueries).toEqual(['solicitud=sol-1&pagina=2'])
})

test('the last page replaces a page that does not exist in the query, when the rows are already loaded', () => {
  const { clock, writtenQueries } = openAddress('pagina=77', ['a', 'b', 'c'])
  clock.advance(1000)
  expect(writtenQueries).toEqual(['pagina=2'])
})

test('the last page replaces a page that does not exist in a query that Back opened', () => {
  const { clock, address, writtenQueries } = openAddress('', ['a', 'b', 'c'])
  address.follow('pagina=77')
  clock.advance(1000)
  expect(writtenQueries).toEqual(['pagina=2'])
})
