import { expect, test } from 'vitest'

import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import {
  type CreateIdentity,
  givenUp,
  proofFor,
  rejectedWith,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'

/** The registration of the wire examples. */
export const RECORD: RegistrationRecord = {
  firstName: 'Mariana',
  lastName: 'Ordóñez',
  enterprise: 'Comercial Nandu',
  legalPerson: 'natural',
  identification: 'C',
  identificationNumber: '1020304050',
  email: 'mordonez@nandu.example',
  country: 'Colombia',
  city: 'Bogotá',
  telephone: '3105550142',
  product: 'dolar',
  sentAt: '2026-11-21T09:43:15-05:00',
}

/** What any receiver of registrations does, whatever it is made of. */
export function registrationGatewayContract(name: string, create: CreateIdentity): void {
  test(`${name}: a registration is taken, and needs a proof of its own`, async () => {
    const browser = (await create()).browser()
    const proof = await proofFor(browser)
    expect(await browser.registrations.register(RECORD, proof)).toEqual({ ok: true, value: undefined })
    expect(await browser.registrations.register(RECORD, proof)).toMatchObject(rejectedWith(400))
  })

  test(`${name}: a registration that is given up is unreachable`, async () => {
    const browser = (await create()).browser()
    const answer = await browser.registrations.register(RECORD, await proofFor(browser), givenUp())
    expect(answer).toEqual(UNREACHABLE)
  })
}
