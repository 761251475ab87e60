import fc from 'fast-check'
import { expect, test } from 'vitest'

import { backoffDelay, FIRST_BACKOFF_MS } from '#src/domain/live/refresh-machine.ts'
import { type RunningLoad, startRefresh } from '#tests/support/refresh-harness.ts'

const MINUTE = 60_000

type Harness = ReturnType<typeof startRefresh>

const getRunningLoad = ({ loads }: Harness): RunningLoad => {
  const [load] = loads.running()
  if (!load) throw new Error('no load is running')
  return load
}

async function startWithFirstValue(interval = MINUTE) {
  const harness = startRefresh(interval)
  await getRunningLoad(harness).succeed('one')
  return harness
}

async function startBackingOff() {
  const harness = await startWithFirstValue()
  harness.clock.increment(MINUTE)
  await getRunningLoad(harness).fail('timeout')
  return harness
}

test.each([
  [1, MINUTE, 2_000],
  [2, MINUTE, 4_000],
  [3, MINUTE, 8_000],
  [4, MINUTE, 16_000],
  [5, MINUTE, 32_000],
  [6, MINUTE, MINUTE],
  [7, MINUTE, MINUTE],
  [3, 15_000, 8_000],
  [4, 15_000, 15_000],
  [1, 1_000, 1_000],
  [5_000, MINUTE, MINUTE],
])('backoffDelay after %i failures with an interval of %i ms is %i ms', (failures, interval, pause) => {
  expect(backoffDelay(failures, interval)).toBe(pause)
})

test('backoffDelay never decreases with more failures and never exceeds the interval', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 600_000 }), (failures, interval) => {
      expect(backoffDelay(failures, interval)).toBeLessThanOrEqual(interval)
      expect(backoffDelay(failures + 1, interval)).toBeGreaterThanOrEqual(backoffDelay(failures, interval))
    }),
  )
})

test('a new machine loads and has no value', () => {
  const harness = startRefresh(MINUTE)
  expect(harness.state()).toBe('loading')
  expect(harness.context()).toMatchObject({ value: null, updatedAt: null, failure: null, failures: 0 })
  expect(harness.loads.all).toHaveLength(1)
})

test.each([
  [{ visible: false }, 'SHOWN'],
  [{ online: false }, 'ONLINE'],
] as const)('a page that starts with %j loads nothing before %s', (page, type) => {
  const harness = startRefresh(MINUTE, page)
  harness.clock.increment(10 * MINUTE)
  expect([harness.state(), harness.loads.all.length]).toEqual(['paused', 0])
  harness.actor.send({ type })
  expect([harness.state(), harness.loads.all.length]).toEqual(['loading', 1])
})

test('a result is stored with its time, and the next load starts one interval later', async () => {
  const harness = startRefresh(MINUTE)
  harness.clock.increment(700)
  await getRunningLoad(harness).succeed('one')
  expect(harness.state()).toBe('waiting')
  expect(harness.context()).toMatchObject({ value: 'one', updatedAt: 700 })
  harness.clock.increment(MINUTE - 1)
  expect([harness.state(), harness.loads.all.length]).toEqual(['waiting', 1])
  harness.clock.increment(1)
  expect([harness.state(), harness.loads.all.length]).toEqual(['refreshing', 2])
  expect(harness.context().value).toBe('one')
  await getRunningLoad(harness).succeed('two')
  expect(harness.context()).toMatchObject({ value: 'two', updatedAt: MINUTE + 700 })
})

test('a load that takes longer than the interval starts no second load', async () => {
  const harness = await startWithFirstValue()
  harness.clock.increment(10 * MINUTE)
  expect([harness.state(), harness.loads.all.length]).toEqual(['refreshing', 2])
})

test('a failed refresh preserves the value and its time, and retries after growing pauses', async () => {
  const harness = await startBackingOff()
  expect(harness.state()).toBe('backing-off')
  expect(harness.context()).toMatchObject({ value: 'one', updatedAt: 0, failure: { kind: 'timeout' }, failures: 1 })
  harness.clock.increment(FIRST_BACKOFF_MS - 1)
  expect(harness.state()).toBe('backing-off')
  harness.clock.increment(1)
  expect(harness.state()).toBe('refreshing')
  await getRunningLoad(harness).fail('unreachable')
  expect(harness.context()).toMatchObject({ value: 'one', failure: { kind: 'unreachable' }, failures: 2 })
  harness.clock.increment(2 * FIRST_BACKOFF_MS - 1)
  expect(harness.state()).toBe('backing-off')
  harness.clock.increment(1)
  await getRunningLoad(harness).succeed('two')
  expect(harness.state()).toBe('waiting')
  expect(harness.context()).toMatchObject({ value: 'two', failure: null, failures: 0 })
  harness.clock.increment(MINUTE - 1)
  expect(harness.state()).toBe('waiting')
})

