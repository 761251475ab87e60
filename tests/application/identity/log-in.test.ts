import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { createMemoryApplicationToken } from '#src/adapters/memory/application-token.ts'
import type { LoginFailure } from '#src/application/identity/log-in.ts'
import { createLoginMachine } from '#src/domain/identity/login-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DEMO_PASSWORD, solveCheck } from '#tests/contract/identity-under-test.ts'
import {
  createClient,
  flushPromises,
  openServiceSession,
  signInAndStore,
  type TestClient,
} from '#tests/support/client.ts'

/** One whole login through its machine, up to where it waits for somebody. */
async function logInAs(client: TestClient, username: string, remember = false) {
  const { logIn } = await client.loadIdentity()
  const login = createActor(createLoginMachine<LoginFailure>(), { input: logIn })
  login.start()
  login.send({ type: 'CHECK_SOLVED', proof: await solveCheck(client.identity) })
  login.send({ type: 'SUBMIT', username, password: DEMO_PASSWORD, remember })
  await waitFor(login, ({ value }) => value !== 'submitting' && value !== 'storing')
  return login
}

test('a login stores the session, lets it begin and gets the application token', async () => {
  const client = createClient()
  const copied = vi.fn<() => void>()
  client.watchTokenCopied(copied)
  const login = await logInAs(client, 'demo')
  expect(login.getSnapshot().value).toBe('signed-in')
  expect(client.clientSession.getSnapshot().value).toBe('active')
  expect(client.ports.session.read()).toMatchObject({ kind: 'session', session: { username: 'demo' } })
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
  expect(client.identity.clipboard.text()).toBe(client.storage.applicationToken())
  expect(copied).toHaveBeenCalledTimes(1)
  expect(client.ports.log.entries()).toEqual([])
})

test('pending terms keep the storage empty until they are accepted', async () => {
  const client = createClient()
  const login = await logInAs(client, 'demoterminos', true)
  expect(login.getSnapshot().value).toBe('terms-pending')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(client.identity.rememberedUsername.read()).toBeNull()
  login.getSnapshot().children.terms?.send({ type: 'ACCEPT' })
  await waitFor(login, ({ value }) => value === 'signed-in')
  expect(client.ports.session.read()).toMatchObject({ session: { user: { termsAcceptedAt: client.clock.now() } } })
  expect(client.identity.rememberedUsername.read()).toBe('demoterminos')
})

test('refused terms leave nothing here and nobody at the service', async () => {
  const client = createClient()
  const login = await logInAs(client, 'demoterminos')
  login.getSnapshot().children.terms?.send({ type: 'REJECT' })
  await flushPromises()
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(await client.identity.auth.currentUser()).toEqual(ok(null))
  login.stop()
})

