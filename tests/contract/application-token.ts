import { expect, test } from 'vitest'

import {
  type CreateIdentity,
  createAbortedSignal,
  getValue,
  rejection,
  signIn,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

/** Tests of every application token gateway. The service must have an application account. */
export function applicationTokenContract(name: string, create: CreateIdentity): void {
  test(`${name}: a signed-in client gets an application token`, async () => {
    const browser = (await create()).browser()
    await signIn(browser, 'demo')
    expect(getValue(await browser.applicationToken.request())).toMatch(/^app-./)
  })

  test.each([
    ['a client with pending terms', 403, 'demoterminos'],
    ['a client with an expired password', 403, 'demovencida'],
    ['a visitor', 401, null],
  ])(`${name}: an application token request of %s is rejected with %i`, async (_name, status, username) => {
    const browser = (await create()).browser()
    if (username) await signIn(browser, username)
    expect(await browser.applicationToken.request()).toMatchObject(rejection(status))
  })

  test(`${name}: an aborted application token request returns unreachable`, async () => {
    expect(await (await create()).browser().applicationToken.request(createAbortedSignal())).toEqual(UNREACHABLE)
  })
}
