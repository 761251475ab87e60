import { expect, test } from 'vitest'

import { formatRefreshInterval } from '#src/application/market/market-messages.ts'
import { type MarketHead, realTimeMarketState } from '#src/application/market/market-state-messages.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'

const OPEN_HEAD: MarketHead = {
  market: 'spot',
  status: { phase: 'open', date: '2026-11-20', today: '2026-11-20' },
  tradingDay: '2026-11-20',
  freshness: 'live',
  receivedAt: toInstant('2026-11-20', '12:43:10'),
}
const CLOSED_HEAD: MarketHead = { ...OPEN_HEAD, status: { ...OPEN_HEAD.status, phase: 'closed' } }
const YESTERDAY_HEAD: MarketHead = { ...OPEN_HEAD, tradingDay: '2026-11-19' }
const INTERVAL_MS = 15 * SECOND_MS

test.each([
  ['of an open market', OPEN_HEAD, INTERVAL_MS, 'live', 'En tiempo real', ', 12:43:10. Se actualiza cada 15 s'],
  ['of a live stream', OPEN_HEAD, null, 'live', 'En tiempo real', ', 12:43:10. Se actualiza con cada operación'],
  ['polled every 59 s', OPEN_HEAD, 59_000, 'live', 'En tiempo real', ', 12:43:10. Se actualiza cada 59 s'],
  ['polled every minute (D53)', OPEN_HEAD, 60_000, 'live', 'Mercado abierto', ', 12:43:10. Se actualiza cada 1 min'],
  [
    'of /dashboard/ without the stream (D53)',
    OPEN_HEAD,
    468_000,
    'live',
    'Mercado abierto',
    ', 12:43:10. Se actualiza cada 7 min 48 s',
  ],
  [
    'before the opening',
    { ...OPEN_HEAD, status: { ...OPEN_HEAD.status, phase: 'before' } },
    INTERVAL_MS,
    'off',
    'Mercado por abrir',
    '. Datos de las 12:43:10',
  ],
  ['after the close', CLOSED_HEAD, INTERVAL_MS, 'off', 'Mercado cerrado', '. Datos de las 12:43:10'],
  [
    'with data of the day before',
    YESTERDAY_HEAD,
    INTERVAL_MS,
    'off',
    'Mercado cerrado. Datos del jueves 19 de noviembre',
    '',
  ],
  ['of late data', { ...OPEN_HEAD, freshness: 'late' }, INTERVAL_MS, 'late', 'Última actualización 12:43:10', ''],
  [
    'of stopped data',
    { ...CLOSED_HEAD, freshness: 'stopped' },
    INTERVAL_MS,
    'late',
    'Última actualización 12:43:10',
    '',
  ],
  [
    'while offline',
    { ...OPEN_HEAD, freshness: 'offline' },
    INTERVAL_MS,
    'off',
    'Sin conexión',
    '. Datos de las 12:43:10',
  ],
  [
    'while offline with data of the day before',
    { ...YESTERDAY_HEAD, freshness: 'offline' },
    INTERVAL_MS,
    'off',
    'Sin conexión',
    '. Datos de las 12:43:10',
  ],
  [
    'while offline without data',
    { ...OPEN_HEAD, freshness: 'offline', receivedAt: null, tradingDay: null },
    INTERVAL_MS,
    'off',
    'Sin conexión',
    '',
  ],
  [
    'before the first data',
    { ...OPEN_HEAD, freshness: 'waiting', receivedAt: null, tradingDay: null },
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
