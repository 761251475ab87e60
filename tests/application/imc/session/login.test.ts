import { expect, test } from 'vitest'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createMemoryPasskeyDevice } from '#src/adapters/memory/passkeys.ts'
import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { ImcSessionGateway, ImcSessionStore } from '#src/application/imc/ports.ts'
import {
  createImcLoginView,
  LOGIN_FAILED,
  NOT_AUTHENTICATED,
  USER_NOT_FOUND,
} from '#src/application/imc/session/login.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ImcCredentials, ImcSignIn, LoginCheck } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const USER: ImcLogin = {
  userId: 'usr-andina-admin',
  name: 'Paula Ibáñez Cárdenas',
  role: 'administrator',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
  mustChangePassword: false,
}
const FORM: ImcCredentials = { entity: ' ANDINA ', username: ' admin ', password: ' Demo#Dolar2026 ' }

type Reply = Result<ImcLogin | LoginCheck, CallFailure>

const NO_STEP = { factor: null, mustSetUpFactor: false }

interface Options {
  readonly reply?: (signal: AbortSignal | undefined) => Promise<Reply>
  readonly solve?: ImcSessionGateway['solveCheck']
  readonly store?: Partial<ImcSessionStore>
}

function openView({ reply = async () => ok(USER), solve = async () => ok('resuelta'), store = {} }: Options = {}) {
  const sentCredentials: ImcSignIn[] = []
  const imcAuth: ImcSessionGateway = {
    signIn: (credentials, signal) => {
      sentCredentials.push(credentials)
      return reply(signal)
    },
    solveCheck: solve,
    check: async () => ok(undefined),
    verifyFactor: async () => ok({ kind: 'ticket-expired' }),
    askPasskey: async () => ok({ kind: 'ticket-expired' }),
    signOut: async () => ok(undefined),
    renewPassword: async () => ok(null),
    current: async () => ok(null),
  }
  const imcSession = { ...createMemoryImcSession(), ...store }
  const log = createMemoryLog()
  const view = createImcLoginView({
    ...createMemoryPorts({ log }),
    passkeyDevice: createMemoryPasskeyDevice(),
    imcAuth,
    imcSession,
  })
  const unsubscribe = view.subscribe(() => {}).unsubscribe
  const submit = async (form = FORM) => {
    view.submit(form)
    await flushPromises()
  }
  return { view, sentCredentials, imcSession, log, unsubscribe, submit }
}

test('a login stores the session, and sends entity and user without outer spaces', async () => {
  const { view, sentCredentials, imcSession, submit } = openView()
  await submit()
  expect(sentCredentials).toEqual([{ entity: 'ANDINA', username: 'admin', password: ' Demo#Dolar2026 ' }])
  expect(imcSession.read()).toMatchObject({ userId: USER.userId, role: 'administrator' })
  expect(view.getSnapshot()).toEqual({ ...NO_STEP, busy: false, error: null, pendingUserId: null })
})

test('a login with a temporary password stores no session and publishes the user id (D16)', async () => {
  const { view, imcSession, submit } = openView({ reply: async () => ok({ ...USER, mustChangePassword: true }) })
  await submit()
  expect(imcSession.read()).toBeNull()
  expect(view.getSnapshot()).toMatchObject({ error: null, pendingUserId: USER.userId })
})

test.each<readonly [string, CallFailure, unknown]>([
  [
    'with a message',
    { kind: 'rejected', status: 401, message: 'Credenciales vencidas.' },
    { position: 'box', text: { message: 'Credenciales vencidas.', detail: USER_NOT_FOUND } },
  ],
  [
    'without a message',
    { kind: 'rejected', status: 401, message: null },
    { position: 'box', text: { message: NOT_AUTHENTICATED, detail: USER_NOT_FOUND } },
  ],
  [
    'for a pending contract, after a right password (D87)',
    { kind: 'rejected', status: 403, message: 'Su contrato está pendiente.' },
    { position: 'box', text: { message: 'Su contrato está pendiente.', detail: null } },
  ],
  [
    'after too many attempts',
    { kind: 'rejected', status: 429, message: 'Demasiados intentos. Intente de nuevo en 60 segundos.' },
    { position: 'box', text: { message: 'Demasiados intentos. Intente de nuevo en 60 segundos.', detail: null } },
  ],
])('a login refused %s shows the reason in the red box (§8)', async (_case, failure, error) => {
  const { view, imcSession, submit } = openView({ reply: async () => err(failure) })
  await submit()
  expect(view.getSnapshot()).toMatchObject({ busy: false, error })
  expect(imcSession.read()).toBeNull()
})

test.each<readonly [CallFailure]>([
  [{ kind: 'unreachable' }],
  [{ kind: 'timeout' }],
  [{ kind: 'malformed' }],
  [{ kind: 'server-error', status: 500, message: 'stack' }],
  [{ kind: 'rejected', status: 404, message: null }],
])('a login that fails with $kind shows the error at the password field (§8)', async (failure) => {
  const { view, submit } = openView({ reply: async () => err(failure) })
  await submit()
  expect(view.getSnapshot().error).toMatchObject({ position: 'field', text: { message: LOGIN_FAILED } })
  expect(JSON.stringify(view.getSnapshot())).not.toContain('stack')
})

