import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { createTermsMachine } from '#src/domain/identity/terms-machine.ts'
import { createOpenCalls } from '#tests/support/open-calls.ts'

function startTerms() {
  const clock = new SimulatedClock()
  const calls = createOpenCalls<null, number | null>()
  const told: string[] = []
  const crashes: unknown[] = []
  const actor = createActor(createTermsMachine<string>(), {
    clock,
    input: {
      accept: (signal) => calls.ask(null, signal),
      forget: () => told.push('forget'),
      reload: () => told.push('reload'),
      now: () => 5_000 + clock.now(),
    },
  })
  actor.on('CRASHED', ({ error }) => crashes.push(error))
  actor.start()
  const snapshot = () => actor.getSnapshot()
  return {
    actor,
    clock,
    calls,
    told,
    crashes,
    state: () => snapshot().value,
    failure: () => snapshot().context.failure,
    output: () => snapshot().output,
    choose: (type: 'ACCEPT' | 'REJECT') => actor.send({ type }),
  }
}

test('it stays open until somebody chooses', () => {
  const terms = startTerms()
  terms.clock.increment(3_600_000)
  expect([terms.state(), terms.calls.all.length, terms.told]).toEqual(['open', 0, []])
})

test.each([
  [777, 777],
  [0, 0],
  [null, 5_040],
])('accepted, with %j from the service the terms count since %i', async (answer, acceptedAt) => {
  const terms = startTerms()
  terms.choose('ACCEPT')
  expect(terms.state()).toBe('posting')
  terms.clock.increment(40)
  await terms.calls.only().succeed(answer)
  expect([terms.state(), terms.output()]).toEqual(['accepted', { acceptedAt }])
  expect(terms.told).toEqual([])
})

test('a second click while posting sends nothing, and the refusal has to wait', async () => {
  const terms = startTerms()
  for (const type of ['ACCEPT', 'ACCEPT', 'REJECT'] as const) terms.choose(type)
  expect([terms.state(), terms.calls.all.length, terms.told]).toEqual(['posting', 1, []])
})

test('a failed acceptance keeps the dialog open with its reason, and can be tried again', async () => {
  const terms = startTerms()
  terms.choose('ACCEPT')
  await terms.calls.only().fail('timeout')
  expect([terms.state(), terms.failure()]).toEqual(['failed', 'timeout'])
  terms.choose('ACCEPT')
  expect([terms.state(), terms.failure(), terms.calls.all.length]).toEqual(['posting', null, 2])
  await terms.calls.only().succeed(1)
  expect([terms.state(), terms.output()]).toEqual(['accepted', { acceptedAt: 1 }])
})

test('an acceptance that throws is a failure without a name, and the error is told', async () => {
  const terms = startTerms()
  const error = new Error('a bug')
  terms.choose('ACCEPT')
  await terms.calls.only().crash(error)
  expect([terms.state(), terms.failure(), terms.crashes]).toEqual(['failed', null, [error]])
})

test.each([false, true])(
  'rejected (after a failure: %s), all is forgotten at once and the page reloads after 3 s',
  async (failed) => {
    const terms = startTerms()
    if (failed) {
      terms.choose('ACCEPT')
      await terms.calls.only().fail('timeout')
    }
    terms.choose('REJECT')
    expect([terms.state(), terms.told]).toEqual(['rejected', ['forget']])
    terms.clock.increment(2_999)
    expect([terms.state(), terms.told]).toEqual(['rejected', ['forget']])
    terms.clock.increment(1)
    expect([terms.state(), terms.told, terms.output()]).toEqual(['left', ['forget', 'reload'], { acceptedAt: null }])
  },
)

test.each(['ACCEPT', 'REJECT'] as const)('once rejected, %s changes nothing', (type) => {
  const terms = startTerms()
  terms.choose('REJECT')
  terms.clock.increment(2_000)
  terms.choose(type)
  expect([terms.state(), terms.calls.all.length, terms.told]).toEqual(['rejected', 0, ['forget']])
  terms.clock.increment(1_000)
  expect(terms.told).toEqual(['forget', 'reload'])
})

test('a dialog that is taken away gives up its request and its reload', async () => {
  const posting = startTerms()
  posting.choose('ACCEPT')
  const [call] = posting.calls.running()
  posting.actor.stop()
  expect(call?.signal?.aborted).toBe(true)
  const rejected = startTerms()
  rejected.choose('REJECT')
  rejected.actor.stop()
  rejected.clock.increment(3_000)
  expect(rejected.told).toEqual(['forget'])
})
