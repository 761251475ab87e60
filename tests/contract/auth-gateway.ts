import { expect, test } from 'vitest'

import {
  type CreateIdentity,
  createAbortedSignal,
  DEMO_PASSWORD,
  getValue,
  rejection,
  signIn,
  solveCheck,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

const DAY_MS = 86_400_000

/** Tests of every auth gateway. */
export function authGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: signIn starts a session that currentUser returns`, async () => {
    const browser = (await create()).browser()
    expect(await browser.auth.currentUser()).toEqual({ ok: true, value: null })
    const outcome = await signIn(browser, 'demo')
    expect(outcome).toEqual({
      kind: 'success',
      user: {
        id: 'cli-demo',
        name: 'Camila Restrepo',
        email: 'demo@mercadodolar.example',
        passwordExpired: false,
        token: expect.stringMatching(/^tok-/),
        termsAcceptedAt: Date.parse('2026-03-02T09:15:00-05:00'),
      },
    })
    expect(await browser.auth.currentUser()).toEqual({
      ok: true,
      value: outcome.kind === 'success' ? outcome.user : null,
    })
  })

  test.each([
    ['a wrong password', 'invalid', 'demo', 'Demo#Dolar2025'],
    ['an unknown user name', 'invalid', 'nadie', DEMO_PASSWORD],
    ['an expired account', 'expired', 'democaducada', DEMO_PASSWORD],
    ['an expired account and a wrong password', 'invalid', 'democaducada', 'Demo#Dolar2025'],
    ['a disabled account', 'disabled', 'demoinactiva', DEMO_PASSWORD],
    ['a disabled account and a wrong password', 'invalid', 'demoinactiva', 'Demo#Dolar2025'],
  ])(`${name}: a login with %s returns %s and starts no session`, async (_case, kind, username, password) => {
    const browser = (await create()).browser()
    expect(await signIn(browser, username, { password })).toEqual({ kind })
    expect(getValue(await browser.auth.currentUser())).toBeNull()
  })

  test(`${name}: signIn ignores the case of the user name`, async () => {
    expect(await signIn((await create()).browser(), 'DEMO')).toMatchObject({ kind: 'success' })
  })

  test.each([
    ['an unknown proof', 'inventada'],
    ['an empty proof', ''],
  ])(`${name}: a login with %s is rejected`, async (_, text) => {
    const { auth } = (await create()).browser()
    const request = { username: 'demo', password: DEMO_PASSWORD, takeover: false }
    const result = await auth.signIn({ ...request, proof: { text, expiresAt: Number.MAX_SAFE_INTEGER } })
    expect(result).toMatchObject(rejection(400))
  })

  test(`${name}: a proof is valid for only one attempt`, async () => {
    const browser = (await create()).browser()
    const proof = await solveCheck(browser)
    const request = { username: 'demo', takeover: false, proof }
    expect(getValue(await browser.auth.signIn({ ...request, password: 'otra' }))).toEqual({ kind: 'invalid' })
    expect(await browser.auth.signIn({ ...request, password: DEMO_PASSWORD })).toMatchObject(rejection(400))
  })

  test(`${name}: a login with an expired proof is rejected`, async () => {
    const service = await create()
    const browser = service.browser()
    const proof = await solveCheck(browser)
    expect(proof.expiresAt).toBeGreaterThan(service.now())
    service.advance(proof.expiresAt - service.now() + 60_000)
    const result = await browser.auth.signIn({ username: 'demo', password: DEMO_PASSWORD, takeover: false, proof })
    expect(result).toMatchObject(rejection(400))
  })

  test.each(['', 'de mo', 'demo;', 'd'.repeat(51)])(
    `${name}: a login with the invalid user name %j is rejected`,
    async (username) => {
      const browser = (await create()).browser()
      const proof = await solveCheck(browser)
      const result = await browser.auth.signIn({ username, password: DEMO_PASSWORD, takeover: false, proof })
      expect(result).toMatchObject(rejection(400))
    },
  )

  test(`${name}: a second browser can take over the active session`, async () => {
    const service = await create()
    const [first, second] = [service.browser(), service.browser()]
    await signIn(first, 'demo')
    expect(await signIn(second, 'demo', { password: 'otra' })).toEqual({ kind: 'invalid' })
    expect(await signIn(second, 'demo')).toEqual({ kind: 'session-active' })
    expect(getValue(await second.auth.currentUser())).toBeNull()
    expect(await signIn(second, 'demo', { takeover: true })).toMatchObject({ kind: 'success' })
    expect(getValue(await first.auth.currentUser())).toBeNull()
    expect(getValue(await second.auth.currentUser())).toMatchObject({ id: 'cli-demo' })
  })

  test(`${name}: a browser can sign in again, also with another account`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    expect(await signIn(browser, 'demo')).toMatchObject({ kind: 'success' })
    expect(await signIn(browser, 'demodos')).toMatchObject({ kind: 'success', user: { id: 'cli-demodos' } })
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: signOut ends the session and allows another login`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    expect(await browser.auth.signOut()).toEqual({ ok: true, value: undefined })
    expect(getValue(await browser.auth.currentUser())).toBeNull()
    expect(await browser.auth.signOut()).toEqual({ ok: true, value: undefined })
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: a session expires after 12 hours and then allows a new login`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    service.advance(DAY_MS / 2)
    expect(getValue(await browser.auth.currentUser())).toMatchObject({ id: 'cli-demo' })
    service.advance(1)
    expect(getValue(await browser.auth.currentUser())).toBeNull()
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: acceptTerms accepts the terms of the signed-in client only once`, async () => {
    const service = await create()
    const browser = service.browser()
    expect(await signIn(browser, 'demoterminos')).toMatchObject({ kind: 'success', user: { termsAcceptedAt: null } })
    expect(await browser.auth.acceptTerms('cli-demo')).toMatchObject(rejection(403))
    const acceptedAt = getValue(await browser.auth.acceptTerms('cli-demoterminos'))
    expect(Math.floor((acceptedAt ?? 0) / 1_000)).toBe(Math.floor(service.now() / 1_000))
    service.advance(5_000)
    expect(getValue(await browser.auth.acceptTerms('cli-demoterminos'))).toBe(acceptedAt)
    expect(getValue(await browser.auth.currentUser())).toMatchObject({ termsAcceptedAt: acceptedAt })
  })

  test(`${name}: a session with pending terms allows a new login`, async () => {
    const service = await create()
    await signIn(service.browser(), 'demoterminos')
    expect(await signIn(service.browser(), 'demoterminos')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: acceptTerms without a session is rejected`, async () => {
    expect(await (await create()).browser().auth.acceptTerms('cli-demo')).toMatchObject(rejection(401))
  })

  test(`${name}: a client with an expired password can sign in`, async () => {
    expect(await signIn((await create()).browser(), 'demovencida')).toMatchObject({
      kind: 'success',
      user: { id: 'cli-demovencida', passwordExpired: true },
    })
  })

  test(`${name}: an aborted call of any method returns unreachable`, async () => {
    const browser = (await create()).browser()
    const proof = await solveCheck(browser)
    const request = { username: 'demo', password: DEMO_PASSWORD, takeover: false, proof }
    expect(await browser.auth.signIn(request, createAbortedSignal())).toEqual(UNREACHABLE)
    expect(await browser.auth.acceptTerms('cli-demo', createAbortedSignal())).toEqual(UNREACHABLE)
    expect(await browser.auth.signOut(createAbortedSignal())).toEqual(UNREACHABLE)
    expect(await browser.auth.currentUser(createAbortedSignal())).toEqual(UNREACHABLE)
  })
}
