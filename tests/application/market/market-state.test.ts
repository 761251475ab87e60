import { expect, test } from 'vitest'

import { ageNotice, type MarketHead, marketState } from '#src/application/market/market-state-messages.ts'
import { marketStatusAt } from '#src/application/market/market-status.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { formatClock } from '#src/domain/text.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

const FRIDAY: MarketHead = {
  market: 'spot',
  status: { phase: 'open', date: '2026-11-20', today: '2026-11-20' },
  tradingDay: '2026-11-20',
  freshness: 'live',
  receivedAt: toInstant('2026-11-20', '12:41:30'),
}
const SUNDAY: MarketHead = {
  ...FRIDAY,
  status: { phase: 'no-trading-day', date: '2026-11-20', today: '2026-11-22' },
}

test.each([
  ['in trading hours', 'live', 'Mercado abierto', FRIDAY],
  [
    'in trading hours before the first data',
    'live',
    'Mercado abierto',
    { ...FRIDAY, freshness: 'waiting', tradingDay: null },
  ],
  ['before the opening', 'off', 'Mercado por abrir', { ...FRIDAY, status: { ...FRIDAY.status, phase: 'before' } }],
  ['after the close', 'off', 'Mercado cerrado', { ...FRIDAY, status: { ...FRIDAY.status, phase: 'closed' } }],
  ['with late data', 'late', 'Última actualización 12:41:30', { ...FRIDAY, freshness: 'late' }],
  ['with stopped data', 'late', 'Última actualización 12:41:30', { ...FRIDAY, freshness: 'stopped' }],
  ['while offline', 'off', 'Sin conexión', { ...FRIDAY, freshness: 'offline' }],
  [
    'with data of the day before',
    'off',
    'Mercado cerrado. Datos del jueves 19 de noviembre',
    { ...FRIDAY, tradingDay: '2026-11-19' },
  ],
  ['on a Sunday', 'off', 'Mercado cerrado. Datos del viernes 20 de noviembre', SUNDAY],
  ['while offline on a Sunday', 'off', 'Sin conexión', { ...SUNDAY, freshness: 'offline' }],
] as const)('the market state %s is %s: "%s"', (_, tone, text, head) => {
  expect(marketState(head)).toEqual({ tone, text })
})

test.each([
  ['live', { ...FRIDAY, freshness: 'live' }],
  ['late', { ...FRIDAY, freshness: 'late' }],
  ['waiting', { ...FRIDAY, freshness: 'waiting', receivedAt: null }],
] as const)('ageNotice returns no notice for %s data', (_, head) => {
  expect(ageNotice(head)).toBeNull()
})

test.each([
  [
    'offline data of today',
    { ...FRIDAY, freshness: 'offline' },
    'No hay conexión a internet. Mostramos los últimos datos recibidos, de las 12:41. Se actualizarán al volver la conexión.',
  ],
  [
    'offline data of an earlier day',
    { ...SUNDAY, freshness: 'offline' },
    'No hay conexión a internet. Mostramos los últimos datos recibidos, del viernes 20 de noviembre a las 12:41. Se actualizarán al volver la conexión.',
  ],
  [
    'stopped data of today',
    { ...FRIDAY, freshness: 'stopped' },
    'Los precios no se actualizan desde las 12:41:30. Seguimos intentando; lo que ve puede no ser vigente.',
  ],
  [
    'stopped data of an earlier day',
    { ...SUNDAY, freshness: 'stopped' },
    'Los precios no se actualizan desde el viernes 20 de noviembre a las 12:41:30. Seguimos intentando; lo que ve puede no ser vigente.',
  ],
] as const)('ageNotice of %s names the time of the data, and their day unless it is today', (_, head, text) => {
  const notice = ageNotice(head)
  expect(notice && `${notice.lead} ${notice.rest}`).toBe(text)
})

test('ageNotice of an offline page without data names no time', () => {
  const notice = ageNotice({ ...FRIDAY, freshness: 'offline', receivedAt: null })
  expect(notice && `${notice.lead} ${notice.rest}`).toBe(
    'No hay conexión a internet. Los datos llegarán al volver la conexión.',
  )
})

