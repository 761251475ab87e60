import { expect, test } from 'vitest'
import { createMemoryClock, createMemoryMarketClock } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import { formatRefreshInterval } from '#src/application/market/market-messages.ts'
import {
  ageNotice,
  createMarketStatusView,
  type MarketHead,
  marketState,
  marketStatusAt,
  nextStatusChange,
  realTimeMarketState,
} from '#src/application/market/market-status.ts'
import type { Freshness } from '#src/domain/live/freshness.ts'
import { formatClock } from '#src/domain/text.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, toInstant, toIso } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

function openStatus(market: Market, date: string, time: string) {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  const view = createMarketStatusView(ports, market)
  let notifications = 0
  const unsubscribe = view.subscribe(() => {
    notifications += 1
  }).unsubscribe
  return { ports, view, unsubscribe, notifications: () => notifications }
}

test.each([
  ['spot', '2026-11-20', '07:59:59', '2026-11-20T08:00:00-05:00'],
  ['spot', '2026-11-20', '08:00', '2026-11-20T13:00:00-05:00'],
  ['spot', '2026-11-20', '13:00', '2026-11-21T00:00:00-05:00'],
  ['nextday', '2026-11-20', '13:00', '2026-11-20T16:00:00-05:00'],
  ['nextday', '2026-11-20', '23:59:59', '2026-11-21T00:00:00-05:00'],
] as const)('the status of %s on %s at %s changes next at %s', (market, date, time, next) => {
  expect(toIso(nextStatusChange(market, toInstant(date, time)))).toBe(next)
})

test('a timer changes the status when the market opens and when it closes', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '07:59:59')
  expect(view.getSnapshot().phase).toBe('before')
  ports.clock.advance(SECOND_MS - 1)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['before', 0])
  ports.clock.advance(1)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['open', 1])
  ports.clock.advance(5 * HOUR_MS)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['closed', 2])
})

test('the reference date changes at midnight, except on Saturday and Sunday', () => {
  const { ports, view } = openStatus('spot', '2026-11-20', '23:59')
  ports.clock.advance(MINUTE_MS)
  expect(view.getSnapshot()).toEqual({ phase: 'no-trading-day', date: '2026-11-20', today: '2026-11-21' })
  ports.clock.advance(48 * HOUR_MS)
  expect(view.getSnapshot()).toEqual({ phase: 'before', date: '2026-11-23', today: '2026-11-23' })
})

test('the status is the same object until it changes', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '10:00')
  const before = view.getSnapshot()
  ports.clock.advance(HOUR_MS)
  ports.marketClock.set(toInstant('2026-11-20', '11:30'))
  ports.page.setVisible(false)
  ports.page.setVisible(true)
  expect([view.getSnapshot() === before, notifications()]).toEqual([true, 0])
})

test('setting the market clock moves the next change', () => {
  const { ports, view } = openStatus('spot', '2026-11-20', '07:00')
  ports.marketClock.set(toInstant('2026-11-20', '12:59:59'))
  expect(view.getSnapshot().phase).toBe('open')
  ports.clock.advance(SECOND_MS)
  expect(view.getSnapshot().phase).toBe('closed')
})

test('a status without subscribers sets no timer and is still current', () => {
  const { ports, view, unsubscribe } = openStatus('spot', '2026-11-20', '07:00')
  expect(ports.clock.timerCount()).toBe(1)
  unsubscribe()
  expect(ports.clock.timerCount()).toBe(0)
  ports.clock.advance(HOUR_MS)
  expect(view.getSnapshot().phase).toBe('open')
})

test('after a suspension that stopped the timers, the status changes within a minute', () => {
  const ports = createMemoryPorts()
  const wallClock = createMemoryClock(MEMORY_START)
  const marketClock = createMemoryMarketClock({ clock: wallClock, startsAt: MEMORY_START })
  const view = createMarketStatusView({ ...ports, marketClock }, 'spot')
  const phases: string[] = []
  view.subscribe(() => phases.push(view.getSnapshot().phase))
  wallClock.advance(4 * HOUR_MS)
  ports.clock.advance(MINUTE_MS - 1)
  expect(phases).toEqual([])
  ports.clock.advance(1)
  expect(phases).toEqual(['closed'])
})

test('showing the page after a suspension updates the status', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '10:00')
  ports.page.setVisible(false)
  ports.clock.suspend(4 * HOUR_MS)
  expect(notifications()).toBe(0)
  ports.page.setVisible(true)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['closed', 1])
})

const FRIDAY: MarketHead = {
  market: 'spot',
  status: { phase: 'open', date: '2026-11-20', today: '2026-11-20' },
  tradingDay: '2026-11-20',
  freshness: 'live',
  receivedAt: toInstant('2026-11-20', '12:41:30'),
}
const FROZEN: MarketHead = { ...FRIDAY, status: { ...FRIDAY.status, frozenSince: toInstant('2026-11-20', '12:32') } }
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
  ['with a silent source', 'late', 'Sin operaciones nuevas desde las 12:32', FROZEN],
  ['with a silent source while offline', 'off', 'Sin conexión', { ...FROZEN, freshness: 'offline' }],
  ['after the close', 'off', 'Mercado cerrado', { ...FROZEN, status: { ...FROZEN.status, phase: 'closed' } }],
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

test('the notice of a silent source says since when, and that prices may be old (D114)', () => {
  expect(ageNotice(FROZEN)).toEqual({
    lead: 'La fuente del mercado no envía operaciones desde las 12:32.',
    rest: 'Los precios que ve son los últimos que envió y pueden no ser vigentes.',
  })
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
