import { expect, test } from 'vitest'

import {
  answerOf,
  type CreateIdentity,
  givenUp,
  rejectedWith,
  signIn,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

/** What any source of application tokens does, whatever it is made of; its service has an application account. */
export function applicationTokenContract(name: string, create: CreateIdentity): void {
  test(`${name}: a client who is let in gets an application token`, async () => {
    const browser = (await create()).browser()
    await signIn(browser, 'demo')
    expect(answerOf(await browser.applicationToken.request())).toMatch(/^app-./)
  })

  test.each([
    ['demoterminos', 403],
    ['demovencida', 403],
    [null, 401],
  ])(`${name}: the application token is refused to %j with %i`, async (username, status) => {
    const browser = (await create()).browser()
    if (username) await signIn(browser, username)
    expect(await browser.applicationToken.request()).toMatchObject(rejectedWith(status))
  })

  test(`${name}: asking for an application token may be given up`, async () => {
    expect(await (await create()).browser().applicationToken.request(givenUp())).toEqual(UNREACHABLE)
  })
}
