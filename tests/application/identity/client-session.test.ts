import { expect, test, vi } from 'vitest'
import { givenPorts } from '#src/composition/ports.ts'
import { err, ok } from '#src/domain/result.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { createClient, openServiceSession, signInAndStore } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

const TWELVE_HOURS_MS = 43_200_000

const readState = ({ clientSession }: ReturnType<typeof createClient>) => readSessionState(clientSession)

test('the session is signed out at the start', () => {
  expect(readState(createClient())).toBe('signed-out')
})

test('a stored session is active from the start', () => {
  const client = createClient()
  client.storage.openTab().write({ ...SESSION, startedAt: client.clock.now() })
  expect(readState(createClient({}, { session: client.storage.openTab() }))).toBe('active')
})

test('a login and a logout in another tab change the session of this tab', () => {
  const client = createClient()
  const otherTab = client.storage.openTab()
  otherTab.write({ ...SESSION, startedAt: client.clock.now() })
  expect(readState(client)).toBe('active')
  otherTab.wipe()
  expect(readState(client)).toBe('signed-out')
})

test.each([
  [0, 'active'],
  [1, 'expired'],
])('when a page is shown again %i ms after 12 hours, its session is %s', async (lateMs, value) => {
  const client = createClient()
  await signInAndStore(client)
  client.ports.page.setVisible(false)
  client.clock.suspend(TWELVE_HOURS_MS + lateMs)
  expect(readState(client)).toBe('active')
  client.ports.page.setVisible(true)
  expect(readState(client)).toBe(value)
  expect(client.ports.session.read().kind).toBe(value === 'active' ? 'session' : 'none')
})

test('hiding the page does not check the session', async () => {
  const client = createClient()
  await signInAndStore(client)
  client.clock.suspend(TWELVE_HOURS_MS + 1)
  client.ports.page.setVisible(false)
  expect(readState(client)).toBe('active')
})

