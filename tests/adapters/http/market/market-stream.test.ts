import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createStreamDecoder } from '#src/adapters/http/market/market-stream.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { anyText } from '#tests/support/texts.ts'

const decode = (name: string, data: unknown, id: string | null = '204118') =>
  createStreamDecoder('spot')(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

const DEAL = { id: 'op-71-20261120-2099', time: 1_795_196_596_000, price: 4102.4, amount: 250 }
const SNAPSHOT = {
  mercado: 71,
  fecha: '2026-11-20',
  delay: 0,
  precioMercado: {
    trm: 4098.17,
    trmchange: 'UP',
    open: 4091,
    openchange: 'DOWN',
    low: 4085.2,
    lowchange: 'DOWN',
    high: 4118.9,
    highchange: 'UP',
    high_anterior: 4109.6,
    close_anterior: 4096.4,
  },
  montoMercado: { sum: 1_284_650_000, close: 500_000, avg: 612_321, low: 50_000, high: 5_000_000, count: 2_098 },
  promedioCierre: { close: 4102.35, avg: 4101.62, time: '2026-11-20T12:43:09-05:00' },
}

test('the decoder returns a deal with its amount in whole dollars and its sequence', () => {
  expect(decode('deal', { ...DEAL, amount: 612.321 })).toEqual([
    { kind: 'deal', sequence: 204_118, ...DEAL, amount: 612_321 },
  ])
})

test('the decoder accepts numbers as text and ids as numbers', () => {
  expect(decode('deal', { id: 7, time: '1795196596000', price: '4,102.40', amount: '250' })).toEqual([
    { kind: 'deal', sequence: 204_118, id: '7', time: 1_795_196_596_000, price: 4102.4, amount: 250_000 },
  ])
  expect(decode('annul', { id: 7 })).toEqual([{ kind: 'annulment', sequence: 204_118, id: '7' }])
})

test('the decoder returns the number of a firing, and a malformed one without it (D125)', () => {
  expect(decode('alert', { id: 41 }, null)).toEqual([{ kind: 'alert', id: 41 }])
  expect(decode('alert', {}, null)).toMatchObject([{ kind: 'malformed' }])
})

test('the decoder maps a snapshot to domain values', () => {
  expect(decode('snapshot', SNAPSHOT)).toEqual([
    {
      kind: 'snapshot',
      sequence: 204_118,
      tradingDay: '2026-11-20',
      delay: 0,
      prices: {
        trm: { value: 4098.17, change: 'UP', previous: null },
        open: { value: 4091, change: 'DOWN', previous: null },
        low: { value: 4085.2, change: 'DOWN', previous: null },
        high: { value: 4118.9, change: 'UP', previous: 4109.6 },
        previousClose: 4096.4,
      },
      amounts: { sum: 1_284_650_000, last: 500_000, average: 612_321, low: 50_000, high: 5_000_000, count: 2_098 },
      close: { close: 4102.35, average: 4101.62, time: toInstant('2026-11-20', '12:43:09') },
    },
  ])
})

test('the decoder accepts clock, heartbeat and closed without a sequence', () => {
  expect(decode('clock', { now: 5, delay: 15 }, null)).toEqual([{ kind: 'clock', now: 5, delay: 15 }])
  expect(decode('clock', { now: 5 }, null)).toEqual([{ kind: 'clock', now: 5, delay: null }])
  expect(decode('heartbeat', {}, null)).toEqual([{ kind: 'heartbeat' }])
  expect(decode('closed', { message: 'Hasta luego.' }, null)).toEqual([{ kind: 'closed', reason: 'Hasta luego.' }])
})

test('the decoder ignores an event with an unknown name', () => {
  expect(decode('noticia', { titulo: 'El dólar sube' })).toEqual([])
})

test.each<readonly [title: string, name: string, data: unknown, id: string | null]>([
  ['a deal without a sequence', 'deal', DEAL, null],
  ['a deal with an invalid sequence', 'deal', DEAL, '12x'],
  ['a deal without a price', 'deal', { ...DEAL, price: null }, '204118'],
  ['a deal with a price in Colombian format', 'deal', { ...DEAL, price: '4.102,40' }, '204118'],
  ['a deal that is a list', 'deal', [DEAL], '204118'],
  ['an annulment without an id', 'annul', {}, '204118'],
  ['a snapshot of another market', 'snapshot', { ...SNAPSHOT, mercado: 76 }, '204118'],
  ['a snapshot without prices', 'snapshot', { ...SNAPSHOT, precioMercado: null }, '204118'],
  ['a snapshot of an invalid day', 'snapshot', { ...SNAPSHOT, fecha: '2026-13-01' }, '204118'],
  ['a clock event with an invalid time', 'clock', { now: 'ahora' }, '204118'],
  ['a closed event without a message', 'closed', {}, '204118'],
])('the decoder returns malformed for %s', (_, name, data, id) => {
  expect(decode(name, data, id)).toEqual([expect.objectContaining({ kind: 'malformed' })])
})

test('the decoder returns malformed for data that are not JSON', () => {
  expect(createStreamDecoder('spot')('event: heartbeat\ndata: {\n\n')).toEqual([
    { kind: 'malformed', detail: { id: null, name: 'heartbeat', data: '{' } },
  ])
})

test('the decoder returns one event for any data and never throws', () => {
  const names = fc.constantFrom('snapshot', 'deal', 'annul', 'clock', 'heartbeat', 'closed')
  const anyData = fc.oneof(
    fc.json(),
    anyText,
    fc
      .jsonValue()
      .map((value) => JSON.stringify({ ...DEAL, ...SNAPSHOT, price: value, fecha: value, precioMercado: value })),
  )
  fc.assert(
    fc.property(names, anyData, anyText, (name, data, id) => {
      const lines = data.split(/\r\n|\n|\r/).map((line) => `data: ${line}\n`)
      const events = createStreamDecoder('spot')(
        `id: ${id.replaceAll(/[\r\n]/g, '')}\nevent: ${name}\n${lines.join('')}\n`,
      )
      expect(events).toHaveLength(1)
    }),
    { numRuns: 500 },
  )
})
