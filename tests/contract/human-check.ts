import { expect, test } from 'vitest'

import { type CreateIdentity, createAbortedSignal, getValue, UNREACHABLE } from '#tests/contract/identity-under-test.ts'

const MINUTE_MS = 60_000

/** Tests of every proof-of-work check. */
export function humanCheckContract(name: string, create: CreateIdentity): void {
  test(`${name}: each proof is new and valid for one to five minutes`, async () => {
    const { browser, now } = await create()
    const { humanCheck } = browser()
    const [one, other] = [getValue(await humanCheck.solve()), getValue(await humanCheck.solve())]
    expect(one.text).not.toBe(other.text)
    for (const { expiresAt } of [one, other]) {
      expect(expiresAt - now()).toBeGreaterThan(MINUTE_MS)
      expect(expiresAt - now()).toBeLessThanOrEqual(5 * MINUTE_MS)
    }
  })

  test(`${name}: an aborted check returns unreachable`, async () => {
    expect(await (await create()).browser().humanCheck.solve(createAbortedSignal())).toEqual(UNREACHABLE)
  })
}
