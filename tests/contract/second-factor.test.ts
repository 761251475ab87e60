import { describe, expect, test } from 'vitest'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createSecondFactorApi } from '#src/adapters/http/identity/second-factor-api.ts'
import { createImcSessionApi } from '#src/adapters/http/imc/session.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { SecondFactorGateway } from '#src/application/identity/ports.ts'
import type { ImcSessionGateway } from '#src/application/imc/ports.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getValue } from '#tests/contract/identity-under-test.ts'
import { startImcService } from '#tests/support/imc-service.ts'
import { toOneTimeCode } from '#tests/support/one-time-codes.ts'
import { createAuthenticator } from '#tests/support/software-authenticator.ts'

interface Service {
  readonly now: () => number
  readonly browser: () => { readonly imcAuth: ImcSessionGateway; readonly imcFactor: SecondFactorGateway }
}

const STEP_MS = 30_000
const CREDENTIALS = { entity: 'ANDINA', username: 'operador', password: DEMO_PASSWORD }

async function createMemoryService(): Promise<Service> {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  return { now: clock.now, browser: createMemoryBackOffice({ clock }).browser }
}

async function createHttpService(): Promise<Service> {
  const { url, now } = await startImcService()
  return {
    now,
    browser() {
      const http = createHttpClient({ base: url, fetch: createCookieFetch(new URL(url).origin, { now: Date.now }) })
      return {
        imcAuth: createImcSessionApi({ http }),
        imcFactor: createSecondFactorApi({ http, paths: IMC_FACTOR_PATHS, passkeyPaths: IMC_PASSKEY_PATHS }),
      }
    },
  }
}

/** Signs a user in and sets the factor up. */
async function setUp({ browser, now }: Service) {
  const own = browser()
  await own.imcAuth.signIn(CREDENTIALS)
  const { secret, address } = getValue(await own.imcFactor.begin(DEMO_PASSWORD))
  const codes = getValue(await own.imcFactor.confirm(toOneTimeCode(secret, now())))
  return { own, secret, address, codes }
}

/** Signs in with the password in a new browser, and returns its ticket. */
async function takeTicket({ browser }: Service) {
  const other = browser()
  const login = getValue(await other.imcAuth.signIn(CREDENTIALS))
  if (!('ticket' in login)) throw new Error('the login asks for no factor')
  return { other, ...login }
}

