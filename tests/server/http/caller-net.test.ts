import { expect, test } from 'vitest'

import { callerNet } from '#server/http/caller-net.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1::', '1:0:0:0'],
])('%s belongs to the network %s', (address, net) => {
  expect(callerNet(address)).toBe(net)
})

test('callerNet returns a text that is not an address unchanged', () => {
  expect(callerNet('no address')).toBe('no address')
})
