import { expect, test } from 'vitest'

import {
  chartRefresh,
  FULL_RELOAD_MS,
  type LiveScreen,
  PANEL_REFRESH_MS,
  statisticsRefresh,
  toPace,
  VISITOR_PACE,
} from '#src/domain/live/refresh-policy.ts'
import { startRefresh } from '#tests/support/refresh-harness.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

test.each<readonly [LiveScreen, number, number | null]>([
  ['home', 60, null],
  ['dashboard', 468, 540],
  ['market', 15, null],
])('PANEL_REFRESH_MS of %s is %i s, and FULL_RELOAD_MS in seconds is %j', (screen, panels, reload) => {
  expect(PANEL_REFRESH_MS[screen]).toBe(panels * SECOND)
  expect(FULL_RELOAD_MS[screen]).toBe(reload === null ? null : reload * SECOND)
})

test.each([
  [0, 15],
  [1, 60],
  [2, 120],
  [15, 900],
])('a chart with a delay of %i minutes is refreshed every %i s', (delay, seconds) => {
  expect(chartRefresh(delay)).toBe(seconds * SECOND)
  for (const screen of ['dashboard', 'market'] as const) {
    expect(toPace(screen, delay)).toEqual({ delay, panels: PANEL_REFRESH_MS[screen], chart: seconds * SECOND })
  }
})

test('visitors have a delay of 15 minutes, and chart and panels are refreshed every minute', () => {
  expect(VISITOR_PACE).toEqual({ delay: 15, panels: 60 * SECOND, chart: 60 * SECOND })
  expect(toPace('home', 15)).toEqual(VISITOR_PACE)
  expect(toPace('home', 0).chart).toBe(60 * SECOND)
})

type Harness = ReturnType<typeof startRefresh>

/** Advances the clock by `ms` in steps of one second. A running load succeeds before each step. */
async function advanceInSteps(harness: Harness, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SECOND) {
    expect(harness.loads.running().length).toBeLessThanOrEqual(1)
    for (const load of harness.loads.running()) await load.succeed('a value')
    harness.clock.increment(SECOND)
  }
}

const listLoadTimes = ({ loads }: Harness) => loads.all.map(({ startedAt }) => startedAt / SECOND)

/** Lists the multiples of `seconds` from 0 to `untilMs`, in seconds. */
const listMultiples = (seconds: number, untilMs: number) =>
  Array.from({ length: Math.floor(untilMs / SECOND / seconds) + 1 }, (_, i) => i * seconds)

test.each([
  ['the panels of the home', VISITOR_PACE.panels, 60],
  ['the panels of the dashboard', toPace('dashboard', 0).panels, 468],
  ['the panels of a market', toPace('market', 0).panels, 15],
  ['the chart in real time', toPace('dashboard', 0).chart, 15],
  ['the chart with a delay of 15 minutes', toPace('dashboard', 15).chart, 900],
])('the load of %s with an interval of %i ms repeats every %i s for an hour', async (_, interval, seconds) => {
  const harness = startRefresh(interval)
  await advanceInSteps(harness, HOUR)
  expect(listLoadTimes(harness)).toEqual(listMultiples(seconds, HOUR))
})

test.each(['home', 'dashboard', 'market'] as const)(
  'a hidden %s page loads nothing, and showing the page loads once',
  async (screen) => {
    const { panels } = toPace(screen, 0)
    const harness = startRefresh(panels)
    await advanceInSteps(harness, SECOND)
    harness.actor.send({ type: 'HIDDEN' })
    await advanceInSteps(harness, HOUR)
    expect(listLoadTimes(harness)).toEqual([0])
    harness.actor.send({ type: 'SHOWN' })
    expect(listLoadTimes(harness)).toEqual([0, 1 + HOUR / SECOND])
    await advanceInSteps(harness, panels)
    expect(listLoadTimes(harness).at(-1)).toBe((SECOND + HOUR + panels) / SECOND)
    expect(harness.loads.all).toHaveLength(3)
  },
)

test('opening the next-day market restarts the timer and shows no value of the spot market', async () => {
  const { panels } = toPace('market', 0)
  const harness = startRefresh(panels)
  await advanceInSteps(harness, 10 * SECOND)
  harness.actor.send({ type: 'RETRY' })
  const [oldLoad] = harness.loads.running()
  harness.actor.send({ type: 'SOURCE_CHANGED', ...harness.loads.source('nextday', panels) })
  expect([harness.context().value, oldLoad?.signal.aborted]).toEqual([null, true])
  await oldLoad?.succeed('spot')
  expect(harness.context().value).toBeNull()
  await advanceInSteps(harness, 45 * SECOND)
  const loads = harness.loads.all
    .filter(({ source }) => source === 'nextday')
    .map(({ startedAt }) => startedAt / SECOND)
  expect(loads).toEqual([10, 25, 40, 55])
})

test.each([
  [0, 15],
  [1, 60],
  [15, 60],
])('statistics with a delay of %i minutes are refreshed every %i s', (delay, seconds) => {
  expect(statisticsRefresh(delay)).toBe(seconds * SECOND)
})

test('a server that does not reply gets no second request', () => {
  const harness = startRefresh(toPace('market', 0).panels)
  harness.clock.increment(HOUR)
  expect(harness.loads.all).toHaveLength(1)
})
