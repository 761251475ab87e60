import { expect, test } from 'vitest'

import {
  type CreateIdentity,
  createAbortedSignal,
  rejection,
  solveCheck,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'

/** Tests of every registration gateway. */
export function registrationGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: a registration requires its own proof`, async () => {
    const browser = (await create()).browser()
    const proof = await solveCheck(browser)
    expect(await browser.registrations.register(REGISTRATION_RECORD, proof)).toEqual({ ok: true, value: undefined })
    expect(await browser.registrations.register(REGISTRATION_RECORD, proof)).toMatchObject(rejection(400))
  })

  test(`${name}: an aborted registration returns unreachable`, async () => {
    const browser = (await create()).browser()
    const result = await browser.registrations.register(
      REGISTRATION_RECORD,
      await solveCheck(browser),
      createAbortedSignal(),
    )
    expect(result).toEqual(UNREACHABLE)
  })
}
