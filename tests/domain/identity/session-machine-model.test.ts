import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SESSION_LIFETIME_MS, type StoredSessionState, toSessionStatus } from '#src/domain/identity/session.ts'
import { createTestSession, type SessionHarness, startSession } from '#tests/support/session-harness.ts'

type State = 'signed-out' | 'active' | 'expired' | 'refused'

const TAKEOVER = { reason: 'takeover', message: null } as const

/** The expected state of the machine. On a clock without jumps, its timer fires at `firesAt`. */
interface Model {
  elapsed: number
  stored: StoredSessionState
  state: State
  session: string | null
  wipes: number
  firesAt: number
  hasSignedOut: boolean
  online: boolean
  service: 'idle' | 'sending' | 'waiting' | 'repeating'
}

type Act = (model: Model, real: SessionHarness) => void | Promise<void>

const wipe = (model: Model) => {
  model.stored = { kind: 'none' }
  model.wipes += 1
}

function check(model: Model, now: number) {
  const status = toSessionStatus(model.stored, now)
  const hasEnded = model.state === 'expired' || model.state === 'refused'
  if (hasEnded && status.kind === 'signed-out') return
  model.hasSignedOut = status.kind === 'signed-out' && (model.hasSignedOut || model.state === 'active')
  model.state = status.kind
  model.session = status.kind === 'active' ? status.session.username : null
  if (status.kind === 'expired') wipe(model)
  if (status.kind === 'active') {
    model.firesAt = model.elapsed + status.session.startedAt + SESSION_LIFETIME_MS + 1 - now
  }
}

function expectEqual(model: Model, real: SessionHarness) {
  const { status, refusal, hasSignedOut } = real.context()
  expect(hasSignedOut).toBe(model.hasSignedOut)
  expect(real.service()).toBe(model.service)
  expect(real.signOuts.running()).toHaveLength(model.service === 'sending' || model.service === 'repeating' ? 1 : 0)
  expect([real.state(), real.wipes(), real.stored()]).toEqual([model.state, model.wipes, model.stored])
  expect(status.kind === 'active' ? status.session.username : null).toBe(model.session)
  expect(status.kind === 'active').toBe(model.state === 'active')
  expect(refusal).toEqual(model.state === 'refused' ? TAKEOVER : null)
  expect(real.timers().length).toBe(model.state === 'active' ? 1 : 0)
  expect(Math.max(0, ...real.timers())).toBeLessThanOrEqual(SESSION_LIFETIME_MS + 1)
}

const command = (name: string, act: Act) => ({
  check: () => true,
  run: async (model: Model, real: SessionHarness) => {
    await act(model, real)
    expectEqual(model, real)
  },
  toString: () => name,
})

const sendCheck = (type: 'NAVIGATED' | 'SHOWN' | 'STORED' | 'STORAGE_CHANGED') =>
  command(type, (model, real) => {
    real.actor.send({ type })
    check(model, real.now())
  })

const signOut = command('SIGN_OUT', (model, { actor }) => {
  actor.send({ type: 'SIGN_OUT' })
  model.service = 'sending'
  if (model.state !== 'active') return
  Object.assign(model, { state: 'signed-out', session: null, hasSignedOut: true })
  wipe(model)
})

const refuse = command('REFUSED', (model, real) => {
  const status = toSessionStatus(model.stored, real.now())
  const knownStatus = real.context().status
  real.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  if (model.state !== 'active') return
  const isSameKind = status.kind === 'active' && knownStatus.kind === 'active'
  if (!isSameKind || status.session.startedAt !== knownStatus.session.startedAt) {
    check(model, real.now())
    return
  }
  Object.assign(model, { state: 'refused', session: null })
  wipe(model)
})

const readNotice = command('NOTICE_READ', (model, { actor }) => {
  actor.send({ type: 'NOTICE_READ' })
  if (model.state === 'signed-out') model.hasSignedOut = false
  if (model.state === 'expired' || model.state === 'refused') model.state = 'signed-out'
})

