import { expect, test } from 'vitest'

import { createOtherRequests } from '#bench/abuse/others.ts'

test('the other requests come from 40 addresses, and each visitor loads all parts of its pages', () => {
  const createRequest = createOtherRequests(['session=1', 'session=2'])
  const pathsByAddress = new Map<string, Set<string>>()
  for (let i = 0; i < 1_000; i += 1) {
    const text = String(createRequest())
    const [, address = ''] = /x-forwarded-for: (\S+)/.exec(text) ?? []
    const paths = pathsByAddress.get(address) ?? new Set()
    pathsByAddress.set(address, paths.add(text.split(' ')[1] ?? ''))
  }
  expect(pathsByAddress.size).toBe(40)
  const pathCounts = [...pathsByAddress.values()].map((paths) => paths.size)
  expect(pathCounts.filter((count) => count === 11)).toHaveLength(38)
})
