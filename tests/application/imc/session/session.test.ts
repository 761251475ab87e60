import { expect, test } from 'vitest'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { SESSION_EXPIRED } from '#src/application/identity/identity.ts'
import type { ImcSessionGateway } from '#src/application/imc/ports.ts'
import { createInterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createImcSessionView, createImcSignOut } from '#src/application/imc/session/session.ts'
import { IMC_SIGN_OUT_FAILED, SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import { openMemory } from '#src/composition/memory.ts'
import { givenPorts } from '#src/composition/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type ImcLogin, toImcSession } from '#src/domain/imc/session/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { requireLogin } from '#tests/support/imc-login.ts'

const ADMIN: ImcLogin = {
  userId: 'usr-andina-admin',
  name: 'Paula Ibáñez Cárdenas',
  role: 'administrator',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
  mustChangePassword: false,
}
const PLAIN_USER: ImcLogin = { ...ADMIN, userId: 'usr-andina-operador', name: 'Andrés Peñuela', role: 'user' }

type Reply = Result<ImcLogin | null, CallFailure>
const UNREACHABLE = err({ kind: 'unreachable' } as const)

interface Options {
  readonly storedLogin?: ImcLogin | null
  readonly current?: () => Promise<Reply>
  readonly signOutReply?: Result<void, CallFailure>
}

function openView({
  storedLogin = ADMIN,
  current = async () => ok(ADMIN),
  signOutReply = ok(undefined),
}: Options = {}) {
  const { clock, timers, page } = createMemoryPorts()
  const backOffice = createMemoryBackOffice({ clock })
  const { imcSession, imcRefusals, imcAuth } = backOffice.browser()
  const log = createMemoryLog()
  if (storedLogin) imcSession.write(toImcSession(storedLogin))
  const gateway: ImcSessionGateway = { ...imcAuth, current }
  const signOut = async () => {
    imcSession.clear()
    return signOutReply
  }
  const view = createImcSessionView({
    ...{ imcSession, imcAuth: gateway, imcRefusals, signOut, log, clock, timers, page },
    work: createInterruptedWork(imcSession, createToasts()),
  })
  return { view, imcSession, imcRefusals, log }
}

/** Opens the view, subscribes to it and waits for the reply of the service. */
async function openSubscribedView(options: Options = {}) {
  const harness = openView(options)
  const snapshots: unknown[] = []
  const unsubscribe = harness.view.subscribe(() => snapshots.push(harness.view.getSnapshot())).unsubscribe
  await flushPromises()
  return { ...harness, snapshots, unsubscribe }
}

test('the stored session is available before the service replies', () => {
  const { view } = openView({ current: () => new Promise(() => {}) })
  expect(view.getSnapshot()).toEqual({
    session: toImcSession(ADMIN),
    canWrite: true,
    endReason: null,
    isSigningOut: false,
    signOutFailed: false,
    hasSignedOut: false,
  })
})

test('a user with the role user may change nothing (D25)', async () => {
  const { view } = await openSubscribedView({ storedLogin: PLAIN_USER, current: async () => ok(PLAIN_USER) })
  expect(view.getSnapshot()).toMatchObject({ canWrite: false })
})

test('the role of the reply replaces the stored role (D24)', async () => {
  const { view, imcSession } = await openSubscribedView({ current: async () => ok({ ...ADMIN, role: 'user' }) })
  expect(view.getSnapshot()).toMatchObject({ canWrite: false, session: { role: 'user' } })
  expect(imcSession.read()?.role).toBe('user')
})

test.each<readonly [string, Reply]>([
  ['no session', ok(null)],
  ['a session that must change its password', ok({ ...ADMIN, mustChangePassword: true })],
])('a reply with %s ends the stored session', async (_case, reply) => {
  const { view, imcSession } = await openSubscribedView({ current: async () => reply })
  expect(view.getSnapshot()).toEqual({
    session: null,
    canWrite: false,
    endReason: SESSION_EXPIRED,
    isSigningOut: false,
    signOutFailed: false,
    hasSignedOut: false,
  })
  expect(imcSession.read()).toBeNull()
})

test('an unreachable service does not end the stored session', async () => {
  const { view } = await openSubscribedView({ current: async () => UNREACHABLE })
  expect(view.getSnapshot()).toMatchObject({ session: toImcSession(ADMIN), endReason: null })
})

test('a verification that throws is logged and does not end the stored session', async () => {
  const { view, log } = await openSubscribedView({ current: () => Promise.reject(new Error('broken')) })
  expect(view.getSnapshot().session).toEqual(toImcSession(ADMIN))
  expect(JSON.stringify(log.entries())).toContain(SESSION_CHECK_FAILED)
})

test('the view sends no request without a stored session', async () => {
  let calls = 0
  const current = async () => {
    calls += 1
    return ok(ADMIN)
  }
  const { view } = await openSubscribedView({ storedLogin: null, current })
  expect(calls).toBe(0)
  expect(view.getSnapshot().session).toBeNull()
})

test('a late reply about another session does not end the stored session', async () => {
  const resolvers: ((reply: Reply) => void)[] = []
  const { view, imcSession } = await openSubscribedView({
    current: () => new Promise((resolve) => resolvers.push(resolve)),
  })
  imcSession.write(toImcSession(PLAIN_USER))
  resolvers[0]?.(ok(null))
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ session: toImcSession(PLAIN_USER), endReason: null })
})

