import { expect, test, vi } from 'vitest'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import { createFetchApplicationToken } from '#src/application/identity/application-token.ts'
import { createStoreClientSession } from '#src/application/identity/login.ts'
import { createRenewPassword, setPassword } from '#src/application/identity/password.ts'
import { err, ok } from '#src/domain/result.ts'
import { NEW_PASSWORD, signIn } from '#tests/contract/identity-under-test.ts'
import { createClient, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const TOKENS = { token: 'a', token2: 'b' }

/** Creates the renewal of an expired password with the ports that store session and token. */
function createRenewal({ ports, identity, clientSession, toasts }: TestClient) {
  const deps = { ...ports, ...identity, clientSession, toasts }
  const fetchApplicationToken = createFetchApplicationToken(deps)
  return createRenewPassword({
    ...deps,
    storeClientSession: createStoreClientSession({ ...deps, fetchApplicationToken }),
  })
}

test('a valid link sets the password once', async () => {
  const client = createClient()
  client.service.accounts.addLink('cli-demo')
  const link = client.service.accounts.findLink('cli-demo') ?? TOKENS
  const reset = () =>
    setPassword(NEW_PASSWORD, NEW_PASSWORD, () => client.identity.passwords.reset(link, NEW_PASSWORD, NEW_PASSWORD))
  expect(await reset()).toEqual(ok(undefined))
  expect(await reset()).toEqual(err({ kind: 'refused' }))
  expect(await signIn(client.identity, 'demo', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
})

test('setPassword and renewPassword send no password that breaks a rule', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  const send = vi.fn(async () => ok('done' as const))
  const renew = vi.spyOn(client.identity.passwords, 'renew')
  const renewPassword = createRenewal(client)
  const brokenRules = err({ kind: 'broken-rules', violations: [{ code: 'mismatch' }] })
  expect(await setPassword(NEW_PASSWORD, `${NEW_PASSWORD}1`, send)).toEqual(brokenRules)
  expect(await renewPassword(NEW_PASSWORD, `${NEW_PASSWORD}1`)).toEqual(brokenRules)
  expect([send.mock.calls.length, renew.mock.calls.length]).toEqual([0, 0])
})

test('setPassword returns the failure of its call', async () => {
  const failure = err({ kind: 'unreachable' as const })
  expect(await setPassword(NEW_PASSWORD, NEW_PASSWORD, async () => failure)).toEqual(failure)
})

test('renewPassword removes the market delay and fetches the application token', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const renewPassword = createRenewal(client)
  expect(client.readMarketDelay()).toBe(15)
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(ok(undefined))
  expect(client.ports.session.read()).toEqual({
    kind: 'session',
    session: { ...session, user: { ...session.user, passwordExpired: false } },
  })
  expect(client.readMarketDelay()).toBe(0)
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
})

test('renewPassword without a session sends nothing', async () => {
  const client = createClient()
  const renew = vi.spyOn(client.identity.passwords, 'renew')
  const renewPassword = createRenewal(client)
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'signed-out' }))
  expect(renew).not.toHaveBeenCalled()
})

test.each([
  [ok('refused' as const), err({ kind: 'refused' })],
  [
    err({ kind: 'rejected' as const, status: 403, message: 'No.' }),
    err({ kind: 'rejected', status: 403, message: 'No.' }),
  ],
])('a renewal with the reply %j leaves the password expired', async (response, expected) => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  vi.spyOn(client.identity.passwords, 'renew').mockResolvedValue(response)
  const renewPassword = createRenewal(client)
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(expected)
  expect(client.ports.session.read()).toMatchObject({ session: { user: { passwordExpired: true } } })
  expect(client.readMarketDelay()).toBe(15)
})

test('a renewal that ends after a sign-out in another tab stores no session', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  const renewPassword = createRenewal(client)
  const result = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  client.storage.openTab().wipe()
  expect(await result).toEqual(err({ kind: 'signed-out' }))
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('a renewal does not overwrite the session of another client', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const renewPassword = createRenewal(client)
  const result = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  const otherSession = {
    ...session,
    username: 'demo',
    user: { ...session.user, id: 'cli-demo', passwordExpired: false },
  }
  client.storage.openTab().write(otherSession)
  expect(await result).toEqual(err({ kind: 'signed-out' }))
  expect(client.ports.session.read()).toEqual({ kind: 'session', session: otherSession })
})

test('a renewal updates the newer session that another tab stored meanwhile', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const renewPassword = createRenewal(client)
  const result = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  const newerSession = {
    ...session,
    startedAt: session.startedAt + 1_000,
    user: { ...session.user, token: 'tok-newer' },
  }
  client.clock.advance(2_000)
  client.storage.openTab().write(newerSession)
  expect(await result).toEqual(ok(undefined))
  expect(client.ports.session.read()).toEqual({
    kind: 'session',
    session: { ...newerSession, user: { ...newerSession.user, passwordExpired: false } },
  })
})

test('a renewal uses the stored session before the storage event of another tab arrives', async () => {
  const storage = createMemorySessionStorage()
  const client = createClient({}, { session: { ...storage.openTab(), subscribe: () => () => {} } })
  const session = await signInAndStore(client, 'demovencida')
  const renewPassword = createRenewal(client)
  const result = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  client.clock.advance(2_000)
  storage.openTab().write({ ...session, startedAt: session.startedAt + 1_000 })
  expect(await result).toEqual(ok(undefined))
  expect(storage.openTab().read()).toMatchObject({
    session: { startedAt: session.startedAt + 1_000, user: { passwordExpired: false } },
  })
})

test('renewPassword returns storage-unavailable when the storage fails', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  client.storage.setEnabled(false)
  const renewPassword = createRenewal(client)
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'storage-unavailable' }))
})
