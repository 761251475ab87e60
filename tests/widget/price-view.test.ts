import { expect, test } from 'vitest'

import type { WidgetReply } from '#src/adapters/http/contract/market/widget.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { parseReply, STALE_MS, toPriceView } from '#src/widget/price-view.ts'

const REPLY: WidgetReply = {
  mercado: 'spot',
  fase: 'open',
  fecha: '2026-11-20',
  cierre: 4102.35,
  cierre_anterior: 4090.1,
  hora: '2026-11-20T12:27:58-05:00',
  corte: '2026-11-20T12:28:00-05:00',
  retraso: 15,
  fuente: 'simulado',
}

const view = (reply: WidgetReply | null, sinceMs = 0, hasFailed = false) =>
  toPriceView('spot', { reply, sinceMs, hasFailed })

test('an open market has its price, its change, its age and its source', () => {
  expect(view(REPLY)).toEqual({
    title: 'Dólar spot',
    price: '$ 4.102,35',
    change: '+12,25 (+0,30%) frente al cierre anterior',
    direction: 'up',
    state: 'Mercado abierto',
    isWarning: false,
    age: 'Con 15 minutos de retraso, datos de las 12:28',
    source: 'Fuente: Mercado Dólar, datos simulados',
  })
})

test.each([
  [4_080, 'down'],
  [4_090.1, 'same'],
  [4_100, 'up'],
] as const)('a close of %d after 4.090,10 goes %s', (cierre, direction) => {
  expect(view({ ...REPLY, cierre }).direction).toBe(direction)
})

test('a closed market has the day and the time of its last deal', () => {
  expect(view({ ...REPLY, fase: 'closed' })).toMatchObject({
    state: 'Mercado cerrado',
    age: 'Con 15 minutos de retraso, datos del 20 nov 2026, 12:27',
  })
})

test.each([
  ['before the first reply', null, 0, false, 'Cargando…', false],
  ['without a connection and without data', null, 0, true, 'Sin conexión', true],
  ['with a failed refresh', REPLY, STALE_MS - 1, true, 'Sin conexión', true],
  ['with stale data', REPLY, STALE_MS, false, 'Datos atrasados, 2 minutos sin actualizar', true],
  ['stale and without a connection', REPLY, 5 * MINUTE_MS, true, 'Sin conexión, 5 minutos sin actualizar', true],
])('%s the state says so, next to age and source', (_case, reply, sinceMs, hasFailed, state, isWarning) => {
  const shown = view(reply, sinceMs, hasFailed)
  expect(shown).toMatchObject({ state, isWarning })
  expect(shown.age).toMatch(/^Con 15 minutos de retraso/)
  expect(shown.source).toMatch(/^Fuente: Mercado Dólar/)
})

test('without a close there is a dash and no change', () => {
  expect(view({ ...REPLY, cierre: null })).toMatchObject({ price: '—', change: '' })
})

test('parseReply accepts a reply and refuses other bodies', () => {
  expect(parseReply(REPLY)).toEqual(REPLY)
  const changes = [
    { fase: 'otra' },
    { cierre: '1' },
    { corte: 1 },
    { corte: 'hoy' },
    { fecha: '2026-13-01' },
    { hora: 'ayer' },
    { fuente: undefined },
    { fuente: 'otra' },
  ]
  for (const body of [null, 'x', {}, ...changes.map((change) => ({ ...REPLY, ...change }))]) {
    expect(parseReply(body)).toBeNull()
  }
})