test('a late reply about an earlier session does not end the new session of the same user', async () => {
  const resolvers: ((reply: Reply) => void)[] = []
  const { view, imcSession, imcRefusals } = await openSubscribedView({
    current: () => new Promise((resolve) => resolvers.push(resolve)),
  })
  imcRefusals.refuse(null)
  imcSession.write(toImcSession(ADMIN))
  resolvers[0]?.(ok(null))
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ session: toImcSession(ADMIN), endReason: null })
})

test('a refusal ends the session and shows its reason until the notice is closed', async () => {
  const { view, imcSession, imcRefusals } = await openSubscribedView()
  imcRefusals.refuse('Su contraseña cambió. Inicie sesión de nuevo.')
  expect(view.getSnapshot()).toMatchObject({
    session: null,
    endReason: 'Su contraseña cambió. Inicie sesión de nuevo.',
  })
  expect(imcSession.read()).toBeNull()
  view.dismissNotice()
  expect(view.getSnapshot().endReason).toBeNull()
})

test('a refusal without a reason shows that the session expired', async () => {
  const { view, imcRefusals } = await openSubscribedView()
  imcRefusals.refuse(null)
  expect(view.getSnapshot().endReason).toBe(SESSION_EXPIRED)
})

test('a second refusal does not replace the first reason', async () => {
  const { view, imcRefusals } = await openSubscribedView()
  imcRefusals.refuse('Su sesión venció. Inicie sesión de nuevo.')
  imcRefusals.refuse(null)
  expect(view.getSnapshot().endReason).toBe('Su sesión venció. Inicie sesión de nuevo.')
})

test('a new login removes the notice of the old session', async () => {
  const { view, imcSession, imcRefusals } = await openSubscribedView()
  imcRefusals.refuse(null)
  imcSession.write(toImcSession(PLAIN_USER))
  expect(view.getSnapshot()).toMatchObject({ session: toImcSession(PLAIN_USER), endReason: null })
})

test('a sign-out shows no notice', async () => {
  const { view } = await openSubscribedView()
  view.signOut()
  await flushPromises()
  const notices = { endReason: null, isSigningOut: false, signOutFailed: false }
  expect(view.getSnapshot()).toEqual({ session: null, canWrite: false, ...notices, hasSignedOut: true })
  view.handleSignOut()
  expect(view.getSnapshot().hasSignedOut).toBe(false)
})

test('a sign-out that did not reach the service shows a notice until the next login', async () => {
  const { view, imcSession } = await openSubscribedView({ signOutReply: UNREACHABLE })
  view.signOut()
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ session: null, signOutFailed: true })
  imcSession.write(toImcSession(ADMIN))
  expect(view.getSnapshot().signOutFailed).toBe(false)
})