test('a failed first load retries after the pause and preserves its failure during the retry', async () => {
  const harness = startRefresh(MINUTE)
  await getRunningLoad(harness).fail('timeout')
  expect([harness.state(), harness.context().value]).toEqual(['backing-off', null])
  harness.clock.increment(FIRST_BACKOFF_MS)
  expect([harness.state(), harness.context().failure]).toEqual(['loading', { kind: 'timeout' }])
})

test('a load that throws is logged and fails as crashed', async () => {
  const harness = startRefresh(MINUTE)
  const error = new Error('a bug')
  await getRunningLoad(harness).crash(error)
  expect(harness.state()).toBe('backing-off')
  expect(harness.context()).toMatchObject({ failure: { kind: 'crashed' }, failures: 1 })
  expect(harness.crashes).toEqual([error])
})

test('a load that throws synchronously is logged too', async () => {
  const error = new Error('a bug')
  const load = () => {
    throw error
  }
  const harness = startRefresh(MINUTE, { load })
  await new Promise(setImmediate)
  expect([harness.state(), harness.crashes]).toEqual(['backing-off', [error]])
})

test.each(['waiting', 'backing-off'])('RETRY while %s loads immediately', async (state) => {
  const harness = await (state === 'waiting' ? startWithFirstValue() : startBackingOff())
  expect(harness.state()).toBe(state)
  harness.actor.send({ type: 'RETRY' })
  expect([harness.state(), harness.loads.running().length]).toEqual(['refreshing', 1])
})

test.each(['loading', 'refreshing'])('RETRY while %s changes nothing', async (state) => {
  const harness = state === 'loading' ? startRefresh(MINUTE) : await startWithFirstValue()
  if (state === 'refreshing') harness.clock.increment(MINUTE)
  const load = getRunningLoad(harness)
  harness.actor.send({ type: 'RETRY' })
  expect([harness.state(), getRunningLoad(harness), load.signal.aborted]).toEqual([state, load, false])
})

test('RETRY while paused loads when the page is shown', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'HIDDEN' })
  harness.actor.send({ type: 'RETRY' })
  expect([harness.state(), harness.loads.running().length]).toEqual(['paused', 0])
  harness.actor.send({ type: 'SHOWN' })
  expect(harness.state()).toBe('refreshing')
})

test.each([
  [MINUTE - 1, 'waiting'],
  [MINUTE, 'refreshing'],
  [9 * MINUTE, 'refreshing'],
])('a page shown again %i ms after the last result has the state %s', async (hiddenMs, state) => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'HIDDEN' })
  expect(harness.state()).toBe('paused')
  harness.clock.increment(hiddenMs)
  expect([harness.state(), harness.loads.all.length]).toEqual(['paused', 1])
  harness.actor.send({ type: 'SHOWN' })
  expect(harness.state()).toBe(state)
})

test('a page shown early waits for the rest of the interval', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'HIDDEN' })
  harness.clock.increment(45_000)
  harness.actor.send({ type: 'SHOWN' })
  harness.clock.increment(14_999)
  expect(harness.state()).toBe('waiting')
  harness.clock.increment(1)
  expect(harness.state()).toBe('refreshing')
})

test('a page hidden during a backoff ends the backoff after the page is shown', async () => {
  const harness = await startBackingOff()
  harness.actor.send({ type: 'HIDDEN' })
  harness.clock.increment(FIRST_BACKOFF_MS - 1)
  harness.actor.send({ type: 'SHOWN' })
  expect(harness.state()).toBe('backing-off')
  harness.clock.increment(1)
  expect(harness.state()).toBe('refreshing')
})

test.each(['HIDDEN', 'OFFLINE'] as const)(
  '%s aborts the running load, and the opposite event starts a new load',
  async (type) => {
    const harness = startRefresh(MINUTE)
    const load = getRunningLoad(harness)
    harness.actor.send({ type })
    expect([harness.state(), load.signal.aborted, harness.loads.running().length]).toEqual(['paused', true, 0])
    await load.succeed('too late')
    expect(harness.context().value).toBeNull()
    harness.actor.send({ type: type === 'HIDDEN' ? 'SHOWN' : 'ONLINE' })
    expect([harness.state(), harness.loads.running().length]).toEqual(['loading', 1])
  },
)