test('a login that throws is logged and shows the error at the password field', async () => {
  const { view, log, submit } = openView({ reply: () => Promise.reject(new Error('broken')) })
  await submit()
  expect(view.getSnapshot()).toMatchObject({ busy: false, error: { position: 'field' } })
  expect(log.entries()).toHaveLength(1)
})

test('a login shows an error when the browser blocks storage', async () => {
  const write = () => err({ kind: 'storage-unavailable' as const })
  const { view, submit } = openView({ store: { write } })
  await submit()
  expect(view.getSnapshot().error).toMatchObject({ position: 'box', text: { detail: null } })
})

test.each([
  [{ entity: 'A' }, ['entity']],
  [{ username: 'ab' }, ['username']],
  [{ password: 'ab' }, ['password']],
  [{ entity: '', username: '', password: '' }, ['entity', 'username', 'password']],
  [{ password: 'x'.repeat(51) }, ['password']],
])('submit sends no form with %j, and findErrors returns the fields %j (§5)', async (typed, fields) => {
  const { view, sentCredentials, submit } = openView()
  const form = { ...FORM, ...typed }
  await submit(form)
  expect(view.findErrors(form).map(({ field }) => field)).toEqual(fields)
  expect(sentCredentials).toEqual([])
})

test('a second submission while a login runs sends nothing', async () => {
  const { view, sentCredentials, submit } = openView({ reply: () => new Promise(() => {}) })
  await submit()
  await submit()
  expect(sentCredentials).toHaveLength(1)
  expect(view.getSnapshot().busy).toBe(true)
})

test('a new attempt removes the error of the previous attempt', async () => {
  const replies: Promise<Reply>[] = [Promise.resolve(err({ kind: 'timeout' })), new Promise<Reply>(() => {})]
  const { view, submit } = openView({ reply: () => replies.shift() ?? Promise.reject(new Error('third')) })
  await submit()
  await submit()
  expect(view.getSnapshot()).toEqual({ ...NO_STEP, busy: true, error: null, pendingUserId: null })
})

test('the last unsubscription aborts the login and stores no session', async () => {
  const resolvers: ((reply: Reply) => void)[] = []
  const signals: (AbortSignal | undefined)[] = []
  const { view, imcSession, unsubscribe, submit } = openView({
    reply: (signal) => {
      signals.push(signal)
      return new Promise((resolve) => resolvers.push(resolve))
    },
  })
  await submit()
  unsubscribe()
  resolvers[0]?.(ok(USER))
  await flushPromises()
  expect(signals[0]?.aborted).toBe(true)
  expect(imcSession.read()).toBeNull()
  expect(view.getSnapshot()).toMatchObject({ busy: false, pendingUserId: null })
})

const CHECK: LoginCheck = { kind: 'check-needed', challenge: {} }

test('a login that needs a check solves it and signs in, busy all the time (D117)', async () => {
  const replies: Reply[] = [ok(CHECK), ok(USER)]
  const { view, sentCredentials, imcSession, submit } = openView({ reply: async () => replies.shift() ?? ok(USER) })
  const idle: boolean[] = []
  view.subscribe(() => idle.push(!view.getSnapshot().busy))
  await submit()
  expect(sentCredentials.map(({ solution }) => solution)).toEqual([undefined, 'resuelta'])
  expect(imcSession.read()).toMatchObject({ userId: USER.userId })
  expect(idle.indexOf(true)).toBe(idle.length - 1)
})

test('a solution is sent once: the next login starts without it', async () => {
  const refused = err({ kind: 'rejected', status: 401, message: null } as const)
  const replies: Reply[] = [ok(CHECK), refused, ok(USER)]
  const { view, sentCredentials, submit } = openView({ reply: async () => replies.shift() ?? ok(USER) })
  await submit()
  expect(view.getSnapshot()).toMatchObject({ busy: false, error: { position: 'box' } })
  await submit()
  expect(sentCredentials.map(({ solution }) => solution)).toEqual([undefined, 'resuelta', undefined])
})

test.each<readonly [string, Parameters<typeof openView>[0]]>([
  ['cannot be solved', { reply: async () => ok(CHECK), solve: async () => err({ kind: 'malformed' }) }],
  ['is asked for again', { reply: async () => ok(CHECK) }],
])('a login whose check %s fails, and can be sent again', async (_what, options) => {
  const { view, sentCredentials, imcSession, submit } = openView(options)
  await submit()
  expect(view.getSnapshot()).toMatchObject({
    busy: false,
    error: { position: 'field', text: { message: LOGIN_FAILED } },
  })
  expect(imcSession.read()).toBeNull()
  const sent = sentCredentials.length
  await submit()
  expect(sentCredentials.length).toBeGreaterThan(sent)
})