test('the notice of an ended session is visible to later subscribers until a user signs in', async () => {
  const { view, imcSession, imcRefusals, unsubscribe } = await openSubscribedView()
  imcRefusals.refuse('Su contraseña cambió. Inicie sesión de nuevo.')
  unsubscribe()
  const { unsubscribe: leave } = view.subscribe()
  expect(view.getSnapshot().endReason).toBe('Su contraseña cambió. Inicie sesión de nuevo.')
  leave()
  imcSession.write(toImcSession(PLAIN_USER))
  view.subscribe()
  expect(view.getSnapshot()).toMatchObject({ session: toImcSession(PLAIN_USER), endReason: null })
})

test('a sign-out that fails after the last subscriber has left shows its notice to the next one', async () => {
  const { view, unsubscribe } = await openSubscribedView({ signOutReply: UNREACHABLE })
  view.signOut()
  unsubscribe()
  await flushPromises()
  view.subscribe()
  expect(view.getSnapshot()).toMatchObject({ session: null, signOutFailed: true })
})

test('a view without subscribers ignores a refusal', async () => {
  const { view, imcRefusals, imcSession, snapshots, unsubscribe } = await openSubscribedView()
  const before = snapshots.length
  unsubscribe()
  imcRefusals.refuse(null)
  expect(snapshots).toHaveLength(before)
  expect(imcSession.read()).not.toBeNull()
  expect(view.getSnapshot().endReason).toBeNull()
})

/** Opens a browser where a client and a user of an entity are signed in. */
async function openBrowser() {
  const ports = createMemoryPorts()
  const imc = ports.imc
  const login = await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  if (!login.ok) throw new Error(login.error.kind)
  imc.imcSession.write(requireLogin(login.value))
  ports.session.write({ ...SESSION, startedAt: ports.clock.now() })
  return { ports, imc }
}

test('Cerrar Sesión clears both stored sessions and ends both sessions at the service (D55)', async () => {
  const { ports, imc } = await openBrowser()
  let endedClientSessions = 0
  const endClientSession = async () => {
    endedClientSessions += 1
    return ok(undefined)
  }
  expect((await createImcSignOut({ ...imc, log: ports.log, endClientSession })()).ok).toBe(true)
  expect(imc.imcSession.read()).toBeNull()
  expect(ports.session.read()).toEqual({ kind: 'none' })
  expect(await imc.imcAuth.current()).toEqual({ ok: true, value: null })
  expect(endedClientSessions).toBe(1)
})

test('a sign-out clears the storage and logs the failure when the service is unreachable', async () => {
  const { imc } = await openBrowser()
  const log = createMemoryLog()
  const imcAuth = { ...imc.imcAuth, signOut: async () => err({ kind: 'unreachable' } as const) }
  const signOut = createImcSignOut({ ...imc, imcAuth, log, endClientSession: async () => ok(undefined) })
  expect(await signOut()).toEqual({ ok: false, error: { kind: 'unreachable' } })
  expect(imc.imcSession.read()).toBeNull()
  expect(JSON.stringify(log.entries())).toContain(IMC_SIGN_OUT_FAILED)
})

test('loadImc returns the same use cases in every call and loads the ports once', async () => {
  let loads = 0
  const loadModule = async () => {
    loads += 1
    return givenPorts({})
  }
  const portal = openMemory(createMemoryPorts(), { areas: { imc: loadModule } })
  expect(loads).toBe(0)
  expect(await portal.loadImc()).toBe(await portal.loadImc())
  expect(loads).toBe(1)
})

test('loadImc loads the ports again after a failed load', async () => {
  let isOffline = true
  const loadModule = async () => (isOffline ? Promise.reject(new Error('offline')) : givenPorts({}))
  const portal = openMemory(createMemoryPorts(), { areas: { imc: loadModule } })
  await expect(portal.loadImc()).rejects.toThrow('offline')
  isOffline = false
  expect((await portal.loadImc()).createUsers).toBeTypeOf('function')
})
