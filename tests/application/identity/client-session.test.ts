import { expect, test, vi } from 'vitest'

import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { err, ok } from '#src/domain/result.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { createClient, flushPromises, openServiceSession, signInAndStore } from '#tests/support/client.ts'

const TWELVE_HOURS_MS = 43_200_000

const stateOf = ({ clientSession }: ReturnType<typeof createClient>) => clientSession.getSnapshot().value

test('at first nobody is signed in', () => {
  expect(stateOf(createClient())).toBe('signed-out')
})

test('a session that is stored already is active from the start', () => {
  const client = createClient()
  client.storage.tab().write({ ...SESSION, startedAt: client.clock.now() })
  expect(stateOf(createClient({}, { session: client.storage.tab() }))).toBe('active')
})

test('a login and a logout in another tab reach this one', () => {
  const client = createClient()
  const other = client.storage.tab()
  other.write({ ...SESSION, startedAt: client.clock.now() })
  expect(stateOf(client)).toBe('active')
  other.wipe()
  expect(stateOf(client)).toBe('signed-out')
})

test.each([
  [0, 'active'],
  [1, 'expired'],
])('shown again %i ms after its 12 hours a session is %s', async (late, value) => {
  const client = createClient()
  await signInAndStore(client)
  client.ports.page.show(false)
  client.clock.suspend(TWELVE_HOURS_MS + late)
  expect(stateOf(client)).toBe('active')
  client.ports.page.show(true)
  expect(stateOf(client)).toBe(value)
  expect(client.ports.session.read().kind).toBe(value === 'active' ? 'session' : 'none')
})

test('hiding the page looks at nothing', async () => {
  const client = createClient()
  await signInAndStore(client)
  client.clock.suspend(TWELVE_HOURS_MS + 1)
  client.ports.page.show(false)
  expect(stateOf(client)).toBe('active')
})

