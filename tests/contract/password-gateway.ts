import { expect, test } from 'vitest'

import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import {
  answerOf,
  type BrowserUnderTest,
  type CreateIdentity,
  DEMO_PASSWORD,
  givenUp,
  type IdentityUnderTest,
  NEW_PASSWORD,
  proofFor,
  rejectedWith,
  signIn,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

const EMAIL = 'demo@mercadodolar.example'
const HALF_HOUR_MS = 1_800_000
const DONE = { ok: true, value: 'done' }
const REFUSED = { ok: true, value: 'refused' }

const ask = async (browser: BrowserUnderTest, email = EMAIL) =>
  browser.passwords.requestRecovery(email, await proofFor(browser))

async function linkFrom(service: IdentityUnderTest, browser: BrowserUnderTest, email = EMAIL): Promise<RecoveryTokens> {
  expect(await ask(browser, email)).toEqual(DONE)
  const link = await service.linkOf(email)
  if (!link) throw new Error(`no link came to ${email}`)
  return link
}

const renewal = { userId: 'cli-demovencida', username: 'demovencida', email: 'demovencida@mercadodolar.example' }

/** What any password service does, whatever it is made of. */
export function passwordGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: the answer is the same whether an address has an account or not`, async () => {
    const service = await create()
    const browser = service.browser()
    expect(await ask(browser, 'nadie@mercadodolar.example')).toEqual(await ask(browser))
    expect(await service.linkOf('nadie@mercadodolar.example')).toBeNull()
    expect(await service.linkOf(EMAIL)).not.toBeNull()
  })

  test(`${name}: a recovery needs a proof of its own`, async () => {
    const browser = (await create()).browser()
    const proof = await proofFor(browser)
    expect(await browser.passwords.requestRecovery(EMAIL, proof)).toEqual(DONE)
    expect(await browser.passwords.requestRecovery(EMAIL, proof)).toMatchObject(rejectedWith(400))
  })

  test.each(['', 'demo', 'demo@'])(`${name}: a recovery for %j is rejected`, async (email) => {
    expect(await ask((await create()).browser(), email)).toMatchObject(rejectedWith(400))
  })

  test(`${name}: a link is good until it is used, and looking at it does not use it`, async () => {
    const service = await create()
    const browser = service.browser()
    const link = await linkFrom(service, browser)
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
    expect(await browser.passwords.reset(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(DONE)
    expect(await browser.passwords.verifyTokens(link)).toEqual(REFUSED)
    expect(await browser.passwords.reset(link, 'Otra#Clave2026', 'Otra#Clave2026')).toEqual(REFUSED)
    expect(await signIn(browser, 'demo', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test(`${name}: the old password is none any more`, async () => {
    const service = await create()
    const browser = service.browser()
    await browser.passwords.reset(await linkFrom(service, browser), NEW_PASSWORD, NEW_PASSWORD)
    expect(await signIn(browser, 'demo')).toEqual({ kind: 'invalid' })
  })

  test.each([
    [HALF_HOUR_MS, DONE],
    [HALF_HOUR_MS + 1, REFUSED],
  ])(`${name}: %i ms after it was made a link answers %j`, async (age, answer) => {
    const service = await create()
    const browser = service.browser()
    const link = await linkFrom(service, browser)
    service.pass(age)
    expect(await browser.passwords.verifyTokens(link)).toEqual(answer)
    expect(await browser.passwords.reset(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(answer)
  })

  test(`${name}: both halves of a link are needed`, async () => {
    const service = await create()
    const browser = service.browser()
    const { token, token2 } = await linkFrom(service, browser)
    for (const tokens of [
      { token, token2: token },
      { token: token2, token2: token },
      { token, token2: '' },
    ]) {
      expect(await browser.passwords.verifyTokens(tokens)).toEqual(REFUSED)
      expect(await browser.passwords.reset(tokens, NEW_PASSWORD, NEW_PASSWORD)).toEqual(REFUSED)
    }
    expect(await browser.passwords.verifyTokens({ token, token2 })).toEqual(DONE)
  })

  test.each([
    ['Corta#1', 'Corta#1'],
    [NEW_PASSWORD, `${NEW_PASSWORD}1`],
    ['', ''],
  ])(`${name}: a reset to %j and %j breaks a rule and leaves the link good`, async (password, repeat) => {
    const service = await create()
    const browser = service.browser()
    const link = await linkFrom(service, browser)
    expect(await browser.passwords.reset(link, password, repeat)).toMatchObject(rejectedWith(400))
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
  })

  test(`${name}: a reset ends every session of its client`, async () => {
    const service = await create()
    const [one, other] = [service.browser(), service.browser()]
    await signIn(one, 'demo')
    await signIn(other, 'demodos')
    const browser = service.browser()
    await browser.passwords.reset(await linkFrom(service, browser), NEW_PASSWORD, NEW_PASSWORD)
    expect(answerOf(await one.auth.currentUser())).toBeNull()
    expect(answerOf(await other.auth.currentUser())).not.toBeNull()
  })

  test(`${name}: an expired password is renewed by its client, who stays signed in`, async () => {
    const browser = (await create()).browser()
    await signIn(browser, 'demovencida')
    expect(await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD })).toEqual(DONE)
    expect(answerOf(await browser.auth.currentUser())).toMatchObject({ id: 'cli-demovencida', keyExpired: false })
    await browser.auth.signOut()
    expect(await signIn(browser, 'demovencida')).toEqual({ kind: 'invalid' })
    expect(await signIn(browser, 'demovencida', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test.each([
    ['userId', 'cli-demo'],
    ['username', 'demo'],
    ['email', EMAIL],
  ])(`${name}: a renewal of another %s is rejected`, async (field, value) => {
    const browser = (await create()).browser()
    await signIn(browser, 'demovencida')
    const answer = await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD, [field]: value })
    expect(answer).toMatchObject(rejectedWith(403))
  })

  test(`${name}: a renewal that breaks a rule, comes without a session or without need is rejected`, async () => {
    const browser = (await create()).browser()
    expect(await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD })).toMatchObject(rejectedWith(401))
    await signIn(browser, 'demovencida')
    expect(await browser.passwords.renew({ ...renewal, password: 'corta' })).toMatchObject(rejectedWith(400))
    await signIn(browser, 'demo')
    const own = { userId: 'cli-demo', username: 'demo', email: EMAIL, password: NEW_PASSWORD }
    expect(await browser.passwords.renew(own)).toMatchObject(rejectedWith(403))
    await browser.auth.signOut()
    expect(await signIn(browser, 'demo', { password: DEMO_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test(`${name}: a call about a password that is given up is unreachable`, async () => {
    const browser = (await create()).browser()
    const { passwords } = browser
    const tokens = { token: 'a', token2: 'b' }
    expect(await passwords.requestRecovery(EMAIL, await proofFor(browser), givenUp())).toEqual(UNREACHABLE)
    expect(await passwords.verifyTokens(tokens, givenUp())).toEqual(UNREACHABLE)
    expect(await passwords.reset(tokens, NEW_PASSWORD, NEW_PASSWORD, givenUp())).toEqual(UNREACHABLE)
    expect(await passwords.renew({ ...renewal, password: NEW_PASSWORD }, givenUp())).toEqual(UNREACHABLE)
  })
}
