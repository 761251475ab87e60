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
const INTERVAL_MS = 15 * SECOND_MS

test.each([
  [OPEN, INTERVAL_MS, 'live', 'En tiempo real', ', 12:43:10. Se actualiza cada 15 s'],
  [OPEN, null, 'live', 'En tiempo real', ', 12:43:10. Se actualiza con cada operación'],
  [
    { ...OPEN, status: { ...OPEN.status, phase: 'before' } },
    INTERVAL_MS,
    'off',
    'Mercado por abrir',
    '. Datos de las 12:43:10',
  ],
  [CLOSED, INTERVAL_MS, 'off', 'Mercado cerrado', '. Datos de las 12:43:10'],
  [YESTERDAY, INTERVAL_MS, 'off', 'Mercado cerrado. Datos del jueves 19 de noviembre', ''],
  [{ ...OPEN, freshness: 'late' }, INTERVAL_MS, 'late', 'Última actualización 12:43:10', ''],
  [{ ...CLOSED, freshness: 'stopped' }, INTERVAL_MS, 'late', 'Última actualización 12:43:10', ''],
  [{ ...OPEN, freshness: 'offline' }, INTERVAL_MS, 'off', 'Sin conexión', '. Datos de las 12:43:10'],
  [{ ...YESTERDAY, freshness: 'offline' }, INTERVAL_MS, 'off', 'Sin conexión', '. Datos de las 12:43:10'],
  [{ ...OPEN, freshness: 'offline', receivedAt: null, tradingDay: null }, INTERVAL_MS, 'off', 'Sin conexión', ''],
  [
    { ...OPEN, freshness: 'waiting', receivedAt: null, tradingDay: null },
    INTERVAL_MS,
    'off',
    'Consultando el mercado',
    '',
  ],
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