test('a refusal of the service ends the session and stores the reason', async () => {
  const client = createClient()
  await signInAndStore(client)
  const refusal = { reason: 'takeover', message: 'Su sesión se abrió en otro equipo.' } as const
  client.ports.sessionRefusals.refuse(refusal)
  expect(stateOf(client)).toBe('refused')
  expect(client.clientSession.getSnapshot().context.refusal).toEqual(refusal)
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('garbage in the storage counts as signed out and is wiped', () => {
  const client = createClient()
  client.storage.corrupt()
  expect(stateOf(client)).toBe('expired')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test.each([
  [null, 15],
  ['demo', 0],
  ['demovencida', 15],
])('for %j the market is asked with a delay of %i minutes', async (username, delay) => {
  const client = createClient()
  if (username) await signInAndStore(client, username)
  expect(client.marketDelay()).toBe(delay)
})

test('leaving ends the session here at once, and at the service', async () => {
  const client = createClient()
  await signInAndStore(client)
  const leaving = client.signOut()
  expect(stateOf(client)).toBe('signed-out')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  expect(await leaving).toEqual({ ok: true, value: undefined })
  expect(await client.identity.auth.currentUser()).toEqual(ok(null))
  expect(client.marketDelay()).toBe(15)
})

test('leaving keeps the remembered user name', async () => {
  const client = createClient()
  await signInAndStore(client, 'demo', true)
  await client.signOut()
  expect(client.identity.rememberedUsername.read()).toBe('demo')
})

test('when the service cannot be told, the session is over here, and the failure is told and logged', async () => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'signOut').mockResolvedValue(err({ kind: 'timeout' }))
  expect(await client.signOut()).toEqual(err({ kind: 'timeout' }))
  expect(stateOf(client)).toBe('signed-out')
  expect(client.ports.log.entries()).toEqual([
    { message: 'Error al cerrar la sesión en el servicio', detail: { kind: 'timeout' } },
  ])
})

test.each([false, true])(
  'leaving without a connection is told when that is back, signed in again: %s',
  async (again) => {
    const client = createClient()
    await signInAndStore(client)
    vi.spyOn(client.identity.auth, 'signOut').mockResolvedValueOnce(err({ kind: 'unreachable' }))
    client.ports.page.connect(false)
    await client.signOut()
    client.ports.page.show(false)
    expect(await client.identity.auth.currentUser()).toMatchObject({ value: { id: 'cli-demo' } })
    if (again) client.storage.tab().write({ ...SESSION, startedAt: client.clock.now() })
    client.ports.page.connect(true)
    await flushPromises()
    expect(await client.identity.auth.currentUser()).toMatchObject(again ? { value: { id: 'cli-demo' } } : ok(null))
  },
)

test('when what leaving needs cannot even be fetched, the service is unreachable', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module')
  const client = createClient({}, { identity: () => Promise.reject(failure) })
  client.storage.tab().write({ ...SESSION, startedAt: client.clock.now() })
  expect(await client.signOut()).toEqual(err({ kind: 'unreachable' }))
  expect(stateOf(client)).toBe('signed-out')
  expect(client.ports.log.entries()).toEqual([{ message: 'Error al cerrar la sesión en el servicio', detail: failure }])
})

test('identity is brought once for all, and again when it could not be brought', async () => {
  const { identity } = createClient()
  const bring = vi.fn(async () => identity)
  bring.mockRejectedValueOnce(new TypeError('offline'))
  const { loadIdentity } = createClient({}, { identity: bring })
  await expect(loadIdentity()).rejects.toThrow('offline')
  const opened = loadIdentity()
  expect(loadIdentity()).toBe(opened)
  expect(await loadIdentity()).toBe(await opened)
  expect(bring).toHaveBeenCalledTimes(2)
})

test('a start with a session that the service still knows changes nothing', async () => {
  const client = createClient()
  await signInAndStore(client)
  await client.verifySession()
  expect(stateOf(client)).toBe('active')
})

test('a start with a session that the service does not know ends it', async () => {
  const client = createClient()
  await signInAndStore(client)
  await client.identity.auth.signOut()
  await client.verifySession()
  expect(stateOf(client)).toBe('refused')
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('a start with the cookie of another client ends the session that is kept', async () => {
  const client = createClient()
  await signInAndStore(client)
  await openServiceSession(client, 'demodos')
  await client.verifySession()
  expect(stateOf(client)).toBe('refused')
})

test.each([
  ['demo', true, 'key-expired'],
  ['demovencida', false, 'granted'],
])('at the start %s learns that keyExpired is %s by now, and is %s', async (username, keyExpired, access) => {
  const client = createClient()
  await signInAndStore(client, username)
  client.service.accounts.change(`cli-${username}`, { keyExpired })
  await client.verifySession()
  expect(toDashboardAccess(client.clientSession.getSnapshot().context.status)).toBe(access)
  const kept = client.ports.session.read()
  expect(kept.kind === 'session' && kept.session.user.keyExpired).toBe(keyExpired)
})

test('an answer about a session that another tab has replaced meanwhile changes nothing', async () => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'currentUser').mockImplementation(async () => {
    client.clock.advance(1)
    client.storage.tab().write({ ...SESSION, startedAt: client.clock.now() })
    return ok(null)
  })
  await client.verifySession()
  expect(stateOf(client)).toBe('active')
})

test.each([
  err({ kind: 'timeout' } as const),
  err({ kind: 'rejected', status: 404, message: null } as const),
  err({ kind: 'malformed' } as const),
])('a service that answers %j leaves the session as it is', async (answer) => {
  const client = createClient()
  await signInAndStore(client)
  vi.spyOn(client.identity.auth, 'currentUser').mockResolvedValue(answer)
  await client.verifySession()
  expect(stateOf(client)).toBe('active')
})

test('for a visitor nothing is fetched and nobody is asked', async () => {
  const identity = vi.fn(() => Promise.reject(new Error('not needed')))
  const client = createClient({}, { identity })
  await client.verifySession()
  expect(identity).not.toHaveBeenCalled()
})

test('a start that cannot fetch what it takes to ask is logged', async () => {
  const failure = new TypeError('offline')
  const client = createClient({}, { identity: () => Promise.reject(failure) })
  client.storage.tab().write({ ...SESSION, startedAt: client.clock.now() })
  await client.verifySession()
  expect(stateOf(client)).toBe('active')
  expect(client.ports.log.entries()).toEqual([{ message: 'Error al comprobar la sesión', detail: failure }])
})
