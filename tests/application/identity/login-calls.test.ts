import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryCookie } from '#src/adapters/memory/caller.ts'
import { createMemoryApplicationToken } from '#src/adapters/memory/identity.ts'
import { TOKEN_COPIED } from '#src/application/identity/application-token.ts'
import type { LoginSnapshot } from '#src/application/identity/login.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#tests/contract/identity-under-test.ts'
import { createClient, openServiceSession, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

/** Runs a login until it waits for the user or ends. */
async function logInAs(client: TestClient, username: string, remember = false) {
  const view = (await client.loadIdentity()).createLoginView()
  let destination: LoginSnapshot['destination'] = null
  const { unsubscribe } = view.subscribe((snapshot) => {
    destination ??= snapshot.destination
  })
  onTestFinished(unsubscribe)
  view.humanCheck.solve()
  await flushPromises()
  view.submit({ username, password: DEMO_PASSWORD, remember })
  await flushPromises()
  return { view, readDestination: () => destination }
}

test('a login stores the session, activates it and fetches the application token', async () => {
  const client = createClient()
  const login = await logInAs(client, 'demo')
  expect(login.readDestination()).toBe('dashboard')
  expect(readSessionState(client.clientSession)).toBe('active')
  expect(client.ports.session.read()).toMatchObject({ kind: 'session', session: { username: 'demo' } })
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
  expect(client.ports.clipboard.text()).toBe(client.storage.applicationToken())
  expect(client.toasts.getSnapshot().current?.text).toBe(TOKEN_COPIED)
  expect(client.ports.log.entries()).toEqual([])
})

test('a login with pending terms stores the session only after their acceptance', async () => {
  const client = createClient()
  const login = await logInAs(client, 'demoterminos', true)
  expect(login.view.getSnapshot().terms).toEqual({ status: 'choosing', error: null })
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(client.identity.rememberedUsername.read()).toBeNull()
  login.view.acceptTerms()
  await flushPromises()
  expect(client.ports.session.read()).toMatchObject({ session: { user: { termsAcceptedAt: client.clock.now() } } })
  expect(client.identity.rememberedUsername.read()).toBe('demoterminos')
})

test('rejected terms store no session and end the session at the service', async () => {
  const client = createClient()
  const login = await logInAs(client, 'demoterminos')
  login.view.rejectTerms()
  await flushPromises()
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(await client.identity.auth.currentUser()).toEqual(ok(null))
})

test('discardSession wipes the session of an earlier login', async () => {
  const client = createClient()
  await signInAndStore(client)
  const { loginCalls } = await client.loadIdentity()
  loginCalls.discardSession()
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('discardSession logs a failed sign-out', async () => {
  const client = createClient()
  const { loginCalls } = await client.loadIdentity()
  vi.spyOn(client.identity.auth, 'signOut').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  loginCalls.discardSession()
  await flushPromises()
  vi.spyOn(client.identity.auth, 'signOut').mockRejectedValueOnce(new Error('roto'))
  loginCalls.discardSession()
  await flushPromises()
  expect(client.ports.log.entries().map(({ message }) => message)).toEqual([
    'Error al cerrar la sesión en el servicio',
    'Error al cerrar la sesión en el servicio',
  ])
})

test.each([
  [true, 'demo'],
  [false, null],
])('after a login with remember %j, the stored user name is %j', async (remember, username) => {
  const client = createClient()
  client.identity.rememberedUsername.write('otro')
  await logInAs(client, 'demo', remember)
  expect(client.identity.rememberedUsername.read()).toBe(username)
  const { createLoginView } = await client.loadIdentity()
  expect(createLoginView().initialForm.username).toBe(username ?? '')
})

test('a login without storage stores no session and no user name and requests no token', async () => {
  const client = createClient()
  client.storage.setEnabled(false)
  const requestToken = vi.spyOn(client.identity.applicationToken, 'request')
  const login = await logInAs(client, 'demo', true)
  expect(login.view.getSnapshot().error?.canRetryStoring).toBe(true)
  expect(readSessionState(client.clientSession)).toBe('signed-out')
  expect(client.identity.rememberedUsername.read()).toBeNull()
  expect(requestToken).not.toHaveBeenCalled()
})

test('a login with an expired password requests no application token', async () => {
  const client = createClient()
  const requestToken = vi.spyOn(client.identity.applicationToken, 'request')
  expect((await logInAs(client, 'demovencida')).readDestination()).toBe('new-password')
  await flushPromises()
  expect(requestToken).not.toHaveBeenCalled()
})

test('a login stores the application token but does not copy it to the clipboard when copying is off', async () => {
  const client = createClient()
  const applicationToken = { ...client.identity.applicationToken, requiresCopy: false }
  const clientWithoutCopy = createClient({ applicationToken })
  applicationToken.request = async () => ok('app-7')
  await signInAndStore(clientWithoutCopy)
  await flushPromises()
  expect(clientWithoutCopy.storage.applicationToken()).toBe('app-7')
  expect(clientWithoutCopy.ports.clipboard.text()).toBeNull()
  expect(clientWithoutCopy.toasts.getSnapshot().current).toBeNull()
})

test('a failed copy to the clipboard shows no toast and logs nothing', async () => {
  const client = createClient()
  client.ports.clipboard.setAllowed(false)
  await signInAndStore(client)
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
  expect(client.toasts.getSnapshot().current).toBeNull()
  expect(client.ports.log.entries()).toEqual([])
})

test.each([
  [ok(null), 0],
  [err({ kind: 'rejected', status: 404, message: null } as const), 0],
  [err({ kind: 'rejected', status: 401, message: null } as const), 1],
  [err({ kind: 'timeout' } as const), 1],
  [err({ kind: 'unreachable' } as const), 1],
])('a token response %j does not stop the login and is logged %i times', async (response, entryCount) => {
  const client = createClient({ applicationToken: { requiresCopy: true, request: async () => response } })
  await signInAndStore(client)
  await flushPromises()
  expect(readSessionState(client.clientSession)).toBe('active')
  expect(client.storage.applicationToken()).toBeNull()
  expect(client.ports.log.entries().length).toBe(entryCount)
})

test('a token request that throws is logged and does not stop the login', async () => {
  const failure = new Error('roto')
  const client = createClient({ applicationToken: { requiresCopy: true, request: () => Promise.reject(failure) } })
  await signInAndStore(client)
  await flushPromises()
  expect(client.ports.log.entries()).toEqual([
    { message: 'Error al obtener el token de la aplicación', detail: failure },
  ])
})

/** Creates a client whose application token arrives after a call of `resolveToken`. */
function createClientWithLateToken() {
  let resolveToken: () => void = () => {}
  const token = new Promise<Result<string, never>>((resolve) => {
    resolveToken = () => resolve(ok('app-7'))
  })
  const client = createClient({ applicationToken: { requiresCopy: true, request: () => token } })
  return { client, resolveToken: () => resolveToken() }
}

test('a login stores no token that arrives after a sign-out', async () => {
  const { client, resolveToken } = createClientWithLateToken()
  await signInAndStore(client)
  await client.signOut()
  resolveToken()
  await flushPromises()
  expect(client.storage.applicationToken()).toBeNull()
  expect(client.ports.clipboard.text()).toBeNull()
})

test('a login stores no token that arrives after another tab stored another session', async () => {
  const { client, resolveToken } = createClientWithLateToken()
  const session = await signInAndStore(client)
  client.storage.openTab().write({ ...session, startedAt: session.startedAt - 1 })
  resolveToken()
  await flushPromises()
  expect(client.storage.applicationToken()).toBeNull()
})

test('createMemoryApplicationToken can disable copying', () => {
  const { service, ports } = createClient()
  const { accounts } = service
  expect(
    createMemoryApplicationToken({ accounts, clock: ports.clock, cookie: createMemoryCookie(), requiresCopy: false })
      .requiresCopy,
  ).toBe(false)
})

test('storeSession stores the session that the service opened', async () => {
  const client = createClient()
  const session = await openServiceSession(client)
  const { loginCalls } = await client.loadIdentity()
  loginCalls.storeSession({ session, remember: false })
  expect(client.ports.session.read()).toEqual({ kind: 'session', session })
})
