import { expect, test } from 'vitest'

import { type MarketView, marketState } from '#src/application/messages/market-state.ts'
import { instantOf } from '#src/domain/market/bogota.ts'

const FRIDAY: MarketView = {
  status: { phase: 'open', date: '2026-11-20', now: instantOf('2026-11-20', '12:43:15') },
  session: '2026-11-20',
  freshness: 'live',
  answeredAt: instantOf('2026-11-20', '12:41:30'),
}
const SUNDAY: MarketView = {
  ...FRIDAY,
  status: { phase: 'no-session', date: '2026-11-20', now: instantOf('2026-11-22', '10:00') },
}

test.each([
  [FRIDAY, 'live', 'Mercado abierto'],
  [{ ...FRIDAY, freshness: 'waiting', session: null }, 'live', 'Mercado abierto'],
  [{ ...FRIDAY, status: { ...FRIDAY.status, phase: 'before' } }, 'off', 'Mercado por abrir'],
  [{ ...FRIDAY, status: { ...FRIDAY.status, phase: 'closed' } }, 'off', 'Mercado cerrado'],
  [{ ...FRIDAY, freshness: 'late' }, 'late', 'Última actualización 12:41:30'],
  [{ ...FRIDAY, freshness: 'stopped' }, 'late', 'Última actualización 12:41:30'],
  [{ ...FRIDAY, freshness: 'offline' }, 'off', 'Sin conexión'],
  [{ ...FRIDAY, session: '2026-11-19' }, 'off', 'Mercado cerrado. Datos del jueves 19 de noviembre'],
  [SUNDAY, 'off', 'Mercado cerrado. Datos del viernes 20 de noviembre'],
  [{ ...SUNDAY, freshness: 'offline' }, 'off', 'Sin conexión'],
] as const)('%#: the head of a market view is %s "%s"', (view, tone, text) => {
  expect(marketState(view)).toEqual({ tone, text })
})

test('before the first answer the session is the one that the calendar expects', () => {
  expect(marketState({ ...SUNDAY, session: null }).text).toBe('Mercado cerrado. Datos del viernes 20 de noviembre')
  const holidayMonday = { phase: 'no-session', date: '2026-11-16', now: instantOf('2026-11-16', '10:00') } as const
  expect(marketState({ ...FRIDAY, status: holidayMonday, session: null }).text).toBe(
    'Mercado cerrado. Datos del viernes 13 de noviembre',
  )
})