test('refused terms wipe whatever an earlier login left', async () => {
  const client = createClient()
  await signInAndStore(client)
  const { logIn } = await client.loadIdentity()
  logIn.forget()
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('a pending session that could not be given up is logged', async () => {
  const client = createClient()
  const { logIn } = await client.loadIdentity()
  vi.spyOn(client.identity.auth, 'signOut').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  logIn.forget()
  await flushPromises()
  vi.spyOn(client.identity.auth, 'signOut').mockRejectedValueOnce(new Error('roto'))
  logIn.forget()
  await flushPromises()
  expect(client.ports.log.entries().map(({ message }) => message)).toEqual([
    'Error al cerrar la sesión en el servicio',
    'Error al cerrar la sesión en el servicio',
  ])
})

test("the reload after refused terms is the page's", async () => {
  const client = createClient()
  const { logIn } = await client.loadIdentity()
  logIn.reload()
  expect(client.ports.page.reloads()).toBe(1)
  expect(logIn.now()).toBe(client.clock.now())
})

test.each([
  [true, 'demo'],
  [false, null],
])('with the wish to be remembered %j, the name kept is %j', async (remember, kept) => {
  const client = createClient()
  client.identity.rememberedUsername.write('otro')
  await logInAs(client, 'demo', remember)
  expect(client.identity.rememberedUsername.read()).toBe(kept)
  const { createLoginView } = await client.loadIdentity()
  expect(createLoginView().getSnapshot().form.values.username).toBe(kept ?? '')
})

test('a browser that keeps nothing lets nobody in, remembers nobody and asks for no token', async () => {
  const client = createClient()
  client.storage.setEnabled(false)
  const asked = vi.spyOn(client.identity.applicationToken, 'request')
  const login = await logInAs(client, 'demo', true)
  expect(login.getSnapshot().value).toBe('not-stored')
  expect(client.clientSession.getSnapshot().value).toBe('signed-out')
  expect(client.identity.rememberedUsername.read()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
  login.stop()
})

test('an expired password gets no application token', async () => {
  const client = createClient()
  const asked = vi.spyOn(client.identity.applicationToken, 'request')
  expect((await logInAs(client, 'demovencida')).getSnapshot().value).toBe('key-expired')
  await flushPromises()
  expect(asked).not.toHaveBeenCalled()
})

test('a token that is not to be copied is only kept', async () => {
  const client = createClient()
  const applicationToken = { ...client.identity.applicationToken, copied: false }
  const other = createClient({ applicationToken, clipboard: client.identity.clipboard })
  const copied = vi.fn<() => void>()
  other.watchTokenCopied(copied)
  applicationToken.request = async () => ok('app-7')
  await signInAndStore(other)
  await flushPromises()
  expect(other.storage.applicationToken()).toBe('app-7')
  expect(client.identity.clipboard.text()).toBeNull()
  expect(copied).not.toHaveBeenCalled()
})

test('a clipboard that refuses is no error, and nothing is said', async () => {
  const client = createClient()
  client.identity.clipboard.allow(false)
  const copied = vi.fn<() => void>()
  client.watchTokenCopied(copied)
  await signInAndStore(client)
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
  expect(copied).not.toHaveBeenCalled()
  expect(client.ports.log.entries()).toEqual([])
})

test('whoever stopped watching hears of no token', async () => {
  const client = createClient()
  const copied = vi.fn<() => void>()
  client.watchTokenCopied(copied)()
  await signInAndStore(client)
  await flushPromises()
  expect(copied).not.toHaveBeenCalled()
})

test.each([
  [ok(null), 0],
  [err({ kind: 'rejected', status: 404, message: null } as const), 0],
  [err({ kind: 'rejected', status: 401, message: null } as const), 1],
  [err({ kind: 'timeout' } as const), 1],
  [err({ kind: 'unreachable' } as const), 1],
])('a token answered with %j lets the login go on, and is logged %i times', async (answer, logged) => {
  const client = createClient({ applicationToken: { copied: true, request: async () => answer } })
  await signInAndStore(client)
  await flushPromises()
  expect(client.clientSession.getSnapshot().value).toBe('active')
  expect(client.storage.applicationToken()).toBeNull()
  expect(client.ports.log.entries().length).toBe(logged)
})

test('a token step that throws is logged, and the login goes on', async () => {
  const failure = new Error('roto')
  const client = createClient({ applicationToken: { copied: true, request: () => Promise.reject(failure) } })
  await signInAndStore(client)
  await flushPromises()
  expect(client.ports.log.entries()).toEqual([
    { message: 'Error al obtener el token de la aplicación', detail: failure },
  ])
})

/** A client whose application token comes when it is told to. */
function withLateToken() {
  let come: () => void = () => {}
  const token = new Promise<Result<string, never>>((resolve) => {
    come = () => resolve(ok('app-7'))
  })
  const client = createClient({ applicationToken: { copied: true, request: () => token } })
  return { client, come: () => come() }
}

test('a token that comes after its client left is not kept', async () => {
  const { client, come } = withLateToken()
  await signInAndStore(client)
  await client.signOut()
  come()
  await flushPromises()
  expect(client.storage.applicationToken()).toBeNull()
  expect(client.identity.clipboard.text()).toBeNull()
})

test('a token that comes when somebody else is signed in is not kept', async () => {
  const { client, come } = withLateToken()
  const session = await signInAndStore(client)
  client.storage.tab().write({ ...session, startedAt: session.startedAt - 1 })
  come()
  await flushPromises()
  expect(client.storage.applicationToken()).toBeNull()
})

test('memory can do without copying too', () => {
  const { service, ports } = createClient()
  const { accounts } = service
  expect(
    createMemoryApplicationToken({ accounts, clock: ports.clock, cookie: { session: null }, copied: false }).copied,
  ).toBe(false)
})

test('what the service opened is what is kept', async () => {
  const client = createClient()
  const session = await openServiceSession(client)
  const { logIn } = await client.loadIdentity()
  await logIn.storeSession(session, false)
  expect(client.ports.session.read()).toEqual({ kind: 'session', session })
})