describe.each([
  ['memory', createMemoryService],
  ['HTTP', createHttpService],
] as const)('the second factor (%s)', (_name, createService) => {
  test('a set-up returns a secret for an application and ten codes (D93)', async () => {
    const service = await createService()
    const { own, address, codes } = await setUp(service)
    expect(address).toMatch(/^otpauth:\/\/totp\/.*issuer=Mercado/)
    expect(codes).toHaveLength(10)
    const status = getValue(await own.imcFactor.status())
    expect(status).toMatchObject({ factors: ['totp', 'recovery'], isRequired: false, recoveryCodes: 10 })
    expect(status.since).not.toBeNull()
  })

  test('a wrong password begins nothing, and a wrong code confirms nothing (D93)', async () => {
    const service = await createService()
    const own = service.browser()
    await own.imcAuth.signIn(CREDENTIALS)
    expect(await own.imcFactor.begin('otra clave')).toMatchObject({ ok: false, error: { status: 400 } })
    getValue(await own.imcFactor.begin(DEMO_PASSWORD))
    expect(await own.imcFactor.confirm('000000')).toMatchObject({ ok: false, error: { status: 400 } })
    expect(getValue(await own.imcFactor.status())).toMatchObject({ factors: [], since: null })
  })

  test('a right password opens no session; ticket and code open one, once (D93)', async () => {
    const service = await createService()
    const { secret } = await setUp(service)
    const { other, ticket, factors } = await takeTicket(service)
    expect(factors).toEqual(['totp', 'recovery'])
    expect(getValue(await other.imcAuth.current())).toBeNull()
    const code = toOneTimeCode(secret, service.now() + STEP_MS)
    const login = getValue(await other.imcAuth.verifyFactor({ ticket, factor: 'totp', code }))
    expect(login).toMatchObject({ userId: 'usr-andina-operador' })
    const again = await other.imcAuth.verifyFactor({ ticket, factor: 'totp', code })
    expect(getValue(again)).toEqual({ kind: 'ticket-expired' })
    const next = await takeTicket(service)
    const replayed = await next.other.imcAuth.verifyFactor({ ticket: next.ticket, factor: 'totp', code })
    expect(getValue(replayed)).toEqual({ kind: 'code-refused', attemptsLeft: 4 })
  })

  test('an account without passkeys renames, removes and uses none (D96)', async () => {
    const service = await createService()
    const { own } = await setUp(service)
    const { passkeys } = own.imcFactor
    expect(getValue(await passkeys.list()).passkeys).toEqual([])
    expect(await passkeys.begin('otra clave')).toMatchObject({ ok: false, error: { status: 400 } })
    expect(await passkeys.rename({ id: 'ninguna', name: 'Casa' })).toMatchObject({ ok: false, error: { status: 404 } })
    const removed = await passkeys.remove({ id: 'ninguna', password: DEMO_PASSWORD })
    expect(removed).toMatchObject({ ok: false, error: { status: 404 } })
    expect(await passkeys.ask()).toMatchObject({ ok: false, error: { status: 409 } })
    const { other, ticket } = await takeTicket(service)
    expect(await other.imcAuth.askPasskey(ticket)).toMatchObject({ ok: false, error: { status: 409 } })
    expect(getValue(await other.imcAuth.askPasskey('ninguno'))).toEqual({ kind: 'ticket-expired' })
  })

  test('the fifth wrong code starts a pause, over tickets (D93)', async () => {
    const service = await createService()
    await setUp(service)
    for (let i = 0; i < 5; i += 1) {
      const { other, ticket } = await takeTicket(service)
      await other.imcAuth.verifyFactor({ ticket, factor: 'recovery', code: 'AAAA-AAAA-AAAA' })
    }
    const { other, ticket } = await takeTicket(service)
    const paused = await other.imcAuth.verifyFactor({ ticket, factor: 'recovery', code: 'AAAA-AAAA-AAAA' })
    expect(paused).toMatchObject({ ok: false, error: { status: 429 } })
  })

  test('new codes replace the old, and the end needs password and factor (D93)', async () => {
    const service = await createService()
    const { own, codes } = await setUp(service)
    const toChange = (code = '') => ({ password: DEMO_PASSWORD, factor: 'recovery' as const, code })
    const renewed = getValue(await own.imcFactor.renewCodes(toChange(codes[0])))
    expect(renewed).toHaveLength(10)
    expect(await own.imcFactor.turnOff(toChange(codes[1]))).toMatchObject({ ok: false, error: { status: 400 } })
    const wrong = { ...toChange(renewed[0]), password: 'otra clave' }
    expect(await own.imcFactor.turnOff(wrong)).toMatchObject({ ok: false, error: { status: 400 } })
    getValue(await own.imcFactor.turnOff(toChange(renewed[0])))
    expect(getValue(await own.imcFactor.status()).since).toBeNull()
  })
})

test('the service in memory cannot check a signature: it offers no passkeys and says so (D96)', async () => {
  const { own } = await setUp(await createMemoryService())
  const { passkeys } = own.imcFactor
  expect(getValue(await passkeys.list()).isAvailable).toBe(false)
  const refusal = await passkeys.begin(DEMO_PASSWORD)
  expect(refusal).toMatchObject({ error: { status: 409, message: expect.stringContaining('no admite llaves') } })
})

test('a passkey is added, named, used in a login and in a change, and removed (HTTP, D96)', async () => {
  const service = await createHttpService()
  const { own } = await setUp(service)
  const { passkeys } = own.imcFactor
  const device = createAuthenticator({ origin: 'http://localhost:3000' })
  const answer = device.register(getValue(await passkeys.begin(DEMO_PASSWORD)))
  expect(getValue(await passkeys.add({ name: 'Portátil', answer }))).toEqual([])
  const { other, ticket, factors } = await takeTicket(service)
  expect(factors).toEqual(['totp', 'passkey', 'recovery'])
  const options = getValue(await other.imcAuth.askPasskey(ticket))
  if (typeof options !== 'string') throw new Error('the ticket expired')
  const login = await other.imcAuth.verifyFactor({ ticket, factor: 'passkey', code: device.signIn(options) })
  expect(getValue(login)).toMatchObject({ userId: 'usr-andina-operador' })

  const [passkey] = getValue(await passkeys.list()).passkeys
  expect(passkey).toMatchObject({ name: 'Portátil', lastUsedAt: expect.any(Number) })
  getValue(await passkeys.rename({ id: passkey?.id ?? '', name: 'Oficina' }))
  const code = device.signIn(getValue(await passkeys.ask()))
  expect(getValue(await own.imcFactor.renewCodes({ password: DEMO_PASSWORD, factor: 'passkey', code }))).toHaveLength(
    10,
  )
  expect(getValue(await passkeys.list()).passkeys).toMatchObject([{ name: 'Oficina' }])
  getValue(await passkeys.remove({ id: passkey?.id ?? '', password: DEMO_PASSWORD }))
  expect(getValue(await own.imcFactor.status()).factors).toEqual(['totp', 'recovery'])
})
