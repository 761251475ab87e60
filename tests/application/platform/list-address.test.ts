import { expect, test } from 'vitest'

import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { createListAddress } from '#src/application/platform/list-address.ts'
import { createListView } from '#src/application/platform/list-view.ts'
import type { ListRules } from '#src/domain/list/list.ts'

const RULES: ListRules<string, never> = {
  toId: (row) => row,
  toTexts: (row) => [row],
  columns: [],
  toKey: () => null,
  filters: {},
  pageSize: 2,
}

function openAddress(query = '') {
  const clock = createMemoryClock(0)
  const list = createListView(RULES, { query })
  const address = createListAddress({ timers: clock }, list, query)
  const written: string[] = []
  const stop = address.start((next) => written.push(next))
  return { clock, list, address, written, stop, search: () => list.getSnapshot().search }
}

test('repeated keystrokes write the address once, after the typing pauses', () => {
  const { clock, list, written } = openAddress('solicitud=sol-1')
  for (let length = 1; length <= 120; length += 1) {
    list.search('a'.repeat(length))
    clock.advance(30)
  }
  expect(written).toEqual([])
  clock.advance(1000)
  expect(written).toEqual([`solicitud=sol-1&buscar=${'a'.repeat(100)}`])
})

test('a flush writes the choices at once and only once', () => {
  const { clock, list, address, written } = openAddress()
  list.search('niño')
  address.flush()
  expect(written).toEqual(['buscar=ni%C3%B1o'])
  clock.advance(1000)
  address.flush()
  expect(written).toHaveLength(1)
})

test('Back drops an unwritten choice instead of writing it over the older address', () => {
  const { clock, list, address, written, search } = openAddress('buscar=uno')
  list.search('dos')
  address.follow('buscar=cero')
  clock.advance(1000)
  expect(written).toEqual([])
  expect(search()).toBe('cero')
})

test('the query that the list wrote does not reset it', () => {
  const { clock, list, address, search } = openAddress()
  list.search('ni')
  clock.advance(1000)
  list.search('nin')
  address.follow('buscar=ni')
  expect(search()).toBe('nin')
})

test('an unwritten choice of a closed screen is not written into the next address', () => {
  const { clock, list, written, stop } = openAddress()
  list.search('dos')
  stop()
  clock.advance(1000)
  expect(written).toEqual([])
})
