import { expect, test } from 'vitest'

import { formatRefreshInterval } from '#src/application/market/market-messages.ts'
import { clientState, type MarketHead } from '#src/application/market/market-state-messages.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'

const OPEN: MarketHead = {
  market: 'spot',
  status: { phase: 'open', date: '2026-11-20', today: '2026-11-20' },
  tradingDay: '2026-11-20',
  freshness: 'live',
  receivedAt: toInstant('2026-11-20', '12:43:10'),
}
const CLOSED: MarketHead = { ...OPEN, status: { ...OPEN.status, phase: 'closed' } }
const YESTERDAY: MarketHead = { ...OPEN, tradingDay: '2026-11-19' }
const EVERY = 15 * SECOND_MS

test.each([
  [OPEN, EVERY, 'live', 'En tiempo real', ', 12:43:10. Se actualiza cada 15 s'],
  [OPEN, null, 'live', 'En tiempo real', ', 12:43:10. Se actualiza con cada operación'],
  [
    { ...OPEN, status: { ...OPEN.status, phase: 'before' } },
    EVERY,
    'off',
    'Mercado por abrir',
    '. Datos de las 12:43:10',
  ],
  [CLOSED, EVERY, 'off', 'Mercado cerrado', '. Datos de las 12:43:10'],
  [YESTERDAY, EVERY, 'off', 'Mercado cerrado. Datos del jueves 19 de noviembre', ''],
  [{ ...OPEN, freshness: 'late' }, EVERY, 'late', 'Última actualización 12:43:10', ''],
  [{ ...CLOSED, freshness: 'stopped' }, EVERY, 'late', 'Última actualización 12:43:10', ''],
  [{ ...OPEN, freshness: 'offline' }, EVERY, 'off', 'Sin conexión', '. Datos de las 12:43:10'],
  [{ ...YESTERDAY, freshness: 'offline' }, EVERY, 'off', 'Sin conexión', '. Datos de las 12:43:10'],
  [{ ...OPEN, freshness: 'offline', receivedAt: null, tradingDay: null }, EVERY, 'off', 'Sin conexión', ''],
  [{ ...OPEN, freshness: 'waiting', receivedAt: null, tradingDay: null }, EVERY, 'off', 'Consultando el mercado', ''],
] as const)('case %#: clientState returns tone, text and detail', (head, interval, tone, text, detail) => {
  expect(clientState(head, interval)).toEqual({ tone, text, detail })
})

test.each([
  [15_000, 'Se actualiza cada 15 s'],
  [60_000, 'Se actualiza cada 1 min'],
  [468_000, 'Se actualiza cada 7 min 48 s'],
  [null, 'Se actualiza con cada operación'],
])('formatRefreshInterval(%s) returns "%s"', (interval, text) => {
  expect(formatRefreshInterval(interval)).toBe(text)
})