test('ONLINE loads even if no load is due', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'OFFLINE' })
  expect(harness.state()).toBe('paused')
  harness.actor.send({ type: 'ONLINE' })
  expect(harness.state()).toBe('refreshing')
})

test('ONLINE while hidden loads when the page is shown', async () => {
  const harness = await startWithFirstValue()
  for (const type of ['OFFLINE', 'HIDDEN', 'ONLINE'] as const) harness.actor.send({ type })
  expect([harness.state(), harness.loads.running().length]).toEqual(['paused', 0])
  harness.actor.send({ type: 'SHOWN' })
  expect(harness.state()).toBe('refreshing')
})

test('SHOWN while offline loads nothing', async () => {
  const harness = await startWithFirstValue()
  for (const type of ['OFFLINE', 'HIDDEN', 'SHOWN'] as const) harness.actor.send({ type })
  expect([harness.state(), harness.loads.running().length]).toEqual(['paused', 0])
})

test.each(['SHOWN', 'ONLINE'] as const)('%s changes nothing when the page already has that state', async (type) => {
  const loading = startRefresh(MINUTE)
  const load = getRunningLoad(loading)
  loading.actor.send({ type })
  expect([getRunningLoad(loading), load.signal.aborted]).toEqual([load, false])
  const waiting = await startWithFirstValue()
  waiting.actor.send({ type })
  expect(waiting.state()).toBe('waiting')
})

test.each(['loading', 'refreshing', 'waiting', 'backing-off'] as const)(
  'SOURCE_CHANGED while %s removes the value and loads',
  async (state) => {
    const starters = {
      loading: () => startRefresh(MINUTE),
      refreshing: startWithFirstValue,
      waiting: startWithFirstValue,
      'backing-off': startBackingOff,
    }
    const harness = await starters[state]()
    if (state === 'refreshing') harness.clock.increment(MINUTE)
    expect(harness.state()).toBe(state)
    const [oldLoad] = harness.loads.running()
    harness.actor.send({ type: 'SOURCE_CHANGED', ...harness.loads.source('second', 15_000) })
    expect(harness.state()).toBe('loading')
    expect(harness.context()).toMatchObject({
      value: null,
      updatedAt: null,
      failure: null,
      failures: 0,
      interval: 15_000,
    })
    expect(harness.loads.running().map(({ source }) => source)).toEqual(['second'])
    await oldLoad?.succeed('of the old source')
    expect([harness.state(), harness.context().value]).toEqual(['loading', null])
    await getRunningLoad(harness).succeed('of the new source')
    expect(harness.context().value).toBe('of the new source')
    harness.clock.increment(15_000)
    expect(harness.state()).toBe('refreshing')
  },
)

test('SOURCE_CHANGED while paused loads when the page is shown', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'HIDDEN' })
  harness.actor.send({ type: 'SOURCE_CHANGED', ...harness.loads.source('second', MINUTE) })
  expect([harness.state(), harness.context().value, harness.loads.running().length]).toEqual(['paused', null, 0])
  harness.actor.send({ type: 'SHOWN' })
  expect(getRunningLoad(harness).source).toBe('second')
})

test('a pushed value ends a failure and postpones the next load', async () => {
  const harness = await startBackingOff()
  harness.clock.increment(500)
  harness.actor.send({ type: 'PUSHED', value: 'streamed' })
  expect(harness.state()).toBe('waiting')
  expect(harness.context()).toMatchObject({ value: 'streamed', updatedAt: MINUTE + 500, failure: null, failures: 0 })
  harness.clock.increment(MINUTE - 1)
  expect(harness.state()).toBe('waiting')
  harness.clock.increment(1)
  expect(harness.state()).toBe('refreshing')
})

test('PUSHED aborts an earlier load, so that its result does not replace the pushed value', async () => {
  const harness = startRefresh(MINUTE)
  const load = getRunningLoad(harness)
  harness.actor.send({ type: 'PUSHED', value: 'streamed' })
  expect([harness.state(), load.signal.aborted]).toEqual(['waiting', true])
  await load.succeed('older')
  expect(harness.context().value).toBe('streamed')
})

test('a value pushed while the page is hidden is stored', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'HIDDEN' })
  harness.clock.increment(30_000)
  harness.actor.send({ type: 'PUSHED', value: 'streamed' })
  expect([harness.state(), harness.context().value]).toEqual(['paused', 'streamed'])
  harness.clock.increment(30_000)
  harness.actor.send({ type: 'SHOWN' })
  expect(harness.state()).toBe('waiting')
})

