// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import type { SessionArea } from '#src/adapters/browser/storage.ts'
import { createVisitorSettings } from '#src/adapters/browser/visitor-settings.ts'
import { settingStoreContract } from '#tests/contract/settings-gateway.ts'

beforeEach(() => localStorage.clear())

settingStoreContract('browser of a visitor', async () => createVisitorSettings({ window }))

test.each(['', 'x', 'null', '5', '[]', '{"value":[1]}', '{"version":"1","value":1}', '{"version":-1,"value":1}'])(
  'an edited text counts as no value, and the next value replaces it: %s',
  async (text) => {
    localStorage.setItem('visitante.mesa', text)
    const settings = createVisitorSettings({ window })
    expect(await settings.read('mesa')).toEqual({ ok: true, value: { version: 0, value: null } })
    expect((await settings.write('mesa', { version: 0, value: 'new' })).ok).toBe(true)
    expect(await createVisitorSettings({ window }).read('mesa')).toEqual({
      ok: true,
      value: { version: 1, value: 'new' },
    })
  },
)

const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
const full: SessionArea = { getItem: () => null, setItem: refuse, removeItem: () => {}, clear: () => {} }

test.each([
  ['full', full],
  ['missing', null],
] as const)('a storage that is %s has no values, and refuses one with its reason', async (_, storage) => {
  const settings = createVisitorSettings({ window, storage })
  expect(await settings.read('mesa')).toEqual({ ok: true, value: { version: 0, value: null } })
  expect(await settings.write('mesa', { version: 0, value: 1 })).toEqual({
    ok: false,
    error: { kind: 'storage-unavailable' },
  })
})
