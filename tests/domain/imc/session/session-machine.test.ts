import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createCaller } from '#src/application/platform/flow.ts'
import { type ImcLogin, type ImcSession, toImcSession } from '#src/domain/imc/session/session.ts'
import { imcSessionMachine } from '#src/domain/imc/session/session-machine.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

const createLogin = (userId: string, role: ImcLogin['role'] = 'administrator'): ImcLogin => ({
  userId,
  name: userId,
  role,
  entityId: 'ent-andina',
  entityName: 'Andina',
  mustChangePassword: false,
})

const STORED = { none: null, ana: toImcSession(createLogin('ana')), luis: toImcSession(createLogin('luis')) }
type StoredName = keyof typeof STORED

/** Starts the machine over a storage whose changes the test sends. */
function startMachine(stored: ImcSession | null) {
  const verifications = createOpenCalls<void, ImcLogin | null>()
  const signOuts = createOpenCalls<void, void>()
  const storage = { stored, savedFor: [] as (string | null)[], clears: 0 }
  const call = createCaller({ clock: { now: () => 0 }, log: { error: () => {} } })
  const machine = imcSessionMachine.provide({
    actors: { verify: call(toCall(verifications)), signOut: call(toCall(signOuts)) },
    actions: {
      saveWork: (_, session) => void (session && storage.savedFor.push(session.userId)),
      endStored: (_, session) => {
        storage.savedFor.push(session?.userId ?? null)
        store(null)
      },
      store: (_, session) => store(session),
      clearWork: () => {
        storage.clears += 1
      },
      restoreSubscription: () => {},
    },
  })
  const actor = createActor(machine, { input: { session: stored } }).start()
  function store(session: ImcSession | null) {
    storage.stored = session
    actor.send({ type: 'STORED', session, at: 0 })
  }
  return {
    verifications,
    signOuts,
    storage,
    store,
    send: (type: 'SIGN_OUT' | 'SIGN_OUT_HANDLED' | 'DISMISS') => actor.send({ type, at: 0 }),
    refuse: (message: string | null) => actor.send({ type: 'REFUSED', message, at: 0 }),
    snapshot: () => actor.getSnapshot(),
    stop: () => actor.stop(),
  }
}

interface Model {
  state: 'verifying' | 'verified' | 'ended' | 'signing-out' | 'sign-out-failed' | 'signed-out'
  session: ImcSession | null
  message: string | null
  hasSignedOut: boolean
  savedFor: (string | null)[]
  clears: number
}

type Real = ReturnType<typeof startMachine>

const isActive = ({ state }: Model) => state === 'verifying' || state === 'verified'

function end(model: Model, message: string | null) {
  model.savedFor.push(model.session?.userId ?? null)
  Object.assign(model, { state: 'ended', session: null, message })
}

function expectEqual(model: Model, real: Real) {
  const { value, context } = real.snapshot()
  expect(typeof value === 'string' ? value : value.active).toBe(model.state)
  const { session, message, hasSignedOut } = model
  expect(context).toEqual({ session, message, hasSignedOut })
  expect([real.storage.savedFor, real.storage.clears]).toEqual([model.savedFor, model.clears])
  expect(real.verifications.running()).toHaveLength(model.state === 'verifying' ? 1 : 0)
  expect(real.signOuts.running()).toHaveLength(model.state === 'signing-out' ? 1 : 0)
}

const command = (name: string, act: (model: Model, real: Real) => void | Promise<void>) => ({
  check: () => true,
  run: async (model: Model, real: Real) => {
    await act(model, real)
    expectEqual(model, real)
  },
  toString: () => name,
})

const setStored = (model: Model, session: ImcSession | null) => {
  if (session?.userId === model.session?.userId && session?.role === model.session?.role) return
  if (model.session !== null) model.savedFor.push(model.session.userId)
  const state = session === null ? 'signed-out' : 'verified'
  Object.assign(model, { state, session, message: null, hasSignedOut: session === null })
}

const store = (name: StoredName) =>
  command(`STORED ${name}`, (model, real) => {
    real.store(STORED[name])
    setStored(model, STORED[name])
  })

const refuse = (message: string | null) =>
  command(`REFUSED ${message}`, (model, real) => {
    real.refuse(message)
    if (isActive(model)) end(model, message)
  })

const signOut = command('SIGN_OUT', (model, real) => {
  real.send('SIGN_OUT')
  Object.assign(model, { state: 'signing-out', session: null, message: null, hasSignedOut: true })
  model.clears += 1
})

const handleSignOut = command('SIGN_OUT_HANDLED', (model, real) => {
  real.send('SIGN_OUT_HANDLED')
  model.hasSignedOut = false
})

const dismiss = command('DISMISS', (model, real) => {
  real.send('DISMISS')
  if (model.state === 'ended' || model.state === 'sign-out-failed') model.state = 'signed-out'
})

const replyToSignOut = (isConfirmed: boolean) =>
  command(`sign-out ${isConfirmed ? 'confirmed' : 'failed'}`, async (model, { signOuts }) => {
    for (const request of signOuts.running()) await (isConfirmed ? request.succeed() : request.fail('unreachable'))
    if (model.state === 'signing-out') model.state = isConfirmed ? 'signed-out' : 'sign-out-failed'
  })

type Reply = 'same' | 'user' | 'none' | 'expired password'

function toReply(reply: Reply, userId: string): ImcLogin | null {
  if (reply === 'none') return null
  const login = createLogin(userId, reply === 'user' ? 'user' : 'administrator')
  return { ...login, mustChangePassword: reply === 'expired password' }
}

const verify = (reply: Reply) =>
  command(`verified: ${reply}`, async (model, { verifications }) => {
    const login = toReply(reply, model.session?.userId ?? '')
    for (const request of verifications.running()) await request.succeed(login)
    if (model.state !== 'verifying') return
    model.state = 'verified'
    if (login === null || login.mustChangePassword) end(model, null)
    else setStored(model, toImcSession(login))
  })

const failToVerify = command('verification failed', async (model, { verifications }) => {
  for (const request of verifications.running()) await request.fail('timeout')
  if (model.state === 'verifying') model.state = 'verified'
})

const anyCommands = fc.commands(
  [
    fc.constantFrom<StoredName>('none', 'ana', 'luis').map(store),
    fc.constantFrom(null, 'Su contraseña cambió.').map(refuse),
    fc.constantFrom(signOut, handleSignOut, dismiss),
    fc.boolean().map(replyToSignOut),
    fc.constantFrom('same' as const, 'user' as const, 'none' as const, 'expired password' as const).map(verify),
    fc.constant(failToVerify),
  ],
  { maxCommands: 40, size: 'max' },
)

test('the session of an entity agrees with its model after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<StoredName>('none', 'ana', 'luis'), anyCommands, async (name, commands) => {
      const real = startMachine(STORED[name])
      const session = STORED[name]
      const state = session === null ? 'signed-out' : 'verifying'
      const model: Model = { state, session, message: null, hasSignedOut: false, savedFor: [], clears: 0 }
      expectEqual(model, real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      real.stop()
      expect([...real.verifications.running(), ...real.signOuts.running()]).toEqual([])
    }),
    { numRuns: 200 },
  )
})