test('a clock set back does not delay the next load beyond the interval', async () => {
  let wallTime = 100 * MINUTE
  const harness = startRefresh(MINUTE, { now: () => wallTime })
  await getRunningLoad(harness).succeed('one')
  wallTime = 0
  harness.actor.send({ type: 'HIDDEN' })
  harness.actor.send({ type: 'SHOWN' })
  harness.clock.increment(MINUTE)
  expect(harness.state()).toBe('refreshing')
})

test('a stopped machine aborts its load and sets no timer', async () => {
  const harness = startRefresh(MINUTE)
  const load = getRunningLoad(harness)
  harness.actor.stop()
  expect(load.signal.aborted).toBe(true)
  await load.succeed('too late')
  harness.clock.increment(10 * MINUTE)
  expect(harness.loads.all).toHaveLength(1)
})

test('an open stream schedules no load, and a lost stream loads immediately', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'STREAM_OPENED' })
  harness.clock.increment(100 * MINUTE)
  harness.actor.send({ type: 'PUSHED', value: 'streamed' })
  harness.clock.increment(100 * MINUTE)
  expect([harness.state(), harness.loads.all.length]).toEqual(['streaming', 1])
  harness.actor.send({ type: 'STREAM_LOST' })
  expect([harness.state(), harness.context().value]).toEqual(['refreshing', 'streamed'])
  await getRunningLoad(harness).succeed('loaded')
  harness.clock.increment(MINUTE)
  expect(harness.state()).toBe('refreshing')
})

test('RETRY loads while the stream is open', async () => {
  const harness = await startWithFirstValue()
  harness.actor.send({ type: 'STREAM_OPENED' })
  harness.actor.send({ type: 'RETRY' })
  expect(harness.state()).toBe('refreshing')
  await getRunningLoad(harness).succeed('loaded')
  harness.clock.increment(100 * MINUTE)
  expect(harness.state()).toBe('streaming')
})

test('an opened stream does not abort the first load', async () => {
  const harness = startRefresh(MINUTE)
  const load = getRunningLoad(harness)
  harness.actor.send({ type: 'STREAM_OPENED' })
  expect(load.signal.aborted).toBe(false)
  await load.succeed('first')
  harness.clock.increment(100 * MINUTE)
  expect([harness.state(), harness.context().value]).toEqual(['streaming', 'first'])
})

test('a machine without an interval loads once, and again for RETRY', async () => {
  const harness = startRefresh(null)
  await getRunningLoad(harness).succeed('one')
  harness.clock.increment(100 * MINUTE)
  expect([harness.state(), harness.loads.all.length]).toEqual(['idle', 1])
  harness.actor.send({ type: 'RETRY' })
  await getRunningLoad(harness).succeed('two')
  expect([harness.state(), harness.context().value]).toEqual(['idle', 'two'])
})

test('without an interval, a failed load is repeated only by RETRY or ONLINE', async () => {
  const harness = startRefresh(null)
  await getRunningLoad(harness).fail('timeout')
  harness.clock.increment(100 * MINUTE)
  expect([harness.state(), harness.context().failures, harness.loads.all.length]).toEqual(['idle', 1, 1])
  harness.actor.send({ type: 'RETRY' })
  await getRunningLoad(harness).fail('timeout')
  harness.actor.send({ type: 'OFFLINE' })
  harness.actor.send({ type: 'ONLINE' })
  expect([harness.state(), harness.loads.all.length]).toEqual(['loading', 3])
})

test('a page shown again loads nothing without an interval', async () => {
  const harness = startRefresh(null)
  await getRunningLoad(harness).succeed('one')
  harness.actor.send({ type: 'HIDDEN' })
  harness.clock.increment(100 * MINUTE)
  harness.actor.send({ type: 'SHOWN' })
  expect([harness.state(), harness.loads.all.length]).toEqual(['idle', 1])
})

test('a final value ends the polling, and RETRY loads again', async () => {
  const harness = await startWithFirstValue()
  harness.clock.increment(MINUTE)
  await getRunningLoad(harness).succeed('final')
  harness.clock.increment(100 * MINUTE)
  expect([harness.state(), harness.loads.all.length]).toEqual(['idle', 2])
  harness.actor.send({ type: 'RETRY' })
  await getRunningLoad(harness).succeed('open again')
  expect(harness.state()).toBe('waiting')
})
