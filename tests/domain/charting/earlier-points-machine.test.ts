import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Answer } from '#src/domain/call.ts'
import { type EarlierEvent, earlierPointsMachine } from '#src/domain/charting/earlier-points-machine.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { err, ok } from '#src/domain/result.ts'

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never

const toChart = (...starts: number[]): PeriodChart => ({
  view: 'prices',
  starts: Float64Array.from(starts),
  closes: Float64Array.from(starts),
  amounts: Float64Array.from(starts),
})

/** Starts the machine with the answers to its calls, in their order; null is a failure. */
function start(...replies: (PeriodChart | null)[]) {
  const requests: number[] = []
  const reloads: (readonly [from: number, until: number])[] = []
  const actor = createActor(
    earlierPointsMachine.provide({
      actors: {
        loadPoints: fromPromise<Answer<PeriodChart>, { readonly first: number }>(async ({ input }) => {
          requests.push(input.first)
          const reply = replies.shift()
          return { ...(reply ? ok(reply) : err({ kind: 'unreachable' as const })), at: 0 }
        }),
        reloadPoints: fromPromise<Answer<PeriodChart>, { readonly origin: number; readonly first: number }>(
          async ({ input }) => {
            reloads.push([input.first, input.origin])
            const reply = replies.shift()
            return { ...(reply ? ok(reply) : err({ kind: 'unreachable' as const })), at: 0 }
          },
        ),
      },
    }),
  ).start()
  const read = () => actor.getSnapshot().value
  return {
    requests,
    reloads,
    closes: () => {
      const { points } = actor.getSnapshot().context
      return points?.view === 'prices' ? [...points.closes] : []
    },
    send: (event: WithoutTime<EarlierEvent>) => actor.send({ ...event, at: 0 } as EarlierEvent),
    read,
    settled: () => vi.waitFor(() => expect(['loading', 'reloading']).not.toContain(read())),
    starts: () => [...(actor.getSnapshot().context.points?.starts ?? [])],
  }
}

test('each load asks for the points before the first known one, until there are no more (D126)', async () => {
  const { send, settled, read, starts, requests } = start(toChart(7, 8), toChart(5, 6), toChart())
  send({ type: 'LOAD' })
  expect(read()).toBe('waiting')
  send({ type: 'PERIOD', origin: 9 })
  for (const [state, points] of [
    ['available', [7, 8]],
    ['available', [5, 6, 7, 8]],
    ['complete', [5, 6, 7, 8]],
  ] as const) {
    send({ type: 'LOAD' })
    send({ type: 'LOAD' })
    await settled()
    expect([read(), starts()]).toEqual([state, points])
  }
  expect(requests).toEqual([9, 7, 5])
  send({ type: 'LOAD' })
  expect(read()).toBe('complete')
})

test('a reply without an earlier point ends the history: another server ignores the day (D126)', async () => {
  const { send, settled, read, starts } = start(toChart(9, 10))
  send({ type: 'PERIOD', origin: 9 })
  send({ type: 'LOAD' })
  await settled()
  expect([read(), starts()]).toEqual(['complete', []])
})

test('a failed load keeps the points and is repeated (D126)', async () => {
  const { send, settled, read, starts, requests } = start(toChart(8), null, toChart(7))
  send({ type: 'PERIOD', origin: 9 })
  for (const state of ['available', 'failed', 'available']) {
    send({ type: 'LOAD' })
    await settled()
    expect(read()).toBe(state)
  }
  expect([starts(), requests]).toEqual([
    [7, 8],
    [9, 8, 8],
  ])
})

/** The same points with other prices. */
const toCorrected = (...starts: number[]): PeriodChart => ({
  ...toChart(...starts),
  view: 'prices',
  closes: Float64Array.from(starts, (start) => start + 100),
  amounts: Float64Array.from(starts),
})

test('after a correction all points are loaded again as far as they reach, and stay until then (D126, D119)', async () => {
  const { send, settled, read, closes, reloads } = start(toChart(7, 8), toChart(5, 6), toCorrected(5, 6, 7, 8))
  send({ type: 'PERIOD', origin: 9 })
  send({ type: 'CORRECTED' })
  expect(read()).toBe('available')
  for (const _ of [1, 2]) {
    send({ type: 'LOAD' })
    await settled()
  }
  send({ type: 'CORRECTED' })
  expect([read(), closes()]).toEqual(['reloading', [5, 6, 7, 8]])
  await settled()
  expect([read(), closes(), reloads]).toEqual(['available', [105, 106, 107, 108], [[5, 9]]])
})

test('a correction while points load, or during a reload, loads them again (D126)', async () => {
  const { send, settled, read, closes, reloads } = start(toChart(8), toCorrected(8), toChart(8), {
    ...toChart(8),
    view: 'prices',
    closes: Float64Array.of(208),
    amounts: Float64Array.of(8),
  })
  send({ type: 'PERIOD', origin: 9 })
  send({ type: 'LOAD' })
  send({ type: 'CORRECTED' })
  expect(read()).toBe('loading')
  await settled()
  expect([read(), closes(), reloads]).toEqual(['available', [108], [[8, 9]]])
  send({ type: 'CORRECTED' })
  send({ type: 'CORRECTED' })
  await settled()
  expect([read(), closes(), reloads.length]).toEqual(['available', [208], 3])
})

test('a failed reload keeps the points, and the next load repeats it; a complete history stays so (D126)', async () => {
  const { send, settled, read, closes } = start(toChart(8), toChart(), null, toCorrected(8))
  send({ type: 'PERIOD', origin: 9 })
  for (const state of ['available', 'complete']) {
    send({ type: 'LOAD' })
    await settled()
    expect(read()).toBe(state)
  }
  send({ type: 'CORRECTED' })
  await settled()
  expect([read(), closes()]).toEqual(['failed', [8]])
  send({ type: 'LOAD' })
  await settled()
  expect([read(), closes()]).toEqual(['complete', [108]])
})

test('a history without earlier points has nothing to load again (D126)', async () => {
  const { send, settled, read, reloads } = start(toChart())
  send({ type: 'PERIOD', origin: 9 })
  send({ type: 'LOAD' })
  await settled()
  send({ type: 'CORRECTED' })
  expect([read(), reloads]).toEqual(['complete', []])
})

test('the same period changes nothing, another one begins anew, and one without points waits (D126)', async () => {
  const { send, settled, read, starts } = start(toChart(8), toChart(7))
  send({ type: 'PERIOD', origin: 9 })
  send({ type: 'LOAD' })
  send({ type: 'PERIOD', origin: 9 })
  expect(read()).toBe('loading')
  await settled()
  send({ type: 'PERIOD', origin: 9 })
  expect([read(), starts()]).toEqual(['available', [8]])
  send({ type: 'PERIOD', origin: 10 })
  expect([read(), starts()]).toEqual(['available', []])
  send({ type: 'LOAD' })
  send({ type: 'PERIOD', origin: null })
  expect([read(), starts()]).toEqual(['waiting', []])
})
