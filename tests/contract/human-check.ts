import { expect, test } from 'vitest'

import { answerOf, type CreateIdentity, givenUp, UNREACHABLE } from '#tests/contract/identity-under-test.ts'

const MINUTE_MS = 60_000

/** What any check that the page draws does, whatever it is made of. */
export function humanCheckContract(name: string, create: CreateIdentity): void {
  test(`${name}: each proof is another one and good for minutes`, async () => {
    const { browser, now } = await create()
    const { humanCheck } = browser()
    const [one, other] = [answerOf(await humanCheck.solve()), answerOf(await humanCheck.solve())]
    expect(one.text).not.toBe(other.text)
    for (const { expiresAt } of [one, other]) {
      expect(expiresAt - now()).toBeGreaterThan(MINUTE_MS)
      expect(expiresAt - now()).toBeLessThanOrEqual(5 * MINUTE_MS)
    }
  })

  test(`${name}: a check that is given up is unreachable`, async () => {
    expect(await (await create()).browser().humanCheck.solve(givenUp())).toEqual(UNREACHABLE)
  })
}
