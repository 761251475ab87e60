import { expect, test } from 'vitest'

import {
  type CreateIdentity,
  createAbortedSignal,
  getValue,
  rejectedWith,
  signIn,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

/** Tests of every source of application tokens. Its service has an application account. */
export function applicationTokenContract(name: string, create: CreateIdentity): void {
  test(`${name}: a signed-in client gets an application token`, async () => {
    const browser = (await create()).browser()
    await signIn(browser, 'demo')
    expect(getValue(await browser.applicationToken.request())).toMatch(/^app-./)
  })

  test.each([
    ['demoterminos', 403],
    ['demovencida', 403],
    [null, 401],
  ])(`${name}: a request of an application token by %j is rejected with %i`, async (username, status) => {
    const browser = (await create()).browser()
    if (username) await signIn(browser, username)
    expect(await browser.applicationToken.request()).toMatchObject(rejectedWith(status))
  })

  test(`${name}: an aborted request of an application token is unreachable`, async () => {
    expect(await (await create()).browser().applicationToken.request(createAbortedSignal())).toEqual(UNREACHABLE)
  })
}
