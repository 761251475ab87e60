import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'

import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { FULL_RELOAD_MS } from '#src/domain/live/refresh-policy.ts'
import {
  RELOAD_RECHECK_MS,
  type ReloadEvent,
  type ReloadInput,
  reloadMachine,
} from '#src/domain/live/reload-machine.ts'

const INTERVAL = 540_000

type Overrides = Partial<ReloadInput & { readonly now: () => number; readonly reload: () => void }>

/**
 * Starts a machine on a simulated clock. `now` is the real clock. `user.isBusy` sets whether the
 * user is busy.
 */
function startReload({ now, reload, ...input }: Overrides = {}) {
  const clock = createMemoryClock(0)
  const readTime = now ?? (() => clock.now())
  const reloads: number[] = []
  const user = { isBusy: false }
  const machine = reloadMachine.provide({
    guards: { isBusy: () => user.isBusy },
    actions: { reload: reload ?? (() => reloads.push(clock.now())) },
  })
  const actor = createActor(machine, {
    clock,
    input: {
      interval: INTERVAL,
      at: readTime(),
      visible: true,
      online: true,
      streaming: false,
      ...input,
    },
  })
  actor.start()
  return {
    actor,
    clock,
    user,
    reloads,
    state: () => actor.getSnapshot().value,
    send: (...types: readonly ReloadEvent['type'][]) => {
      for (const type of types) actor.send({ type, at: readTime() })
    },
  }
}

test('a dashboard reloads after exactly 540 s', () => {
  expect(FULL_RELOAD_MS.dashboard).toBe(INTERVAL)
  const { clock, reloads, state } = startReload()
  clock.advance(INTERVAL - 1)
  expect([state(), reloads]).toEqual(['counting', []])
  clock.advance(1)
  expect(reloads).toEqual([INTERVAL])
})

test('a page that did not reload is reloaded again after the next 540 s', () => {
  const { clock, reloads, state } = startReload()
  for (let second = 0; second < 1_700; second++) clock.advance(1_000)
  expect([state(), reloads]).toEqual(['counting', [INTERVAL, 2 * INTERVAL, 3 * INTERVAL]])
})

test('a busy user postpones the reload, which then runs within a second', () => {
  const { clock, user, reloads, state } = startReload()
  user.isBusy = true
  clock.advance(INTERVAL)
  expect([state(), reloads]).toEqual(['postponed', []])
  clock.advance(10 * INTERVAL)
  expect([state(), reloads]).toEqual(['postponed', []])
  user.isBusy = false
  clock.advance(RELOAD_RECHECK_MS)
  expect(reloads).toHaveLength(1)
  expect(RELOAD_RECHECK_MS).toBe(1_000)
})

test('a user who is busy only before the due time does not postpone the reload', () => {
  const { clock, user, reloads } = startReload()
  user.isBusy = true
  clock.advance(INTERVAL - 1)
  user.isBusy = false
  clock.advance(1)
  expect(reloads).toEqual([INTERVAL])
})

test.each([
  ['HIDDEN', 'SHOWN'],
  ['OFFLINE', 'ONLINE'],
] as const)('%s pauses the countdown, and %s resumes the countdown', (leaveEvent, returnEvent) => {
  const { clock, reloads, send, state } = startReload()
  clock.advance(500_000)
  send(leaveEvent)
  expect(state()).toBe('paused')
  clock.advance(100 * INTERVAL)
  expect(reloads).toEqual([])
  send(returnEvent)
  expect([state(), reloads]).toEqual(['counting', []])
  clock.advance(39_999)
  expect(reloads).toEqual([])
  clock.advance(1)
  expect(reloads).toHaveLength(1)
})