test('a refusal of the service wipes the stored session and publishes its reason', async () => {
  const client = createClient()
  await signInAndStore(client)
  const refusal = { reason: 'takeover', message: 'Su sesión se abrió en otro equipo.' } as const
  client.ports.sessionRefusals.refuse(refusal)
  expect(readState(client)).toBe('refused')
  expect(client.clientSession.getSnapshot().refusal).toEqual(refusal)
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('invalid stored data expire the session and are wiped', () => {
  const client = createClient()
  client.storage.corrupt()
  expect(readState(client)).toBe('expired')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test.each([
  [null, 15],
  ['demo', 0],
  ['demovencida', 15],
])('the market delay for the user %j is %i minutes', async (username, delay) => {
  const client = createClient()
  if (username) await signInAndStore(client, username)
  expect(client.readMarketDelay()).toBe(delay)
})

test('signOut ends the session first in the browser and then at the service', async () => {
  const client = createClient()
  await signInAndStore(client)
  const signingOut = client.signOut()
  expect(readState(client)).toBe('signed-out')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(await signingOut).toEqual({ ok: true, value: undefined })
  expect(await client.identity.auth.currentUser()).toEqual(ok(null))
  expect(client.readMarketDelay()).toBe(15)
})

test('signOut does not delete the remembered user name', async () => {
  const client = createClient()
  await signInAndStore(client, 'demo', true)
  await client.signOut()
  expect(client.identity.rememberedUsername.read()).toBe('demo')
})

test('signOut ends the session in the browser and logs the failure when the service times out', async () => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'signOut').mockResolvedValue(err({ kind: 'timeout' }))
  expect(await client.signOut()).toEqual(err({ kind: 'timeout' }))
  expect(readState(client)).toBe('signed-out')
  expect(client.ports.log.entries()).toEqual([
    { message: 'Error al cerrar la sesión en el servicio', detail: { kind: 'timeout' } },
  ])
})

test.each([false, true])(
  'signOut while offline reaches the service later, unless a client signs in again (signs in: %s)',
  async (signsInAgain) => {
    const client = createClient()
    await signInAndStore(client)
    vi.spyOn(client.identity.auth, 'signOut').mockResolvedValueOnce(err({ kind: 'unreachable' }))
    client.ports.page.setOnline(false)
    await client.signOut()
    // Only the return of the connection repeats the sign-out.
    client.ports.page.setVisible(false)
    expect(await client.identity.auth.currentUser()).toMatchObject({ value: { id: 'cli-demo' } })
    if (signsInAgain) client.storage.openTab().write({ ...SESSION, startedAt: client.clock.now() })
    client.ports.page.setOnline(true)
    await flushPromises()
    expect(await client.identity.auth.currentUser()).toMatchObject(
      signsInAgain ? { value: { id: 'cli-demo' } } : ok(null),
    )
  },
)

test('loadIdentity shares one load and loads again after a failure', async () => {
  const load = vi.fn(async () => givenPorts({}))
  load.mockRejectedValueOnce(new TypeError('offline'))
  const { loadIdentity } = createClient({}, {}, { areas: { identity: load } })
  await expect(loadIdentity()).rejects.toThrow('offline')
  const loading = loadIdentity()
  expect(loadIdentity()).toBe(loading)
  expect(await loadIdentity()).toBe(await loading)
  expect(load).toHaveBeenCalledTimes(2)
})

test('verifySession preserves a session that the service knows', async () => {
  const client = createClient()
  await signInAndStore(client)
  await client.verifySession()
  expect(readState(client)).toBe('active')
})

test('verifySession ends a session that the service does not know', async () => {
  const client = createClient()
  await signInAndStore(client)
  await client.identity.auth.signOut()
  await client.verifySession()
  expect(readState(client)).toBe('refused')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('verifySession ends the stored session when another client is signed in at the service', async () => {
  const client = createClient()
  await signInAndStore(client)
  await openServiceSession(client, 'demodos')
  await client.verifySession()
  expect(readState(client)).toBe('refused')
})

test.each([
  ['demo', true, 'password-expired'],
  ['demovencida', false, 'granted'],
])(
  'verifySession of %s stores passwordExpired %s and sets the access %s',
  async (username, passwordExpired, access) => {
    const client = createClient()
    await signInAndStore(client, username)
    client.service.accounts.change(`cli-${username}`, { passwordExpired })
    await client.verifySession()
    expect(client.clientSession.getSnapshot().access).toBe(access)
    const storedState = client.ports.session.read()
    expect(storedState.kind === 'session' && storedState.session.user.passwordExpired).toBe(passwordExpired)
  },
)

test('verifySession ignores a response for a session that another tab replaced', async () => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'currentUser').mockImplementation(async () => {
    client.clock.advance(1)
    client.storage.openTab().write({ ...SESSION, startedAt: client.clock.now() })
    return ok(null)
  })
  await client.verifySession()
  expect(readState(client)).toBe('active')
})

test.each([
  err({ kind: 'timeout' } as const),
  err({ kind: 'rejected', status: 404, message: null } as const),
  err({ kind: 'malformed' } as const),
])('verifySession preserves the session for the response %j', async (response) => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'currentUser').mockResolvedValue(response)
  await client.verifySession()
  expect(readState(client)).toBe('active')
})

test('verifySession requests nothing for a visitor', async () => {
  const client = createClient()
  const request = vi.spyOn(client.identity.auth, 'currentUser')
  await client.verifySession()
  expect(request).not.toHaveBeenCalled()
})

test('verifySession logs an error of the call', async () => {
  const failure = new TypeError('unexpected')
  const client = createClient()
  vi.spyOn(client.identity.auth, 'currentUser').mockRejectedValue(failure)
  client.storage.openTab().write({ ...SESSION, startedAt: client.clock.now() })
  await client.verifySession()
  expect(readState(client)).toBe('active')
  expect(client.ports.log.entries()).toEqual([{ message: 'Error al comprobar la sesión', detail: failure }])
})
