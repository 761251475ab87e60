import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { createCaller } from '#src/application/platform/flow.ts'
import { termsMachine } from '#src/domain/identity/terms-machine.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

function startTerms() {
  const clock = new SimulatedClock()
  const now = () => 5_000 + clock.now()
  const calls = createOpenCalls<string, number | null>()
  const effects: string[] = []
  const crashes: unknown[] = []
  const call = createCaller({ clock: { now }, log: { error: (_, error) => crashes.push(error) } })
  const machine = termsMachine.provide({
    actors: { acceptTerms: call(toCall(calls)) },
    actions: {
      discardSession: () => effects.push('discardSession'),
      reload: () => effects.push('reload'),
    },
  })
  const actor = createActor(machine, { clock, input: { userId: 'cli-demo' } }).start()
  const snapshot = () => actor.getSnapshot()
  return {
    actor,
    clock,
    calls,
    effects,
    crashes,
    state: () => snapshot().value,
    failure: () => snapshot().context.failure,
    output: () => snapshot().output,
    choose: (type: 'ACCEPT' | 'REJECT') => actor.send({ type, at: now() }),
  }
}

test('the dialog is open until the user chooses', () => {
  const terms = startTerms()
  terms.clock.increment(3_600_000)
  expect([terms.state(), terms.calls.all.length, terms.effects]).toEqual(['open', 0, []])
})

test.each([
  [777, 777],
  [0, 0],
  [null, 5_040],
])('an acceptance with the time %j in the reply is dated %i', async (reply, acceptedAt) => {
  const terms = startTerms()
  terms.choose('ACCEPT')
  expect(terms.state()).toBe('posting')
  terms.clock.increment(40)
  await terms.calls.only().succeed(reply)
  expect([terms.state(), terms.output()]).toEqual(['accepted', { acceptedAt }])
  expect(terms.effects).toEqual([])
})

test('a running acceptance ignores other choices', async () => {
  const terms = startTerms()
  for (const type of ['ACCEPT', 'ACCEPT', 'REJECT'] as const) terms.choose(type)
  expect([terms.state(), terms.calls.all.length, terms.effects]).toEqual(['posting', 1, []])
})

test('a failed acceptance shows its reason and can be repeated', async () => {
  const terms = startTerms()
  terms.choose('ACCEPT')
  await terms.calls.only().fail('timeout')
  expect([terms.state(), terms.failure()]).toEqual(['failed', { kind: 'timeout' }])
  terms.choose('ACCEPT')
  expect([terms.state(), terms.failure(), terms.calls.all.length]).toEqual(['posting', null, 2])
  await terms.calls.only().succeed(1)
  expect([terms.state(), terms.output()]).toEqual(['accepted', { acceptedAt: 1 }])
})

test('an acceptance that throws fails and is logged', async () => {
  const terms = startTerms()
  const error = new Error('a bug')
  terms.choose('ACCEPT')
  await terms.calls.only().crash(error)
  expect([terms.state(), terms.failure(), terms.crashes]).toEqual(['failed', { kind: 'crashed' }, [error]])
})

test.each([false, true])(
  'a rejection discards the session immediately and reloads the page after 3 s (after a failure: %s)',
  async (hasFailed) => {
    const terms = startTerms()
    if (hasFailed) {
      terms.choose('ACCEPT')
      await terms.calls.only().fail('timeout')
    }
    terms.choose('REJECT')
    expect([terms.state(), terms.effects]).toEqual(['rejected', ['discardSession']])
    terms.clock.increment(2_999)
    expect([terms.state(), terms.effects]).toEqual(['rejected', ['discardSession']])
    terms.clock.increment(1)
    expect([terms.state(), terms.effects, terms.output()]).toEqual([
      'left',
      ['discardSession', 'reload'],
      { acceptedAt: null },
    ])
  },
)

test.each(['ACCEPT', 'REJECT'] as const)('%s is ignored after a rejection', (type) => {
  const terms = startTerms()
  terms.choose('REJECT')
  terms.clock.increment(2_000)
  terms.choose(type)
  expect([terms.state(), terms.calls.all.length, terms.effects]).toEqual(['rejected', 0, ['discardSession']])
  terms.clock.increment(1_000)
  expect(terms.effects).toEqual(['discardSession', 'reload'])
})

test('a stopped dialog aborts its request and does not reload', async () => {
  const posting = startTerms()
  posting.choose('ACCEPT')
  const [call] = posting.calls.running()
  posting.actor.stop()
  expect(call?.signal?.aborted).toBe(true)
  const rejected = startTerms()
  rejected.choose('REJECT')
  rejected.actor.stop()
  rejected.clock.increment(3_000)
  expect(rejected.effects).toEqual(['discardSession'])
})
