import { expect, test } from 'vitest'

import { formatRefreshInterval } from '#src/application/market/market-messages.ts'
import { type MarketHead, realTimeMarketState } from '#src/application/market/market-state-messages.ts'
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
  ['of an open market', OPEN, INTERVAL_MS, 'live', 'En tiempo real', ', 12:43:10. Se actualiza cada 15 s'],
  ['of a live stream', OPEN, null, 'live', 'En tiempo real', ', 12:43:10. Se actualiza con cada operación'],
  [
    'before the opening',
    { ...OPEN, status: { ...OPEN.status, phase: 'before' } },
    INTERVAL_MS,
    'off',
    'Mercado por abrir',
    '. Datos de las 12:43:10',
  ],
  ['after the close', CLOSED, INTERVAL_MS, 'off', 'Mercado cerrado', '. Datos de las 12:43:10'],
  [
    'with data of the day before',
    YESTERDAY,
    INTERVAL_MS,
    'off',
    'Mercado cerrado. Datos del jueves 19 de noviembre',
    '',
  ],
  ['of late data', { ...OPEN, freshness: 'late' }, INTERVAL_MS, 'late', 'Última actualización 12:43:10', ''],
  ['of stopped data', { ...CLOSED, freshness: 'stopped' }, INTERVAL_MS, 'late', 'Última actualización 12:43:10', ''],
  ['while offline', { ...OPEN, freshness: 'offline' }, INTERVAL_MS, 'off', 'Sin conexión', '. Datos de las 12:43:10'],
  [
    'while offline with data of the day before',
    { ...YESTERDAY, freshness: 'offline' },
    INTERVAL_MS,
    'off',
    'Sin conexión',
    '. Datos de las 12:43:10',
  ],
  [
    'while offline without data',
    { ...OPEN, freshness: 'offline', receivedAt: null, tradingDay: null },
    INTERVAL_MS,
    'off',
    'Sin conexión',
    '',
  ],
  [
    'before the first data',
    { ...OPEN, freshness: 'waiting', receivedAt: null, tradingDay: null },
    INTERVAL_MS,
    'off',
    'Consultando el mercado',
    '',
  ],
] as const)(
  'realTimeMarketState %s returns the tone $3, a text and a detail',
  (_, head, interval, tone, text, detail) => {
    expect(realTimeMarketState(head, interval)).toEqual({ tone, text, detail })
  },
)

test.each([
  [15_000, 'Se actualiza cada 15 s'],
  [60_000, 'Se actualiza cada 1 min'],
  [468_000, 'Se actualiza cada 7 min 48 s'],
  [null, 'Se actualiza con cada operación'],
])('formatRefreshInterval(%s) returns "%s"', (interval, text) => {
  expect(formatRefreshInterval(interval)).toBe(text)
})
