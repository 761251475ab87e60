import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { createCaller } from '#src/application/platform/flow.ts'
import { REJECTION_MS, termsMachine } from '#src/domain/identity/terms-machine.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

/** The instant of the market's clock when the dialog opens. */
const OPENED_AT = 5_000

function startTerms() {
  const clock = new SimulatedClock()
  const now = () => OPENED_AT + clock.now()
  const calls = createOpenCalls<string, number | null>()
  const effects: string[] = []
  const call = createCaller({ clock: { now }, log: { error: () => {} } })
  const machine = termsMachine.provide({
    actors: { acceptTerms: call(toCall(calls)) },
    actions: {
      discardSession: () => effects.push('discardSession'),
      reload: () => effects.push('reload'),
    },
  })
  return { actor: createActor(machine, { clock, input: { userId: 'cli-demo' } }).start(), clock, now, calls, effects }
}

type Real = ReturnType<typeof startTerms>

/** The expected state of the dialog. */
interface Model {
  state: 'open' | 'posting' | 'failed' | 'accepted' | 'rejected' | 'left'
  elapsed: number
  posts: number
  failure: string | null
  acceptedAt: number | null
  /** When the page reloads after a rejection. */
  reloadsAt: number
}

type Act = (model: Model, real: Real) => void | Promise<void>

const EFFECTS: Partial<Readonly<Record<Model['state'], readonly string[]>>> = {
  rejected: ['discardSession'],
  left: ['discardSession', 'reload'],
}

const hasEnded = ({ state }: Model) => state === 'accepted' || state === 'left'

function expectEqual(model: Model, { actor, calls, effects }: Real) {
  const { value, context, status, output } = actor.getSnapshot()
  expect([value, context.failure?.kind ?? null]).toEqual([model.state, model.failure])
  expect([calls.all.length, calls.running().length]).toEqual([model.posts, model.state === 'posting' ? 1 : 0])
  // Only a rejection deletes data, once, and only then the page reloads, once.
  expect(effects).toEqual(EFFECTS[model.state] ?? [])
  expect([status, output]).toEqual(hasEnded(model) ? ['done', { acceptedAt: model.acceptedAt }] : ['active', undefined])
}

const command = (name: string, act: Act, check = (_: Model) => true) => ({
  check: (model: Readonly<Model>) => check(model),
  run: async (model: Model, real: Real) => {
    await act(model, real)
    expectEqual(model, real)
  },
  toString: () => name,
})

const hasChoice = ({ state }: Model) => state === 'open' || state === 'failed'

/** The user chooses while the dialog exists. */
const choose = (type: 'ACCEPT' | 'REJECT', expected: (model: Model) => Partial<Model>) =>
  command(
    type,
    (model, { actor, now }) => {
      actor.send({ type, at: now() })
      if (hasChoice(model)) Object.assign(model, expected(model))
    },
    (model) => !hasEnded(model),
  )

const accept = choose('ACCEPT', ({ posts }) => ({ state: 'posting', posts: posts + 1, failure: null }))
const reject = choose('REJECT', ({ elapsed }) => ({ state: 'rejected', reloadsAt: elapsed + REJECTION_MS }))

const save = (time: number | null) =>
  command(`the service saves the acceptance with the time ${time}`, async (model, { calls }) => {
    for (const post of calls.running()) await post.succeed(time)
    if (model.state !== 'posting') return
    Object.assign(model, { state: 'accepted', acceptedAt: time ?? OPENED_AT + model.elapsed })
  })

const fail = (kind: 'timeout' | 'unreachable' | 'crashed') =>
  command(`the acceptance fails: ${kind}`, async (model, { calls }) => {
    for (const post of calls.running()) await (kind === 'crashed' ? post.crash(new Error('a bug')) : post.fail(kind))
    if (model.state === 'posting') Object.assign(model, { state: 'failed', failure: kind })
  })

const wait = (ms: number) =>
  command(`wait ${ms}`, (model, { clock }) => {
    clock.increment(ms)
    model.elapsed += ms
    if (model.state === 'rejected' && model.elapsed >= model.reloadsAt) model.state = 'left'
  })

const anyCommands = fc.commands(
  [
    fc.constant(accept),
    fc.constant(accept),
    fc.constant(reject),
    fc.constantFrom(null, 0, 777).map(save),
    fc.constantFrom('timeout' as const, 'unreachable' as const, 'crashed' as const).map(fail),
    fc.constantFrom(0, 1, REJECTION_MS - 1, REJECTION_MS, 3_600_000).map(wait),
  ],
  { maxCommands: 30, size: 'max' },
)

// "Terms dialog: accept posts the acceptance; reject shows a message, clears storage and reloads after
// 3 seconds." (§4)
test('the terms machine matches its model in any order of choices, replies and time (§4, D5)', async () => {
  await fc.assert(
    fc.asyncProperty(anyCommands, async (commands) => {
      const real = startTerms()
      const model: Model = { state: 'open', elapsed: 0, posts: 0, failure: null, acceptedAt: null, reloadsAt: 0 }
      expectEqual(model, real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      // A stopped dialog aborts its request, and its timer reloads nothing.
      const effects = [...real.effects]
      real.actor.stop()
      expect(real.calls.running()).toEqual([])
      real.clock.increment(REJECTION_MS)
      expect(real.effects).toEqual(effects)
    }),
    { numRuns: 400 },
  )
})
