import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import type { Untimed } from '#src/application/platform/flow.ts'
import {
  findUsableProof,
  type HumanCheckEvent,
  humanCheckMachine,
  MAX_TIMER_MS,
} from '#src/domain/identity/human-check-machine.ts'

const START = 1_795_272_195_000

function startCheck() {
  const clock = new SimulatedClock()
  /** Time that the computer slept: it advances the real clock, but not the timers. */
  const sleep = { ms: 0 }
  const now = () => START + clock.now() + sleep.ms
  const actor = createActor(humanCheckMachine, { clock }).start()
  const send = (event: Untimed<HumanCheckEvent>) => actor.send({ ...event, at: now() })
  return {
    send,
    context: () => actor.getSnapshot().context,
    clock,
    sleep,
    now,
    solve: (lifetime: number, text = 'proof') =>
      send({ type: 'CHECK_SOLVED', proof: { text, expiresAt: now() + lifetime } }),
    state: () => actor.getSnapshot().value,
    proof: () => findUsableProof(actor.getSnapshot().context.solution, now())?.text ?? null,
    round: () => actor.getSnapshot().context.round,
  }
}

test('MAX_TIMER_MS is the longest delay of a browser timer', () => {
  expect(MAX_TIMER_MS).toBe(2_147_483_647)
})

test('the check is unsolved until CHECK_SOLVED', () => {
  const check = startCheck()
  check.clock.increment(MAX_TIMER_MS)
  expect([check.state(), check.proof(), check.round()]).toEqual(['unsolved', null, 0])
})

test('a solved check expires by its timer when its proof expires', () => {
  const check = startCheck()
  check.solve(120_000)
  check.clock.increment(119_999)
  expect([check.state(), check.proof(), check.round()]).toEqual(['solved', 'proof', 0])
  check.clock.increment(1)
  expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
  expect(check.context().solution).toBeNull()
})

test('an expired check can be solved again', () => {
  const check = startCheck()
  check.solve(1_000)
  check.clock.increment(1_000)
  check.solve(1_000, 'second')
  expect([check.state(), check.proof()]).toEqual(['solved', 'second'])
})

test('CHECK_SPENT removes the proof and starts a new round', () => {
  const check = startCheck()
  check.solve(120_000)
  check.send({ type: 'CHECK_SPENT' })
  expect([check.state(), check.proof(), check.round()]).toEqual(['unsolved', null, 1])
  check.clock.increment(120_000)
  expect([check.state(), check.round()]).toEqual(['unsolved', 1])
})

test('CHECK_LOST expires the check', () => {
  const check = startCheck()
  check.solve(120_000)
  check.send({ type: 'CHECK_LOST' })
  expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
})

test.each(['CHECK_SPENT', 'CHECK_LOST'] as const)('%s is ignored without a proof', (type) => {
  const check = startCheck()
  check.send({ type })
  expect([check.state(), check.round()]).toEqual(['unsolved', 0])
  check.solve(1_000)
  check.clock.increment(1_000)
  check.send({ type })
  expect([check.state(), check.round()]).toEqual(['expired', 1])
})

test('an unavailable check is shown again by RETRY_CHECK, and only then', () => {
  const check = startCheck()
  check.send({ type: 'RETRY_CHECK' })
  expect([check.state(), check.round()]).toEqual(['unsolved', 0])
  check.send({ type: 'CHECK_UNAVAILABLE' })
  expect([check.state(), check.round()]).toEqual(['unavailable', 0])
  check.send({ type: 'RETRY_CHECK' })
  expect([check.state(), check.round()]).toEqual(['unsolved', 1])
})

test('a check that becomes unavailable after its solution keeps the proof', () => {
  const check = startCheck()
  check.solve(120_000)
  check.send({ type: 'CHECK_UNAVAILABLE' })
  expect([check.state(), check.proof()]).toEqual(['solved', 'proof'])
})

test('a second CHECK_SOLVED replaces the proof and its expiry', () => {
  const check = startCheck()
  check.solve(10_000, 'first')
  check.clock.increment(9_000)
  check.solve(10_000, 'second')
  expect(check.proof()).toBe('second')
  check.clock.increment(9_999)
  expect([check.state(), check.proof(), check.round()]).toEqual(['solved', 'second', 0])
  check.clock.increment(1)
  expect(check.state()).toBe('expired')
})

test.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])(
  'a proof that expires in %d ms expires the check immediately',
  (lifetime) => {
    const check = startCheck()
    check.solve(lifetime)
    expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
  },
)

test('an expired new proof also removes the older proof', () => {
  const check = startCheck()
  check.solve(10_000)
  check.solve(0)
  expect([check.state(), check.proof()]).toEqual(['expired', null])
})

test.each([MAX_TIMER_MS - 1, MAX_TIMER_MS, MAX_TIMER_MS + 1, 10 * MAX_TIMER_MS, Number.POSITIVE_INFINITY])(
  'a proof valid for %d ms expires at the latest when the longest timer fires',
  (lifetime) => {
    const check = startCheck()
    check.solve(lifetime)
    check.clock.increment(Math.min(lifetime, MAX_TIMER_MS) - 1)
    expect(check.state()).toBe('solved')
    check.clock.increment(1)
    expect(check.state()).toBe('expired')
  },
)

test('a proof that expired during sleep is unusable before its timer fires', () => {
  const check = startCheck()
  check.solve(120_000)
  check.sleep.ms = 120_000
  expect([check.state(), check.proof()]).toEqual(['solved', null])
  check.clock.increment(120_000)
  expect(check.state()).toBe('expired')
})

test('a proof is unusable when the clock is set back before its solution', () => {
  const check = startCheck()
  check.solve(120_000)
  check.sleep.ms = -1
  expect(check.proof()).toBeNull()
  check.sleep.ms = 0
  expect(check.proof()).toBe('proof')
})

test('a proof is usable from its solution until its expiry, exclusive', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), fc.maxSafeInteger(), (solvedAt, expires, now) => {
      const proof = { text: 'x', expiresAt: expires }
      expect(findUsableProof({ solvedAt, proof }, now)).toBe(now >= solvedAt && now < expires ? proof : null)
    }),
  )
  expect(findUsableProof(null, START)).toBeNull()
})
