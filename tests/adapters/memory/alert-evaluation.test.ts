import { expect, test } from 'vitest'

import { startAlertEvaluation } from '#src/adapters/memory/alert-evaluation.ts'
import { type AlertsState, createMemoryAlerts, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { createLiveDays } from '#src/adapters/memory/live-days.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createState } from '#src/application/platform/readable.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
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
