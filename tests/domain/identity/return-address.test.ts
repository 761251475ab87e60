import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RETURN_LIFETIME_MS, toReturnAddress } from '#src/domain/identity/return-address.ts'

const NOW = 1_800_000_000_000

test.each([
  '/dashboard/spot/?vista=velas&periodo=1m',
  '/',
  '/dashboard/spot/?desde=2026-11-20T08:00:00&hasta=2026-11-20T09:00:00',
])('toReturnAddress returns the address %j', (address) => {
  expect(toReturnAddress({ address, savedAt: NOW }, NOW)).toBe(address)
})

test.each([
  '//evil.example/dashboard/',
  '/\\evil.example',
  '/x\\..\\y',
  'https://evil.example/',
  'javascript:alert(1)',
  'dashboard/',
  '',
  '/\n/evil.example',
  '/\t/evil.example',
  `/${'a'.repeat(2_000)}`,
])('toReturnAddress returns null for the address %j', (address) => {
  expect(toReturnAddress({ address, savedAt: NOW }, NOW)).toBeNull()
})

test.each([0, RETURN_LIFETIME_MS])('toReturnAddress returns an address saved %d ms ago', (age) => {
  expect(toReturnAddress({ address: '/dashboard/', savedAt: NOW - age }, NOW)).toBe('/dashboard/')
})

test.each([RETURN_LIFETIME_MS + 1, -1, Number.NaN])(
  'toReturnAddress returns null for an address saved %d ms ago',
  (age) => {
    expect(toReturnAddress({ address: '/dashboard/', savedAt: NOW - age }, NOW)).toBeNull()
  },
)

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
