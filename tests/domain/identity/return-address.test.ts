import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RETURN_LIFETIME_MS, toReturnAddress } from '#src/domain/identity/return-address.ts'

const NOW = 1_800_000_000_000

test.each([
  ['/dashboard/spot/?vista=velas&periodo=1m', true],
  ['/', true],
  ['/dashboard/spot/?desde=2026-11-20T08:00:00&hasta=2026-11-20T09:00:00', true],
  ['//evil.example/dashboard/', false],
  ['/\\evil.example', false],
  ['/x\\..\\y', false],
  ['https://evil.example/', false],
  ['javascript:alert(1)', false],
  ['dashboard/', false],
  ['', false],
  ['/\n/evil.example', false],
  ['/\t/evil.example', false],
  [`/${'a'.repeat(2_000)}`, false],
])('toReturnAddress returns the address %j: %s', (address, isReturned) => {
  expect(toReturnAddress({ address, savedAt: NOW }, NOW)).toBe(isReturned ? address : null)
})

test.each([
  [0, true],
  [RETURN_LIFETIME_MS, true],
  [RETURN_LIFETIME_MS + 1, false],
  [-1, false],
  [Number.NaN, false],
])('toReturnAddress returns an address saved %d ms ago: %s', (age, isReturned) => {
  expect(toReturnAddress({ address: '/dashboard/', savedAt: NOW - age }, NOW)).toBe(isReturned ? '/dashboard/' : null)
})

test('a returned address always has the origin of the portal', () => {
  const origin = 'https://portal.example'
  const parts = fc.constantFrom('/', '\\', ':', '@', '\n', '\t', 'evil.example', 'dashboard', '?', '#', '..', 'https:')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts).map((all) => all.join('')),
        fc.string(),
      ),
      (address) => {
        const returnAddress = toReturnAddress({ address, savedAt: NOW }, NOW)
        if (returnAddress !== null) expect(new URL(returnAddress, origin).origin).toBe(origin)
      },
    ),
  )
})
