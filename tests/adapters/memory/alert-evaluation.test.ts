import { expect, test } from 'vitest'

import { startAlertEvaluation } from '#src/adapters/memory/alert-evaluation.ts'
import { type AlertsState, createMemoryAlerts, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { createLiveDays } from '#src/adapters/memory/live-days.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createState } from '#src/application/platform/readable.ts'
import { type BogotaDate, MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'
import { getValue } from '#tests/contract/identity-under-test.ts'

test('the service in memory fires each alert that fires once for one deal that counts (D125)', async () => {
  const clock = createMemoryClock(toInstant('2026-11-20', '09:00'))
  const state = createState<AlertsState>(NO_ALERTS_STATE)
  const day = simulateDay({ seed: 1, market: 'spot', date: '2026-11-20' })
  const none = { ...day, deals: [], annulments: [] }
  const days = createLiveDays({
    script: (market, date) => (market === 'spot' && date === '2026-11-20' ? day : none),
    days: createSimulatedDays(1),
    now: clock.now,
  })
  startAlertEvaluation({ state, days, marketClock: clock, timers: clock })
  const alerts = createMemoryAlerts({ findClient: () => ({ id: '7' }), marketClock: clock, state })
  for (const side of ['above', 'below'] as const)
    getValue(
      await alerts.add({ kind: 'window', market: 'spot', side, level: 0.05, minutes: 5, pause: null, until: null }),
    )
  for (let second = 0; second < 3_600; second += 1) clock.advance(SECOND_MS)
  const firings = getValue(await alerts.listFirings(0))
  const counted = firings.filter(({ kind, isCorrected }) => kind === 'fired' && !isCorrected)
  expect(counted.length).toBeGreaterThan(0)
  expect(new Set(counted.map(({ alertId }) => alertId)).size).toBe(counted.length)
})

test('the service in memory fires the alert of the TRM once, when it is published (D125)', async () => {
  const clock = createMemoryClock(toInstant('2026-11-20', '13:12'))
  const state = createState<AlertsState>(NO_ALERTS_STATE)
  const script = (market: Market, date: BogotaDate) => simulateDay({ seed: 1, market, date })
  const days = createLiveDays({ script, days: createSimulatedDays(1), now: clock.now })
  startAlertEvaluation({ state, days, marketClock: clock, timers: clock })
  const alerts = createMemoryAlerts({ findClient: () => ({ id: '7' }), marketClock: clock, state })
  getValue(
    await alerts.add({ kind: 'trm', market: 'spot', side: 'above', level: 0, minutes: null, pause: null, until: null }),
  )
  clock.advance(2 * MINUTE_MS)
  expect(getValue(await alerts.listFirings(0))).toEqual([])
  clock.advance(5 * MINUTE_MS)
  expect(getValue(await alerts.listFirings(0))).toMatchObject([{ kind: 'fired', rule: { kind: 'trm' } }])
})