test('the countdown resumes when the page is visible and online', () => {
  const { clock, reloads, send, state } = startReload()
  send('HIDDEN', 'OFFLINE', 'SHOWN')
  expect(state()).toBe('paused')
  clock.advance(INTERVAL)
  send('ONLINE')
  clock.advance(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.advance(1)
  expect(reloads).toHaveLength(1)
})

test.each([{ visible: false }, { online: false }])('a page that starts with %j does not count down', (page) => {
  const { clock, reloads, state } = startReload(page)
  clock.advance(2 * INTERVAL)
  expect([state(), reloads]).toEqual(['paused', []])
})

test('showing a hidden page runs a reload that is due', () => {
  const { clock, user, reloads, send, state } = startReload()
  user.isBusy = true
  clock.advance(INTERVAL)
  send('HIDDEN')
  user.isBusy = false
  clock.advance(INTERVAL)
  expect([state(), reloads]).toEqual(['paused', []])
  send('SHOWN')
  expect(reloads).toHaveLength(1)
})

test('a stream prevents the reload, and the end of the stream resets the countdown', () => {
  const { clock, reloads, send, state } = startReload()
  clock.advance(INTERVAL - 1)
  send('STREAM_STARTED')
  expect(state()).toBe('streaming')
  clock.advance(100 * INTERVAL)
  expect(reloads).toEqual([])
  send('STREAM_ENDED')
  clock.advance(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.advance(1)
  expect(reloads).toHaveLength(1)
})

test('a stream that starts while the reload waits ends the wait', () => {
  const { clock, user, reloads, send, state } = startReload()
  user.isBusy = true
  clock.advance(INTERVAL)
  send('STREAM_STARTED')
  user.isBusy = false
  clock.advance(INTERVAL)
  expect([state(), reloads]).toEqual(['streaming', []])
})

test('a page that starts with a stream counts from the end of the stream', () => {
  const { clock, reloads, send } = startReload({ streaming: true })
  clock.advance(INTERVAL)
  send('HIDDEN', 'STREAM_ENDED', 'SHOWN')
  clock.advance(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.advance(1)
  expect(reloads).toHaveLength(1)
})

test('STREAM_ENDED without a stream does not reset the countdown', () => {
  const { clock, reloads, send } = startReload()
  clock.advance(INTERVAL - 1)
  send('STREAM_ENDED', 'SHOWN', 'ONLINE')
  clock.advance(1)
  expect(reloads).toEqual([INTERVAL])
})

test('a clock set back does not extend the countdown, and a clock set forward shortens the countdown', () => {
  const wallClock = { now: 10 * INTERVAL }
  const { clock, reloads, send } = startReload({ now: () => wallClock.now })
  wallClock.now = 0
  send('HIDDEN', 'SHOWN')
  clock.advance(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.advance(1)
  expect(reloads).toHaveLength(1)
  wallClock.now += 2 * INTERVAL
  send('HIDDEN')
  expect(reloads).toHaveLength(1)
  send('SHOWN')
  expect(reloads).toHaveLength(2)
})

test('a stopped machine sets no timer', () => {
  const { actor, clock, reloads } = startReload()
  actor.stop()
  clock.advance(2 * INTERVAL)
  expect(reloads).toEqual([])
})

/**
 * Starts a machine with a model of its page and user. `countedMs` is the counted time since the
 * last reload or the end of the last stream.
 */
function startWithModel() {
  const page = { visible: true, online: true, streaming: false }
  const isCounting = () => page.visible && page.online && !page.streaming
  let countedMs = 0
  /** The end of the running wait: `countedMs` already contains the time until then. */
  let waitEnd = 0
  const reloads: { readonly isCounting: boolean; readonly isBusy: boolean; readonly isEarly: boolean }[] = []
  const harness = startReload({
    reload: () => {
      const ahead = waitEnd - harness.clock.now()
      reloads.push({ isCounting: isCounting(), isBusy: harness.user.isBusy, isEarly: countedMs - ahead < INTERVAL })
      countedMs = ahead
    },
  })
  const send = (type: ReloadEvent['type'], change: Partial<typeof page>) => () => {
    if (type === 'STREAM_ENDED' && page.streaming) countedMs = 0
    Object.assign(page, change)
    harness.send(type)
  }
  const wait = (milliseconds: number) => () => {
    if (isCounting()) countedMs += milliseconds
    waitEnd = harness.clock.now() + milliseconds
    harness.clock.advance(milliseconds)
  }
  const setBusy = (isBusy: boolean) => () => {
    harness.user.isBusy = isBusy
  }
  return {
    reloads,
    steps: [
      send('SHOWN', { visible: true }),
      send('HIDDEN', { visible: false }),
      send('ONLINE', { online: true }),
      send('OFFLINE', { online: false }),
      send('STREAM_STARTED', { streaming: true }),
      send('STREAM_ENDED', { streaming: false }),
      setBusy(true),
      setBusy(false),
      wait(1),
      wait(1_000),
      wait(60_000),
      wait(180_000),
    ],
    /** Removes every condition that postpones or pauses the reload. */
    makeReloadable: () => {
      harness.user.isBusy = false
      send('STREAM_ENDED', { streaming: false })()
      send('SHOWN', { visible: true })()
      send('ONLINE', { online: true })()
    },
    wait,
  }
}

test('after any events, the page reloads only when due, visible, online, not streaming and not busy', () => {
  const choices = fc.array(fc.nat({ max: 11 }), { maxLength: 100, size: 'max' })
  fc.assert(
    fc.property(choices, (stepIndexes) => {
      const { reloads, steps, makeReloadable, wait } = startWithModel()
      for (const index of stepIndexes) steps[index]?.()
      makeReloadable()
      const before = reloads.length
      wait(INTERVAL)()
      expect(reloads.length).toBeGreaterThan(before)
      expect(reloads.filter(({ isCounting, isBusy, isEarly }) => !isCounting || isBusy || isEarly)).toEqual([])
    }),
    // A wait across a due time, and the next due time in a later wait.
    { examples: [[[11, 10, 11, 11, 11, 10, 11, 10]]] },
  )
})
