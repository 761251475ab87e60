import { expect, test } from 'vitest'

import {
  answerOf,
  type CreateIdentity,
  DEMO_PASSWORD,
  givenUp,
  proofFor,
  rejectedWith,
  signIn,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

const DAY_MS = 86_400_000

/** What any gateway to the client's account does, whatever it is made of. */
export function authGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: a client is let in and known from then on`, async () => {
    const browser = (await create()).browser()
    expect(await browser.auth.currentUser()).toEqual({ ok: true, value: null })
    const outcome = await signIn(browser, 'demo')
    expect(outcome).toEqual({
      kind: 'success',
      user: {
        id: 'cli-demo',
        name: 'Camila Restrepo',
        email: 'demo@mercadodolar.example',
        keyExpired: false,
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
    ['demo', 'Demo#Dolar2025', 'invalid'],
    ['nadie', DEMO_PASSWORD, 'invalid'],
    ['democaducada', DEMO_PASSWORD, 'expired'],
    ['democaducada', 'Demo#Dolar2025', 'invalid'],
    ['demoinactiva', DEMO_PASSWORD, 'disabled'],
    ['demoinactiva', 'Demo#Dolar2025', 'invalid'],
  ])(`${name}: %s with %s is %s, and nobody is let in`, async (username, password, kind) => {
    const browser = (await create()).browser()
    expect(await signIn(browser, username, { password })).toEqual({ kind })
    expect(answerOf(await browser.auth.currentUser())).toBeNull()
  })

  test(`${name}: a user name is the same in any case`, async () => {
    expect(await signIn((await create()).browser(), 'DEMO')).toMatchObject({ kind: 'success' })
  })

  test.each([
    ['with a made up one', 'inventada'],
    ['without one', ''],
  ])(`${name}: a login %s instead of a proof is rejected`, async (_, text) => {
    const { auth } = (await create()).browser()
    const request = { username: 'demo', password: DEMO_PASSWORD, takeover: false }
    const answer = await auth.signIn({ ...request, proof: { text, expiresAt: Number.MAX_SAFE_INTEGER } })
    expect(answer).toMatchObject(rejectedWith(400))
  })

  test(`${name}: a proof serves one try, also one that fails`, async () => {
    const browser = (await create()).browser()
    const proof = await proofFor(browser)
    const request = { username: 'demo', takeover: false, proof }
    expect(answerOf(await browser.auth.signIn({ ...request, password: 'otra' }))).toEqual({ kind: 'invalid' })
    expect(await browser.auth.signIn({ ...request, password: DEMO_PASSWORD })).toMatchObject(rejectedWith(400))
  })

  test(`${name}: a proof that came too late is rejected`, async () => {
    const service = await create()
    const browser = service.browser()
    const proof = await proofFor(browser)
    expect(proof.expiresAt).toBeGreaterThan(service.now())
    service.pass(proof.expiresAt - service.now() + 60_000)
    const answer = await browser.auth.signIn({ username: 'demo', password: DEMO_PASSWORD, takeover: false, proof })
    expect(answer).toMatchObject(rejectedWith(400))
  })

  test.each(['', 'de mo', 'demo;', 'd'.repeat(51)])(
    `${name}: the user name %j breaks the form's rules`,
    async (username) => {
      const browser = (await create()).browser()
      const proof = await proofFor(browser)
      const answer = await browser.auth.signIn({ username, password: DEMO_PASSWORD, takeover: false, proof })
      expect(answer).toMatchObject(rejectedWith(400))
    },
  )

  test(`${name}: a second browser is told of the session that is open, and may take it over`, async () => {
    const service = await create()
    const [first, second] = [service.browser(), service.browser()]
    await signIn(first, 'demo')
    expect(await signIn(second, 'demo', { password: 'otra' })).toEqual({ kind: 'invalid' })
    expect(await signIn(second, 'demo')).toEqual({ kind: 'session-active' })
    expect(answerOf(await second.auth.currentUser())).toBeNull()
    expect(await signIn(second, 'demo', { takeover: true })).toMatchObject({ kind: 'success' })
    expect(answerOf(await first.auth.currentUser())).toBeNull()
    expect(answerOf(await second.auth.currentUser())).toMatchObject({ id: 'cli-demo' })
  })

  test(`${name}: the same browser may sign in again, also as somebody else`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    expect(await signIn(browser, 'demo')).toMatchObject({ kind: 'success' })
    expect(await signIn(browser, 'demodos')).toMatchObject({ kind: 'success', user: { id: 'cli-demodos' } })
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: whoever leaves is nobody, and leaves the account free`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    expect(await browser.auth.signOut()).toEqual({ ok: true, value: undefined })
    expect(answerOf(await browser.auth.currentUser())).toBeNull()
    expect(await browser.auth.signOut()).toEqual({ ok: true, value: undefined })
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: a session is over after its 12 hours, not before, and stands in nobody's way`, async () => {
    const service = await create()
    const browser = service.browser()
    await signIn(browser, 'demo')
    service.pass(DAY_MS / 2)
    expect(answerOf(await browser.auth.currentUser())).toMatchObject({ id: 'cli-demo' })
    service.pass(1)
    expect(answerOf(await browser.auth.currentUser())).toBeNull()
    expect(await signIn(service.browser(), 'demo')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: terms are accepted once, by the one whom they are shown to`, async () => {
    const service = await create()
    const browser = service.browser()
    expect(await signIn(browser, 'demoterminos')).toMatchObject({ kind: 'success', user: { termsAcceptedAt: null } })
    expect(await browser.auth.acceptTerms('cli-demo')).toMatchObject(rejectedWith(403))
    const acceptedAt = answerOf(await browser.auth.acceptTerms('cli-demoterminos'))
    expect(Math.floor((acceptedAt ?? 0) / 1_000)).toBe(Math.floor(service.now() / 1_000))
    service.pass(5_000)
    expect(answerOf(await browser.auth.acceptTerms('cli-demoterminos'))).toBe(acceptedAt)
    expect(answerOf(await browser.auth.currentUser())).toMatchObject({ termsAcceptedAt: acceptedAt })
  })

  test(`${name}: a pending session stands in nobody's way`, async () => {
    const service = await create()
    await signIn(service.browser(), 'demoterminos')
    expect(await signIn(service.browser(), 'demoterminos')).toMatchObject({ kind: 'success' })
  })

  test(`${name}: without a session there are no terms to accept`, async () => {
    expect(await (await create()).browser().auth.acceptTerms('cli-demo')).toMatchObject(rejectedWith(401))
  })

  test(`${name}: an expired password lets its client in to renew it`, async () => {
    expect(await signIn((await create()).browser(), 'demovencida')).toMatchObject({
      kind: 'success',
      user: { id: 'cli-demovencida', keyExpired: true },
    })
  })

  test(`${name}: a call to the account that is given up is unreachable`, async () => {
    const browser = (await create()).browser()
    const proof = await proofFor(browser)
    const request = { username: 'demo', password: DEMO_PASSWORD, takeover: false, proof }
    expect(await browser.auth.signIn(request, givenUp())).toEqual(UNREACHABLE)
    expect(await browser.auth.acceptTerms('cli-demo', givenUp())).toEqual(UNREACHABLE)
    expect(await browser.auth.signOut(givenUp())).toEqual(UNREACHABLE)
    expect(await browser.auth.currentUser(givenUp())).toEqual(UNREACHABLE)
  })
}
