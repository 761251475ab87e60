import { expect, test } from 'vitest'
import type { RecoveryTokens } from '#src/application/identity/ports.ts'

import {
  type BrowserUnderTest,
  type CreateIdentity,
  createAbortedSignal,
  DEMO_PASSWORD,
  getValue,
  type IdentityUnderTest,
  NEW_PASSWORD,
  rejection,
  signIn,
  solveCheck,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

const EMAIL = 'demo@mercadodolar.example'
const HALF_HOUR_MS = 1_800_000
const DONE = { ok: true, value: 'done' }
const REFUSED = { ok: true, value: 'refused' }

const requestRecovery = async (browser: BrowserUnderTest, email = EMAIL) =>
  browser.passwords.requestRecovery(email, await solveCheck(browser))

async function requestLink(
  service: IdentityUnderTest,
  browser: BrowserUnderTest,
  email = EMAIL,
): Promise<RecoveryTokens> {
  expect(await requestRecovery(browser, email)).toEqual(DONE)
  const link = await service.findLink(email)
  if (!link) throw new Error(`no link for ${email}`)
  return link
}

const renewal = { userId: 'cli-demovencida', username: 'demovencida', email: 'demovencida@mercadodolar.example' }

/** Tests of every password gateway. */
export function passwordGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: the reply to a recovery is the same with and without an account`, async () => {
    const service = await create()
    const browser = service.browser()
    expect(await requestRecovery(browser, 'nadie@mercadodolar.example')).toEqual(await requestRecovery(browser))
    expect(await service.findLink('nadie@mercadodolar.example')).toBeNull()
    expect(await service.findLink(EMAIL)).not.toBeNull()
  })

  test(`${name}: a recovery requires its own proof`, async () => {
    const browser = (await create()).browser()
    const proof = await solveCheck(browser)
    expect(await browser.passwords.requestRecovery(EMAIL, proof)).toEqual(DONE)
    expect(await browser.passwords.requestRecovery(EMAIL, proof)).toMatchObject(rejection(400))
  })

  test.each(['', 'demo', 'demo@'])(`${name}: a recovery for the mail address %j is rejected`, async (email) => {
    expect(await requestRecovery((await create()).browser(), email)).toMatchObject(rejection(400))
  })

  test(`${name}: a link is valid until a reset uses it`, async () => {
    const service = await create()
    const browser = service.browser()
    const link = await requestLink(service, browser)
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
    expect(await browser.passwords.reset(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(DONE)
    expect(await browser.passwords.verifyTokens(link)).toEqual(REFUSED)
    expect(await browser.passwords.reset(link, 'Otra#Clave2026', 'Otra#Clave2026')).toEqual(REFUSED)
    expect(await signIn(browser, 'demo', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test(`${name}: a reset replaces the password`, async () => {
    const service = await create()
    const browser = service.browser()
    await browser.passwords.reset(await requestLink(service, browser), NEW_PASSWORD, NEW_PASSWORD)
    expect(await signIn(browser, 'demo')).toEqual({ kind: 'invalid' })
  })

  test.each([
    ['30 minutes old is accepted', HALF_HOUR_MS, DONE],
    ['30 minutes and 1 ms old is refused', HALF_HOUR_MS + 1, REFUSED],
  ])(`${name}: a link that is %s`, async (_case, age, reply) => {
    const service = await create()
    const browser = service.browser()
    const link = await requestLink(service, browser)
    service.advance(age)
    expect(await browser.passwords.verifyTokens(link)).toEqual(reply)
    expect(await browser.passwords.reset(link, NEW_PASSWORD, NEW_PASSWORD)).toEqual(reply)
  })

  test(`${name}: a link requires both tokens`, async () => {
    const service = await create()
    const browser = service.browser()
    const { token, token2 } = await requestLink(service, browser)
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
    ['a short password', 'Corta#1', 'Corta#1'],
    ['two different passwords', NEW_PASSWORD, `${NEW_PASSWORD}1`],
    ['an empty password', '', ''],
  ])(`${name}: a reset with %s is rejected and does not use the link`, async (_case, password, repeat) => {
    const service = await create()
    const browser = service.browser()
    const link = await requestLink(service, browser)
    expect(await browser.passwords.reset(link, password, repeat)).toMatchObject(rejection(400))
    expect(await browser.passwords.verifyTokens(link)).toEqual(DONE)
  })

  test(`${name}: a reset ends only the session of its client`, async () => {
    const service = await create()
    const [one, other] = [service.browser(), service.browser()]
    await signIn(one, 'demo')
    await signIn(other, 'demodos')
    const browser = service.browser()
    await browser.passwords.reset(await requestLink(service, browser), NEW_PASSWORD, NEW_PASSWORD)
    expect(getValue(await one.auth.currentUser())).toBeNull()
    expect(getValue(await other.auth.currentUser())).not.toBeNull()
  })

  test(`${name}: renew replaces an expired password and does not end the session`, async () => {
    const browser = (await create()).browser()
    await signIn(browser, 'demovencida')
    expect(await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD })).toEqual(DONE)
    expect(getValue(await browser.auth.currentUser())).toMatchObject({ id: 'cli-demovencida', passwordExpired: false })
    await browser.auth.signOut()
    expect(await signIn(browser, 'demovencida')).toEqual({ kind: 'invalid' })
    expect(await signIn(browser, 'demovencida', { password: NEW_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test.each([
    ['userId', 'cli-demo'],
    ['username', 'demo'],
    ['email', EMAIL],
  ])(`${name}: a renewal with another %s is rejected`, async (field, value) => {
    const browser = (await create()).browser()
    await signIn(browser, 'demovencida')
    const result = await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD, [field]: value })
    expect(result).toMatchObject(rejection(403))
  })

  test(`${name}: a renewal is rejected without a session, with an invalid password and before the password expires`, async () => {
    const browser = (await create()).browser()
    expect(await browser.passwords.renew({ ...renewal, password: NEW_PASSWORD })).toMatchObject(rejection(401))
    await signIn(browser, 'demovencida')
    expect(await browser.passwords.renew({ ...renewal, password: 'corta' })).toMatchObject(rejection(400))
    expect(await browser.passwords.renew({ ...renewal, password: DEMO_PASSWORD })).toMatchObject(rejection(400))
    await signIn(browser, 'demo')
    const demoRenewal = { userId: 'cli-demo', username: 'demo', email: EMAIL, password: NEW_PASSWORD }
    expect(await browser.passwords.renew(demoRenewal)).toMatchObject(rejection(403))
    await browser.auth.signOut()
    expect(await signIn(browser, 'demo', { password: DEMO_PASSWORD })).toMatchObject({ kind: 'success' })
  })

  test(`${name}: an aborted password call returns unreachable`, async () => {
    const browser = (await create()).browser()
    const { passwords } = browser
    const tokens = { token: 'a', token2: 'b' }
    expect(await passwords.requestRecovery(EMAIL, await solveCheck(browser), createAbortedSignal())).toEqual(
      UNREACHABLE,
    )
    expect(await passwords.verifyTokens(tokens, createAbortedSignal())).toEqual(UNREACHABLE)
    expect(await passwords.reset(tokens, NEW_PASSWORD, NEW_PASSWORD, createAbortedSignal())).toEqual(UNREACHABLE)
    expect(await passwords.renew({ ...renewal, password: NEW_PASSWORD }, createAbortedSignal())).toEqual(UNREACHABLE)
  })
}
