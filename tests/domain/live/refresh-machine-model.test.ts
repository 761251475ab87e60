import fc from 'fast-check'
import { expect, test } from 'vitest'

import { backoffDelay } from '#src/domain/live/refresh-machine.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { startRefresh } from '#tests/support/refresh-harness.ts'

const INTERVAL = 15_000

/** The expected state of the machine. The next load is due at `dueAt`. */
interface Model {
  now: number
  visible: boolean
  online: boolean
  source: string
  value: string | null
  updatedAt: number | null
  failures: number
  dueAt: number
  isLoading: boolean
  isStreaming: boolean
  userRetry: 'none' | 'requested' | 'succeeded' | 'failed'
}

type Real = ReturnType<typeof startRefresh>
type Act = (model: Model, real: Real) => void | Promise<void>

const isAvailable = (model: Model) => model.visible && model.online
const loadIfDue = (model: Model) => {
  model.isLoading = isAvailable(model) && model.now >= model.dueAt
  if (model.isLoading && model.userRetry !== 'requested') model.userRetry = 'none'
}
const endUserRetry = (model: Model, result: 'succeeded' | 'failed') => {
  model.userRetry = model.userRetry === 'requested' ? result : 'none'
}

const findNextDue = (model: Model) => (model.isStreaming ? Number.POSITIVE_INFINITY : model.now + INTERVAL)

const receive = (model: Model, value: string) => {
  Object.assign(model, { value, updatedAt: model.now, failures: 0, dueAt: findNextDue(model) })
  endUserRetry(model, 'succeeded')
  loadIfDue(model)
}

const findExpectedState = (model: Model) => {
  if (!isAvailable(model)) return 'paused'
  if (model.isLoading) return model.updatedAt === null ? 'loading' : 'refreshing'
  if (model.failures > 0) return 'backing-off'
  return model.isStreaming ? 'streaming' : 'waiting'
}

/** Lists the broken invariants. */
function findBrokenInvariants(model: Model, { loads, context }: Real) {
  const running = loads.running()
  const { value } = context()
  return Object.entries({
    'two loads run at once': running.length > 1,
    'a load runs while hidden or offline': running.length > 0 && !isAvailable(model),
    'a removed source is loaded': running.some(({ source }) => source !== model.source),
    'a value of a removed source is shown': value !== null && !value.startsWith(model.source),
  }).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

function expectAgreement(model: Model, real: Real) {
  expect(findBrokenInvariants(model, real)).toEqual([])
  expect(real.loads.running()).toHaveLength(model.isLoading ? 1 : 0)
  expect(real.state()).toBe(findExpectedState(model))
  const { value, updatedAt, failures, userRetry } = model
  expect(real.context()).toMatchObject({ value, updatedAt, failures, userRetry })
}

/** Creates a command that changes the machine and its model, and then compares the two. */
const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  run: async (model: Model, real: Real) => {
    await act(model, real)
    await flushPromises()
    expectAgreement(model, real)
  },
  toString: () => name,
})

const changePage = (type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE', key: 'visible' | 'online', to: boolean) =>
  command(type, (model, { actor }) => {
    actor.send({ type })
    if (model[key] === to) return
    model[key] = to
    if (type === 'ONLINE') model.dueAt = Number.NEGATIVE_INFINITY
    loadIfDue(model)
  })

const retry = (type: 'RETRY' | 'USER_RETRY') =>
  command(type, (model, { actor }) => {
    actor.send({ type })
    if (type === 'USER_RETRY') model.userRetry = 'requested'
    model.dueAt = Number.NEGATIVE_INFINITY
    loadIfDue(model)
  })

const changeSource = (source: string) =>
  command(`SOURCE_CHANGED ${source}`, (model, { actor, loads }) => {
    actor.send({ type: 'SOURCE_CHANGED', ...loads.source(source, INTERVAL) })
    Object.assign(model, { source, value: null, updatedAt: null, failures: 0, dueAt: Number.NEGATIVE_INFINITY })
    model.userRetry = 'none'
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
  if (model.isStreaming) return
  model.isStreaming = true
  if (model.updatedAt !== null && model.failures === 0) model.dueAt = Number.POSITIVE_INFINITY
  loadIfDue(model)
})

const loseStream = command('STREAM_LOST', (model, { actor }) => {
  actor.send({ type: 'STREAM_LOST' })
  if (!model.isStreaming) return
  Object.assign(model, { isStreaming: false, dueAt: Number.NEGATIVE_INFINITY })
  loadIfDue(model)
})

const succeed = (text: string) =>
  command(
    `reply ${text}`,
    async (model, { loads }) => {
      const value = `${model.source} loaded ${text}`
      for (const load of loads.running()) await load.succeed(value)
      receive(model, value)
    },
    (model) => model.isLoading,
  )

const fail = (outcome: 'fail' | 'crash') =>
  command(
    outcome,
    async (model, { loads }) => {
      for (const load of loads.running()) await load[outcome]('timeout')
      model.failures += 1
      endUserRetry(model, 'failed')
      model.dueAt = model.now + backoffDelay(model.failures, INTERVAL)
      loadIfDue(model)
    },
    (model) => model.isLoading,
  )

const settleTooLate = (outcome: 'succeed' | 'fail' | 'crash') =>
  command(`${outcome} too late`, async (_, { loads }) => {
    for (const load of loads.dropped())
      await (outcome === 'fail' ? load.fail('timeout') : load[outcome](`${load.source} too late`))
  })

const wait = (ms: number) =>
  command(`wait ${ms}`, (model, { clock }) => {
    clock.increment(ms)
    model.now += ms
    if (!model.isLoading) loadIfDue(model)
  })

const anyCommands = fc.commands(
  [
    fc.constant(changePage('SHOWN', 'visible', true)),
    fc.constant(changePage('HIDDEN', 'visible', false)),
    fc.constant(changePage('ONLINE', 'online', true)),
    fc.constant(changePage('OFFLINE', 'online', false)),
    fc.constantFrom('RETRY' as const, 'USER_RETRY' as const).map(retry),
    fc.constant(openStream),
    fc.constant(loseStream),
    fc.constantFrom('first', 'second', 'third').map(changeSource),
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
    fc.asyncProperty(fc.boolean(), fc.boolean(), anyCommands, async (visible, online, commands) => {
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
        isLoading: visible && online,
        isStreaming: false,
        userRetry: 'none',
      }
      expectAgreement(start, real)
      await fc.asyncModelRun(() => ({ model: start, real }), commands)
      real.actor.stop()
      expect(real.loads.running()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
