import { expect, test, vi } from 'vitest'

import { createMemorySessionStorage } from '#src/adapters/memory/session-store.ts'
import { createFetchApplicationToken } from '#src/application/identity/fetch-application-token.ts'
import { createRecoverPassword } from '#src/application/identity/recover-password.ts'
import { createRegister } from '#src/application/identity/register.ts'
import { createRenewPassword } from '#src/application/identity/renew-password.ts'
import { createResetPassword } from '#src/application/identity/reset-password.ts'
import { createStoreClientSession } from '#src/application/identity/store-client-session.ts'
import { createTokenNotice } from '#src/application/identity/token-notice.ts'
import { err, ok } from '#src/domain/result.ts'
import { NEW_PASSWORD, signIn, solveCheck } from '#tests/contract/identity-under-test.ts'
import { createClient, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'

const EMAIL = 'demo@mercadodolar.example'
const TOKENS = { token: 'a', token2: 'b' }

/** Creates the renewal of an expired password with the ports that store session and token. */
function createRenewal({ ports, identity, clientSession }: TestClient) {
  const deps = { ...ports, ...identity, clientSession, tokenNotice: createTokenNotice() }
  const fetchApplicationToken = createFetchApplicationToken(deps)
  return createRenewPassword({
    ...deps,
    storeClientSession: createStoreClientSession({ ...deps, fetchApplicationToken }),
  })
}

async function requestLink(client: TestClient, email = EMAIL) {
  const recoverPassword = createRecoverPassword({ ...client.ports, ...client.identity })
  const result = await recoverPassword.send(email, await solveCheck(client.identity), new AbortController().signal)
  return { result, link: client.service.accounts.findLink('cli-demo') ?? TOKENS }
}

test('the recovery sends the mail address without outer spaces', async () => {
  const client = createClient()
  const requestRecovery = vi.spyOn(client.identity.passwords, 'requestRecovery')
  expect((await requestLink(client, `  ${EMAIL} `)).result).toEqual(ok(undefined))
  expect(requestRecovery.mock.calls[0]?.[0]).toBe(EMAIL)
  const recoverPassword = createRecoverPassword({ ...client.ports, ...client.identity })
  expect(recoverPassword.now()).toBe(client.clock.now())
})

test.each([
  [ok('refused' as const), err({ kind: 'refused' })],
  [err({ kind: 'timeout' as const }), err({ kind: 'timeout' })],
])('a recovery with the reply %j returns %j', async (response, expected) => {
  const client = createClient()
  vi.spyOn(client.identity.passwords, 'requestRecovery').mockResolvedValue(response)
  expect((await requestLink(client)).result).toEqual(expected)
})

test('a valid link sets the password once', async () => {
  const client = createClient()
  const { link } = await requestLink(client)
  const resetPassword = createResetPassword(client.identity)
  expect(await resetPassword(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(ok(undefined))
  expect(await resetPassword(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'refused' }))
  expect(await signIn(client.identity, 'demo', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
})

test('resetPassword and renewPassword send no password that breaks a rule', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  const [reset, renew] = [vi.spyOn(client.identity.passwords, 'reset'), vi.spyOn(client.identity.passwords, 'renew')]
  const resetPassword = createResetPassword(client.identity)
  const renewPassword = createRenewal(client)
  const brokenRules = err({ kind: 'broken-rules', violations: [{ code: 'mismatch' }] })
  expect(await resetPassword(TOKENS, NEW_PASSWORD, `${NEW_PASSWORD}1`)).toEqual(brokenRules)
  expect(await renewPassword(NEW_PASSWORD, `${NEW_PASSWORD}1`)).toEqual(brokenRules)
  expect([reset, renew].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('resetPassword passes its signal and returns the failure', async () => {
  const client = createClient()
  const { signal } = new AbortController()
  const reset = vi.spyOn(client.identity.passwords, 'reset').mockResolvedValue(err({ kind: 'unreachable' }))
  const resetPassword = createResetPassword(client.identity)
  expect(await resetPassword(TOKENS, NEW_PASSWORD, NEW_PASSWORD, signal)).toEqual(err({ kind: 'unreachable' }))
  expect(reset).toHaveBeenCalledExactlyOnceWith(TOKENS, NEW_PASSWORD, NEW_PASSWORD, signal)
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

test('register sends the record unchanged', async () => {
  const client = createClient()
  const register = createRegister({ ...client.ports, ...client.identity })
  const result = await register.send(
    REGISTRATION_RECORD,
    await solveCheck(client.identity),
    new AbortController().signal,
  )
  expect(result).toEqual(ok(undefined))
  expect(client.identity.registrations.receivedRecords()).toEqual([REGISTRATION_RECORD])
  expect(register.now()).toBe(client.clock.now())
})
