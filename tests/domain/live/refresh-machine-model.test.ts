import fc from 'fast-check'
import { expect, test } from 'vitest'

import { backoffDelay } from '#src/domain/live/refresh-machine.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { startRefresh } from '#tests/support/refresh-harness.ts'

const INTERVAL = 15_000

/** What the machine must do: which value is known, and when the next load is due. */
interface Model {
  now: number
  visible: boolean
  online: boolean
  source: string
  value: string | null
  updatedAt: number | null
  failures: number
  dueAt: number
  loading: boolean
  streaming: boolean
}

type Real = ReturnType<typeof startRefresh>
type Act = (model: Model, real: Real) => void | Promise<void>

const available = (model: Model) => model.visible && model.online
const loadIfDue = (model: Model) => {
  model.loading = available(model) && model.now >= model.dueAt
}

const nextAfter = (model: Model) => (model.streaming ? Number.POSITIVE_INFINITY : model.now + INTERVAL)

const receive = (model: Model, value: string) => {
  Object.assign(model, { value, updatedAt: model.now, failures: 0, dueAt: nextAfter(model) })
  loadIfDue(model)
}

const expectedState = (model: Model) => {
  if (!available(model)) return 'paused'
  if (model.loading) return model.updatedAt === null ? 'loading' : 'refreshing'
  if (model.failures > 0) return 'backing-off'
  return model.streaming ? 'streaming' : 'waiting'
}

/** The invariants that do not hold. */
function findBrokenInvariants(model: Model, { loads, context }: Real) {
  const running = loads.running()
  const { value } = context()
  return Object.entries({
    'two loads run at once': running.length > 1,
    'a load runs while hidden or offline': running.length > 0 && !available(model),
    'a removed source is loaded': running.some(({ source }) => source !== model.source),
    'a value of a removed source is shown': value !== null && !value.startsWith(model.source),
  }).flatMap(([rule, broken]) => (broken ? [rule] : []))
}

function expectAgreement(model: Model, real: Real) {
  expect(findBrokenInvariants(model, real)).toEqual([])
  expect(real.loads.running()).toHaveLength(model.loading ? 1 : 0)
  expect(real.state()).toBe(expectedState(model))
  const { value, updatedAt, failures } = model
  expect(real.context()).toMatchObject({ value, updatedAt, failures })
}

/** One event, after which machine and model must agree. */
const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  run: async (model: Model, real: Real) => {
    await act(model, real)
    await flushPromises()
    expectAgreement(model, real)
  },
  toString: () => name,
})

const turn = (type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE', key: 'visible' | 'online', to: boolean) =>
  command(type, (model, { actor }) => {
    actor.send({ type })
    if (model[key] === to) return
    model[key] = to
    if (type === 'ONLINE') model.dueAt = Number.NEGATIVE_INFINITY
    loadIfDue(model)
  })

const retry = command('RETRY', (model, { actor }) => {
  actor.send({ type: 'RETRY' })
  model.dueAt = Number.NEGATIVE_INFINITY
  loadIfDue(model)
})

const change = (source: string) =>
  command(`SOURCE_CHANGED ${source}`, (model, { actor, loads }) => {
    actor.send({ type: 'SOURCE_CHANGED', ...loads.source(source, INTERVAL) })
    Object.assign(model, { source, value: null, updatedAt: null, failures: 0, dueAt: Number.NEGATIVE_INFINITY })
    loadIfDue(model)
  })

const push = (text: string) =>
  command(`PUSHED ${text}`, (model, { actor }) => {
    const value = `${model.source} streamed ${text}`
    actor.send({ type: 'PUSHED', value })
    receive(model, value)
  })

const openStream = command('STREAM_OPENED', (model, { actor }) => {
  actor.send({ type: 'STREAM_OPENED' })
  if (model.streaming) return
  model.streaming = true
  if (model.updatedAt !== null && model.failures === 0) model.dueAt = Number.POSITIVE_INFINITY
  loadIfDue(model)
})

const loseStream = command('STREAM_LOST', (model, { actor }) => {
  actor.send({ type: 'STREAM_LOST' })
  if (!model.streaming) return
  Object.assign(model, { streaming: false, dueAt: Number.NEGATIVE_INFINITY })
  loadIfDue(model)
})

const succeed = (text: string) =>
  command(
    `answer ${text}`,
    async (model, { loads }) => {
      const value = `${model.source} answered ${text}`
      for (const load of loads.running()) await load.succeed(value)
      receive(model, value)
    },
    (model) => model.loading,
  )

const fail = (how: 'fail' | 'crash') =>
  command(
    how,
    async (model, { loads }) => {
      for (const load of loads.running()) await load[how]('timeout')
      model.failures += 1
      model.dueAt = model.now + backoffDelay(model.failures, INTERVAL)
      loadIfDue(model)
    },
    (model) => model.loading,
  )

const settleTooLate = (how: 'succeed' | 'fail' | 'crash') =>
  command(`${how} too late`, async (_, { loads }) => {
    for (const load of loads.dropped()) await load[how](`${load.source} too late`)
  })

const wait = (ms: number) =>
  command(`wait ${ms}`, (model, { clock }) => {
    clock.increment(ms)
    model.now += ms
    if (!model.loading) loadIfDue(model)
  })

const anything = fc.commands(
  [
    fc.constant(turn('SHOWN', 'visible', true)),
    fc.constant(turn('HIDDEN', 'visible', false)),
    fc.constant(turn('ONLINE', 'online', true)),
    fc.constant(turn('OFFLINE', 'online', false)),
    fc.constant(retry),
    fc.constant(openStream),
    fc.constant(loseStream),
    fc.constantFrom('first', 'second', 'third').map(change),
    fc.string({ maxLength: 3 }).map(push),
    fc.string({ maxLength: 3 }).map(succeed),
    fc.string({ maxLength: 3 }).map(succeed),
    fc.constantFrom('fail' as const, 'crash' as const).map(fail),
    fc.constantFrom('fail' as const, 'crash' as const).map(fail),
    fc.constantFrom('succeed' as const, 'fail' as const, 'crash' as const).map(settleTooLate),
    fc.constantFrom(1, 1_999, 2_000, 4_000, INTERVAL - 1, INTERVAL, 10 * INTERVAL).map(wait),
    fc.integer({ min: 1, max: 2 * INTERVAL }).map(wait),
  ],
  { maxCommands: 60, size: 'max' },
)

test('the machine agrees with its model after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), anything, async (visible, online, commands) => {
      const real = startRefresh(INTERVAL, { visible, online })
      const start: Model = {
        now: 0,
        visible,
        online,
        source: 'first',
        value: null,
        updatedAt: null,
        failures: 0,
        dueAt: Number.NEGATIVE_INFINITY,
        loading: visible && online,
        streaming: false,
      }
      expectAgreement(start, real)
      await fc.asyncModelRun(() => ({ model: start, real }), commands)
      real.actor.stop()
      expect(real.loads.running()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
