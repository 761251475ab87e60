import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { findUsableProof, humanCheckMachine, MAX_TIMER_MS } from '#src/domain/identity/human-check-machine.ts'

const START = 1_795_272_195_000

function startCheck() {
  const clock = new SimulatedClock()
  const slept = { ms: 0 }
  const now = () => START + clock.now() + slept.ms
  const actor = createActor(humanCheckMachine, { clock, input: { now } }).start()
  return {
    actor,
    clock,
    slept,
    now,
    solve: (lifetime: number, text = 'proof') =>
      actor.send({ type: 'CHECK_SOLVED', proof: { text, expiresAt: now() + lifetime } }),
    state: () => actor.getSnapshot().value,
    proof: () => findUsableProof(actor.getSnapshot().context.solution, now())?.text ?? null,
    round: () => actor.getSnapshot().context.round,
  }
}

test('the longest timer is what a browser can count', () => {
  expect(MAX_TIMER_MS).toBe(2_147_483_647)
})

test('it starts unsolved, however long nobody solves it', () => {
  const check = startCheck()
  check.clock.increment(MAX_TIMER_MS)
  expect([check.state(), check.proof(), check.round()]).toEqual(['unsolved', null, 0])
})

test('solved, its proof is good until the moment it expires, by its own timer', () => {
  const check = startCheck()
  check.solve(120_000)
  check.clock.increment(119_999)
  expect([check.state(), check.proof(), check.round()]).toEqual(['solved', 'proof', 0])
  check.clock.increment(1)
  expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
  expect(check.actor.getSnapshot().context.solution).toBeNull()
})

test('expired, it can be solved again', () => {
  const check = startCheck()
  check.solve(1_000)
  check.clock.increment(1_000)
  check.solve(1_000, 'second')
  expect([check.state(), check.proof()]).toEqual(['solved', 'second'])
})

test('a spent proof is gone and asks for a new round', () => {
  const check = startCheck()
  check.solve(120_000)
  check.actor.send({ type: 'CHECK_SPENT' })
  expect([check.state(), check.proof(), check.round()]).toEqual(['unsolved', null, 1])
  check.clock.increment(120_000)
  expect([check.state(), check.round()]).toEqual(['unsolved', 1])
})

test('a proof that the check lets go before its time is expired', () => {
  const check = startCheck()
  check.solve(120_000)
  check.actor.send({ type: 'CHECK_LOST' })
  expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
})

test.each(['CHECK_SPENT', 'CHECK_LOST'] as const)('%s without a proof changes nothing', (type) => {
  const check = startCheck()
  check.actor.send({ type })
  expect([check.state(), check.round()]).toEqual(['unsolved', 0])
  check.solve(1_000)
  check.clock.increment(1_000)
  check.actor.send({ type })
  expect([check.state(), check.round()]).toEqual(['expired', 1])
})

test('solved anew, the newer proof counts for its own time', () => {
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
  'a proof that expires in %d ms is lost as it comes',
  (lifetime) => {
    const check = startCheck()
    check.solve(lifetime)
    expect([check.state(), check.proof(), check.round()]).toEqual(['expired', null, 1])
  },
)

test('a proof that comes expired takes the older one with it', () => {
  const check = startCheck()
  check.solve(10_000)
  check.solve(0)
  expect([check.state(), check.proof()]).toEqual(['expired', null])
})

test.each([MAX_TIMER_MS - 1, MAX_TIMER_MS, MAX_TIMER_MS + 1, 10 * MAX_TIMER_MS, Number.POSITIVE_INFINITY])(
  'a proof good for %d ms does not expire at once, and at the latest when the longest timer ends',
  (lifetime) => {
    const check = startCheck()
    check.solve(lifetime)
    check.clock.increment(Math.min(lifetime, MAX_TIMER_MS) - 1)
    expect(check.state()).toBe('solved')
    check.clock.increment(1)
    expect(check.state()).toBe('expired')
  },
)

test('a machine that slept past the end has no proof, even before its timer fires', () => {
  const check = startCheck()
  check.solve(120_000)
  check.slept.ms = 120_000
  expect([check.state(), check.proof()]).toEqual(['solved', null])
  check.clock.increment(120_000)
  expect(check.state()).toBe('expired')
})

test('a clock set back before the solution leaves no proof', () => {
  const check = startCheck()
  check.solve(120_000)
  check.slept.ms = -1
  expect(check.proof()).toBeNull()
  check.slept.ms = 0
  expect(check.proof()).toBe('proof')
})

test('a proof is live from its solution until before its end, and never else', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), fc.maxSafeInteger(), (solvedAt, expires, now) => {
      const proof = { text: 'x', expiresAt: expires }
      expect(findUsableProof({ solvedAt, proof }, now)).toBe(now >= solvedAt && now < expires ? proof : null)
    }),
  )
  expect(findUsableProof(null, START)).toBeNull()
})
