import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createDeviceTags, MAX_ACCOUNTS } from '#server/security/known-devices.ts'

const tags = createDeviceTags('key', 'md_equipo')

test('a device is known to the accounts that signed in from it', () => {
  const first = tags.add(undefined, 'demo')
  const both = tags.add(first, 'demodos')
  const device = tags.find(first, 'demo')
  expect(device).not.toBeNull()
  expect([tags.find(both, 'demo'), tags.find(both, 'demodos')]).toEqual([device, device])
  expect(tags.find(first, 'demodos')).toBeNull()
  expect(tags.add(both, 'demo').length).toBe(both.length)
})

test('a device knows the accounts of its last logins', () => {
  const names = Array.from({ length: MAX_ACCOUNTS + 1 }, (_, index) => `user${index}`)
  const value = names.reduce<string | undefined>(tags.add, undefined)
  expect(names.map((name) => tags.find(value, name) !== null)).toEqual([false, true, true, true, true, true])
})

test.each([undefined, '', 'x', 'a'.repeat(22), `${'a'.repeat(22)}.${'b'.repeat(22)}`, 'a.'.repeat(4_000)])(
  'the cookie %j names no device',
  (value) => {
    expect(tags.find(value, 'demo')).toBeNull()
    expect(tags.find(tags.add(value, 'demo'), 'demo')).not.toBeNull()
  },
)

test('only a login of the account makes a device known, whatever an attacker has', () => {
  const account = fc.constantFrom('demo', 'demodos', 'otra')
  fc.assert(
    fc.property(
      fc.array(
        account.filter((name) => name !== 'demo'),
        { maxLength: 8 },
      ),
      fc.nat(),
      (own, cut) => {
        const foreign = tags.find(tags.add(undefined, 'demo'), 'demo')
        const value = own.reduce<string | undefined>(tags.add, undefined) ?? ''
        expect(tags.find(value, 'demo')).toBeNull()
        // The id of a known device alone is worth nothing.
        expect(tags.find(`${foreign}${value.slice(22)}`, 'demo')).toBeNull()
        expect(tags.find(value.slice(0, cut % (value.length + 1)), 'demo')).toBeNull()
        expect(createDeviceTags('other key', 'md_equipo').find(tags.add(value, 'demo'), 'demo')).toBeNull()
        expect(createDeviceTags('key', 'md_imc_equipo').find(tags.add(value, 'demo'), 'demo')).toBeNull()
      },
    ),
  )
})