test('marketState uses the trading day of the calendar before the first value', () => {
  expect(marketState({ ...SUNDAY, tradingDay: null }).text).toBe('Mercado cerrado. Datos del viernes 20 de noviembre')
  const holidayMonday = { phase: 'no-trading-day', date: '2026-11-16', today: '2026-11-16' } as const
  expect(marketState({ ...FRIDAY, status: holidayMonday, tradingDay: null }).text).toBe(
    'Mercado cerrado. Datos del viernes 13 de noviembre',
  )
})

/** Creates the head of a market at an instant. The calendar determines its trading day. */
function createHeadAt(market: Market, [date, time]: readonly [string, string], freshness: Freshness): MarketHead {
  const now = toInstant(date, time)
  const status = marketStatusAt(market, now)
  const tradingDay = freshness === 'waiting' ? null : tradingDayOnOrBefore(market, status.date)
  return { market, status, tradingDay, freshness, receivedAt: freshness === 'waiting' ? null : now - 30_000 }
}

const OPENING = ['2026-11-20', '08:00'] as const
const SPOT_CLOSE = ['2026-11-20', '13:00'] as const
const US_HOLIDAY = ['2026-11-11', '10:00'] as const
const COLOMBIAN_HOLIDAY = ['2026-11-16', '10:00'] as const
const COMMON_HOLIDAY = ['2026-12-25', '10:00'] as const
const SATURDAY = ['2026-11-21', '00:00'] as const

const CLOSED_SINCE_FRIDAY = 'Mercado cerrado. Datos del viernes 20 de noviembre'

test.each([
  ['spot', ['2026-11-20', '07:59:59'], 'off', 'Mercado por abrir'],
  ['spot', OPENING, 'live', 'Mercado abierto'],
  ['spot', ['2026-11-20', '12:59:59'], 'live', 'Mercado abierto'],
  ['spot', SPOT_CLOSE, 'off', 'Mercado cerrado'],
  ['nextday', ['2026-11-20', '07:59:59'], 'off', 'Mercado por abrir'],
  ['nextday', OPENING, 'live', 'Mercado abierto'],
  ['nextday', SPOT_CLOSE, 'live', 'Mercado abierto'],
  ['nextday', ['2026-11-20', '16:00'], 'off', 'Mercado cerrado'],
  ['spot', US_HOLIDAY, 'off', 'Mercado cerrado. Datos del martes 10 de noviembre'],
  ['nextday', US_HOLIDAY, 'live', 'Mercado abierto'],
  ['spot', COLOMBIAN_HOLIDAY, 'off', 'Mercado cerrado. Datos del viernes 13 de noviembre'],
  ['nextday', COLOMBIAN_HOLIDAY, 'off', 'Mercado cerrado. Datos del viernes 13 de noviembre'],
  ['spot', COMMON_HOLIDAY, 'off', 'Mercado cerrado. Datos del jueves 24 de diciembre'],
  ['nextday', COMMON_HOLIDAY, 'off', 'Mercado cerrado. Datos del jueves 24 de diciembre'],
  ['spot', SATURDAY, 'off', CLOSED_SINCE_FRIDAY],
  ['nextday', SATURDAY, 'off', CLOSED_SINCE_FRIDAY],
] as const)(
  'marketState of %s on %j is %s "%s", both with live data and without data',
  (market, moment, tone, text) => {
    for (const freshness of ['live', 'waiting'] as const) {
      expect(marketState(createHeadAt(market, moment, freshness))).toEqual({ tone, text })
    }
  },
)

test.each(MARKETS.flatMap((market) => [OPENING, US_HOLIDAY, SATURDAY].map((moment) => [market, moment] as const)))(
  'marketState of %s on %j prefers a lost connection to old data, and old data to the phase',
  (market, moment) => {
    const head = createHeadAt(market, moment, 'late')
    const oldData = { tone: 'late', text: `Última actualización ${formatClock(head.receivedAt)}` }
    expect(marketState(head)).toEqual(oldData)
    expect(marketState({ ...head, freshness: 'stopped' })).toEqual(oldData)
    expect(marketState({ ...head, freshness: 'offline' })).toEqual({ tone: 'off', text: 'Sin conexión' })
  },
)
