import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { FULL_RELOAD_MS } from '#src/domain/live/refresh-policy.ts'
import {
  RELOAD_RECHECK_MS,
  type ReloadEvent,
  type ReloadInput,
  reloadMachine,
} from '#src/domain/live/reload-machine.ts'

const INTERVAL = 540_000

/** A machine on a simulated clock; the test sets whether the user is busy. */
function startReload(input: Partial<ReloadInput> = {}) {
  const clock = new SimulatedClock()
  const reloads: number[] = []
  const user = { busy: false }
  const actor = createActor(reloadMachine, {
    clock,
    input: {
      interval: INTERVAL,
      now: () => clock.now(),
      busy: () => user.busy,
      reload: () => reloads.push(clock.now()),
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
      for (const type of types) actor.send({ type })
    },
  }
}

test('a dashboard reloads after exactly 540 s', () => {
  expect(FULL_RELOAD_MS.dashboard).toBe(INTERVAL)
  const { clock, reloads, state } = startReload()
  clock.increment(INTERVAL - 1)
  expect([state(), reloads]).toEqual(['counting', []])
  clock.increment(1)
  expect(reloads).toEqual([INTERVAL])
})

test('a page that did not reload is reloaded again after the next 540 s', () => {
  const { clock, reloads, state } = startReload()
  for (let second = 0; second < 1_700; second++) clock.increment(1_000)
  expect([state(), reloads]).toEqual(['counting', [INTERVAL, 2 * INTERVAL, 3 * INTERVAL]])
})

test('an open dialog or a focused field postpones the reload, which then happens within a second', () => {
  const { clock, user, reloads, state } = startReload()
  user.busy = true
  clock.increment(INTERVAL)
  expect([state(), reloads]).toEqual(['postponed', []])
  clock.increment(10 * INTERVAL)
  expect([state(), reloads]).toEqual(['postponed', []])
  user.busy = false
  clock.increment(RELOAD_RECHECK_MS)
  expect(reloads).toHaveLength(1)
  expect(RELOAD_RECHECK_MS).toBe(1_000)
})

test('a user who was busy before the reload was due does not postpone it', () => {
  const { clock, user, reloads } = startReload()
  user.busy = true
  clock.increment(INTERVAL - 1)
  user.busy = false
  clock.increment(1)
  expect(reloads).toEqual([INTERVAL])
})

test.each([
  ['HIDDEN', 'SHOWN'],
  ['OFFLINE', 'ONLINE'],
] as const)('%s pauses the countdown and %s resumes it', (away, back) => {
  const { clock, reloads, send, state } = startReload()
  clock.increment(500_000)
  send(away)
  expect(state()).toBe('paused')
  clock.increment(100 * INTERVAL)
  expect(reloads).toEqual([])
  send(back)
  expect([state(), reloads]).toEqual(['counting', []])
  clock.increment(39_999)
  expect(reloads).toEqual([])
  clock.increment(1)
  expect(reloads).toHaveLength(1)
})

test('the countdown resumes when the page is visible and online', () => {
  const { clock, reloads, send, state } = startReload()
  send('HIDDEN', 'OFFLINE', 'SHOWN')
  expect(state()).toBe('paused')
  clock.increment(INTERVAL)
  send('ONLINE')
  clock.increment(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.increment(1)
  expect(reloads).toHaveLength(1)
})

test.each([{ visible: false }, { online: false }])('a page that starts with %o does not count down', (page) => {
  const { clock, reloads, state } = startReload(page)
  clock.increment(2 * INTERVAL)
  expect([state(), reloads]).toEqual(['paused', []])
})

test('a reload that is due on a hidden page happens when the page is shown', () => {
  const { clock, user, reloads, send, state } = startReload()
  user.busy = true
  clock.increment(INTERVAL)
  send('HIDDEN')
  user.busy = false
  clock.increment(INTERVAL)
  expect([state(), reloads]).toEqual(['paused', []])
  send('SHOWN')
  expect(reloads).toHaveLength(1)
})

test('a stream prevents the reload, and its end starts the whole count', () => {
  const { clock, reloads, send, state } = startReload()
  clock.increment(INTERVAL - 1)
  send('STREAM_STARTED')
  expect(state()).toBe('streaming')
  clock.increment(100 * INTERVAL)
  expect(reloads).toEqual([])
  send('STREAM_ENDED')
  clock.increment(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.increment(1)
  expect(reloads).toHaveLength(1)
})

test('a stream that starts while the reload waits ends the wait', () => {
  const { clock, user, reloads, send, state } = startReload()
  user.busy = true
  clock.increment(INTERVAL)
  send('STREAM_STARTED')
  user.busy = false
  clock.increment(INTERVAL)
  expect([state(), reloads]).toEqual(['streaming', []])
})

test('a page that starts with a stream counts from its end', () => {
  const { clock, reloads, send } = startReload({ streaming: true })
  clock.increment(INTERVAL)
  send('HIDDEN', 'STREAM_ENDED', 'SHOWN')
  clock.increment(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.increment(1)
  expect(reloads).toHaveLength(1)
})

test('STREAM_ENDED without a stream does not restart the count', () => {
  const { clock, reloads, send } = startReload()
  clock.increment(INTERVAL - 1)
  send('STREAM_ENDED', 'SHOWN', 'ONLINE')
  clock.increment(1)
  expect(reloads).toEqual([INTERVAL])
})

test('a clock set back adds no time to the countdown, a clock set forward shortens it', () => {
  const wall = { now: 10 * INTERVAL }
  const { clock, reloads, send } = startReload({ now: () => wall.now })
  wall.now = 0
  send('HIDDEN', 'SHOWN')
  clock.increment(INTERVAL - 1)
  expect(reloads).toEqual([])
  clock.increment(1)
  expect(reloads).toHaveLength(1)
  wall.now += 2 * INTERVAL
  send('HIDDEN')
  expect(reloads).toHaveLength(1)
  send('SHOWN')
  expect(reloads).toHaveLength(2)
})

test('a stopped machine sets no timer', () => {
  const { actor, clock, reloads } = startReload()
  actor.stop()
  clock.increment(2 * INTERVAL)
  expect(reloads).toEqual([])
})

/**
 * A machine with a model of its page and user; `seen` is the counted time since the last reload.
 */
function startFollowed() {
  const page = { visible: true, online: true, streaming: false }
  const counts = () => page.visible && page.online && !page.streaming
  let seen = 0
  const reloads: { readonly counts: boolean; readonly busy: boolean; readonly early: boolean }[] = []
  const harness = startReload({
    reload: () => {
      reloads.push({ counts: counts(), busy: harness.user.busy, early: seen < INTERVAL })
      seen = 0
    },
  })
  const send = (type: ReloadEvent['type'], fact: Partial<typeof page>) => () => {
    if (type === 'STREAM_ENDED' && page.streaming) seen = 0
    Object.assign(page, fact)
    harness.send(type)
  }
  const pass = (milliseconds: number) => () => {
    if (counts()) seen += milliseconds
    harness.clock.increment(milliseconds)
  }
  const occupy = (busy: boolean) => () => {
    harness.user.busy = busy
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
      occupy(true),
      occupy(false),
      pass(1),
      pass(1_000),
      pass(60_000),
      pass(180_000),
    ],
    /** A user who is not busy, and a page that counts down. */
    settle: () => {
      harness.user.busy = false
      send('STREAM_ENDED', { streaming: false })()
      send('SHOWN', { visible: true })()
      send('ONLINE', { online: true })()
    },
    pass,
  }
}

test('after any events the page reloads exactly when it is due, visible, online, not streaming and not busy', () => {
  const choices = fc.array(fc.nat({ max: 11 }), { maxLength: 100, size: 'max' })
  fc.assert(
    fc.property(choices, (chosen) => {
      const { reloads, steps, settle, pass } = startFollowed()
      for (const place of chosen) steps[place]?.()
      settle()
      const before = reloads.length
      pass(INTERVAL)()
      expect(reloads.length).toBeGreaterThan(before)
      expect(reloads.filter(({ counts, busy, early }) => !counts || busy || early)).toEqual([])
    }),
  )
})
