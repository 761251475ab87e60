import { expect, test } from 'vitest'

import {
  type CreateIdentity,
  givenUp,
  proofFor,
  rejectedWith,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'

/** What any receiver of registrations does, whatever it is made of. */
export function registrationGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: a registration is taken, and needs a proof of its own`, async () => {
    const browser = (await create()).browser()
    const proof = await proofFor(browser)
    expect(await browser.registrations.register(REGISTRATION_RECORD, proof)).toEqual({ ok: true, value: undefined })
    expect(await browser.registrations.register(REGISTRATION_RECORD, proof)).toMatchObject(rejectedWith(400))
  })

  test(`${name}: a registration that is given up is unreachable`, async () => {
    const browser = (await create()).browser()
    const answer = await browser.registrations.register(REGISTRATION_RECORD, await proofFor(browser), givenUp())
    expect(answer).toEqual(UNREACHABLE)
  })
}