const goOnline = command('ONLINE', (model, real) => {
  real.actor.send({ type: 'ONLINE' })
  model.online = true
  if (model.service !== 'waiting') return
  model.service = toSessionStatus(model.stored, real.now()).kind === 'active' ? 'idle' : 'repeating'
})

const goOffline = command('OFFLINE', (model, { actor }) => {
  actor.send({ type: 'OFFLINE' })
  model.online = false
})

const replyToSignOut = (isConfirmed: boolean) =>
  command(`the service ${isConfirmed ? 'confirms' : 'fails'}`, async (model, { signOuts }) => {
    for (const request of signOuts.running()) await (isConfirmed ? request.succeed() : request.fail('unreachable'))
    const isWaiting = model.service === 'waiting' || (model.service === 'sending' && !isConfirmed && !model.online)
    model.service = isWaiting ? 'waiting' : 'idle'
  })

const wait = (ms: number) =>
  command(`wait ${ms}`, (model, real) => {
    const end = model.elapsed + ms
    while (model.state === 'active' && model.firesAt <= end) {
      real.clock.increment(model.firesAt - model.elapsed)
      model.elapsed = model.firesAt
      check(model, real.now())
    }
    real.clock.increment(end - model.elapsed)
    model.elapsed = end
  })

const jump = (ms: number) =>
  command(`the clock jumps ${ms}`, (_, real) => {
    real.sleep(ms)
  })

const storeInOtherTab = (name: string, createState: (now: number) => StoredSessionState) =>
  command(`another tab stores ${name}`, (model, real) => {
    model.stored = createState(real.now())
    real.writeStorage(model.stored)
  })

const anySpan = fc.constantFrom(0, 1, 1_000, SESSION_LIFETIME_MS - 1, SESSION_LIFETIME_MS, SESSION_LIFETIME_MS + 1)

const anyCommands = fc.commands(
  [
    fc
      .constantFrom('NAVIGATED' as const, 'SHOWN' as const, 'STORED' as const, 'STORAGE_CHANGED' as const)
      .map(sendCheck),
    fc.constantFrom('NAVIGATED' as const, 'STORAGE_CHANGED' as const).map(sendCheck),
    fc.constant(signOut),
    fc.constant(refuse),
    fc.constant(readNotice),
    fc.constantFrom(goOnline, goOffline),
    fc.boolean().map(replyToSignOut),
    fc.constant(storeInOtherTab('nothing', () => ({ kind: 'none' }))),
    fc.constant(storeInOtherTab('invalid data', () => ({ kind: 'invalid' }))),
    fc.tuple(fc.constantFrom('ana', 'luis'), fc.constantFrom(-1, 0, 1), anySpan).map(([username, sign, age]) =>
      storeInOtherTab(`${username}, ${sign * age} ms old`, (now) => ({
        kind: 'session',
        session: createTestSession(username, now - sign * age),
      })),
    ),
    fc
      .constantFrom('ana', 'luis')
      .map((username) =>
        storeInOtherTab(username, (now) => ({ kind: 'session', session: createTestSession(username, now) })),
      ),
    fc.oneof(anySpan, fc.integer({ min: 1, max: 2 * SESSION_LIFETIME_MS })).map(wait),
    fc.tuple(fc.constantFrom(-1, 1), anySpan).map(([sign, ms]) => jump(sign * ms)),
  ],
  { maxCommands: 50, size: 'max' },
)

const firstStored = fc.constantFrom<StoredSessionState>(
  { kind: 'none' },
  { kind: 'invalid' },
  { kind: 'session', session: createTestSession('ana') },
)

test('the session machine matches its model, including storage wipes, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(firstStored, anyCommands, async (stored, commands) => {
      const real = startSession(stored)
      const model: Model = {
        elapsed: 0,
        stored,
        state: 'signed-out',
        session: null,
        wipes: 0,
        firesAt: 0,
        hasSignedOut: false,
        online: true,
        service: 'idle',
      }
      check(model, real.now())
      expectEqual(model, real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      real.actor.stop()
      expect(real.signOuts.running()).toEqual([])
      expect(real.timers()).toEqual([])
    }),
    { numRuns: 400 },
  )
})
