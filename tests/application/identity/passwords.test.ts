import { expect, test, vi } from 'vitest'
import { createMemorySessionStorage } from '#src/adapters/memory/session-store.ts'

import { err, ok } from '#src/domain/result.ts'
import { NEW_PASSWORD, signIn, solveCheck } from '#tests/contract/identity-under-test.ts'
import { createClient, flushPromises, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'

const EMAIL = 'demo@mercadodolar.example'
const TOKENS = { token: 'a', token2: 'b' }

async function recovered(client: TestClient, email = EMAIL) {
  const { recoverPassword } = await client.loadIdentity()
  const sent = await recoverPassword.send(email, await solveCheck(client.identity), new AbortController().signal)
  return { sent, link: client.service.accounts.findLink('cli-demo') ?? TOKENS }
}

test('an address is sent tidied', async () => {
  const client = createClient()
  const asked = vi.spyOn(client.identity.passwords, 'requestRecovery')
  expect((await recovered(client, `  ${EMAIL} `)).sent).toEqual(ok(undefined))
  expect(asked.mock.calls[0]?.[0]).toBe(EMAIL)
  const { recoverPassword } = await client.loadIdentity()
  expect(recoverPassword.now()).toBe(client.clock.now())
})

test.each([
  [ok('refused' as const), err({ kind: 'refused' })],
  [err({ kind: 'timeout' as const }), err({ kind: 'timeout' })],
])('a recovery answered with %j ends as %j', async (answer, end) => {
  const client = createClient()
  vi.spyOn(client.identity.passwords, 'requestRecovery').mockResolvedValue(answer)
  expect((await recovered(client)).sent).toEqual(end)
})

test('a link that is good sets the password once', async () => {
  const client = createClient()
  const { link } = await recovered(client)
  const { verifyTokens, resetPassword } = await client.loadIdentity()
  expect(await verifyTokens(link)).toEqual(ok('done'))
  expect(await resetPassword(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(ok(undefined))
  expect(await resetPassword(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'refused' }))
  expect(await signIn(client.identity, 'demo', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
})

test('a password that breaks a rule is not even sent', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  const [reset, renew] = [vi.spyOn(client.identity.passwords, 'reset'), vi.spyOn(client.identity.passwords, 'renew')]
  const { resetPassword, renewPassword } = await client.loadIdentity()
  const broken = err({ kind: 'broken-rules', violations: [{ code: 'mismatch' }] })
  expect(await resetPassword(TOKENS, NEW_PASSWORD, `${NEW_PASSWORD}1`)).toEqual(broken)
  expect(await renewPassword(NEW_PASSWORD, `${NEW_PASSWORD}1`)).toEqual(broken)
  expect([reset, renew].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('a reset hands its signal and its failure on', async () => {
  const client = createClient()
  const { signal } = new AbortController()
  const reset = vi.spyOn(client.identity.passwords, 'reset').mockResolvedValue(err({ kind: 'unreachable' }))
  const { resetPassword } = await client.loadIdentity()
  expect(await resetPassword(TOKENS, NEW_PASSWORD, NEW_PASSWORD, signal)).toEqual(err({ kind: 'unreachable' }))
  expect(reset).toHaveBeenCalledExactlyOnceWith(TOKENS, NEW_PASSWORD, NEW_PASSWORD, signal)
})

test('a renewed password opens the dashboard, and only then the application token comes', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const { renewPassword } = await client.loadIdentity()
  expect(client.marketDelay()).toBe(15)
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(ok(undefined))
  expect(client.ports.session.read()).toEqual({
    kind: 'session',
    session: { ...session, user: { ...session.user, keyExpired: false } },
  })
  expect(client.marketDelay()).toBe(0)
  await flushPromises()
  expect(client.storage.applicationToken()).toMatch(/^app-/)
})

test('without a session there is nothing to renew', async () => {
  const client = createClient()
  const renew = vi.spyOn(client.identity.passwords, 'renew')
  const { renewPassword } = await client.loadIdentity()
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'signed-out' }))
  expect(renew).not.toHaveBeenCalled()
})

test.each([
  [ok('refused' as const), err({ kind: 'refused' })],
  [
    err({ kind: 'rejected' as const, status: 403, message: 'No.' }),
    err({ kind: 'rejected', status: 403, message: 'No.' }),
  ],
])('a renewal answered with %j keeps the gate shut', async (answer, end) => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  vi.spyOn(client.identity.passwords, 'renew').mockResolvedValue(answer)
  const { renewPassword } = await client.loadIdentity()
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(end)
  expect(client.ports.session.read()).toMatchObject({ session: { user: { keyExpired: true } } })
  expect(client.marketDelay()).toBe(15)
})

test('a renewal that ends after another tab left brings nothing back', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  const { renewPassword } = await client.loadIdentity()
  const renewing = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  client.storage.tab().wipe()
  expect(await renewing).toEqual(err({ kind: 'signed-out' }))
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
})

test('a renewal of one client is not written over another who came meanwhile', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const { renewPassword } = await client.loadIdentity()
  const renewing = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  const another = { ...session, username: 'demo', user: { ...session.user, id: 'cli-demo', keyExpired: false } }
  client.storage.tab().write(another)
  expect(await renewing).toEqual(err({ kind: 'signed-out' }))
  expect(client.ports.session.read()).toEqual({ kind: 'session', session: another })
})

test('a renewal updates the newer session that another tab stored meanwhile', async () => {
  const client = createClient()
  const session = await signInAndStore(client, 'demovencida')
  const { renewPassword } = await client.loadIdentity()
  const renewing = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  const newer = { ...session, startedAt: session.startedAt + 1_000, user: { ...session.user, token: 'tok-newer' } }
  client.clock.advance(2_000)
  client.storage.tab().write(newer)
  expect(await renewing).toEqual(ok(undefined))
  expect(client.ports.session.read()).toEqual({
    kind: 'session',
    session: { ...newer, user: { ...newer.user, keyExpired: false } },
  })
})

test('a renewal uses the stored session before the storage event of another tab arrives', async () => {
  const storage = createMemorySessionStorage()
  const client = createClient({}, { session: { ...storage.tab(), subscribe: () => () => {} } })
  const session = await signInAndStore(client, 'demovencida')
  const { renewPassword } = await client.loadIdentity()
  const renewing = renewPassword(NEW_PASSWORD, NEW_PASSWORD)
  client.clock.advance(2_000)
  storage.tab().write({ ...session, startedAt: session.startedAt + 1_000 })
  expect(await renewing).toEqual(ok(undefined))
  expect(storage.tab().read()).toMatchObject({
    session: { startedAt: session.startedAt + 1_000, user: { keyExpired: false } },
  })
})

test('a renewal that cannot be kept says so', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  client.storage.setEnabled(false)
  const { renewPassword } = await client.loadIdentity()
  expect(await renewPassword(NEW_PASSWORD, NEW_PASSWORD)).toEqual(err({ kind: 'storage-unavailable' }))
})

test('a registration is handed over as it was judged', async () => {
  const client = createClient()
  const { register } = await client.loadIdentity()
  const sent = await register.send(REGISTRATION_RECORD, await solveCheck(client.identity), new AbortController().signal)
  expect(sent).toEqual(ok(undefined))
  expect(client.identity.registrations.received()).toEqual([REGISTRATION_RECORD])
  expect(register.now()).toBe(client.clock.now())
})
