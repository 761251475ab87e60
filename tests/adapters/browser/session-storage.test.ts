import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createSessionStorage } from '#src/adapters/browser/session-storage.ts'
import { isExpired, toSessionStatus } from '#src/domain/identity/session.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { createTestTabs } from '#tests/support/tabs.ts'

function createStoredSession() {
  const tabs = createTestTabs()
  const store = createSessionStorage({ window: tabs.open() })
  store.write(SESSION)
  return { tabs, store }
}

test('write stores a session under the documented keys', () => {
  const { tabs, store } = createStoredSession()
  store.writeApplicationToken('app-1')
  expect(Object.fromEntries(tabs.keys().map((key) => [key, tabs.read(key)]))).toEqual({
    user: JSON.stringify({
      id: 'cli-demo',
      name: 'Camila Restrepo',
      email: 'demo@mercadodolar.example',
      token: 'tok-6b1f9c2e',
      key_expired: false,
      fecha_confirmacion: '2026-03-02T14:15:00.250Z',
    }),
    username: 'demo',
    user_id: 'cli-demo',
    email: 'demo@mercadodolar.example',
    token: 'tok-6b1f9c2e',
    time_token: String(SESSION.startedAt),
    key_expired: 'false',
    sesiones: '1',
    token_app: 'app-1',
  })
})

test('write sets the key sesiones last, and wipe removes it first', () => {
  const { tabs, store } = createStoredSession()
  const otherTab = createSessionStorage({ window: tabs.open() })
  const kinds: string[] = []
  otherTab.subscribe(() => kinds.push(otherTab.read().kind))
  store.wipe()
  store.write(SESSION)
  expect([...new Set(kinds.slice(0, -1))]).toEqual(['none'])
  expect(kinds.at(-1)).toBe('session')
})

test('writing another session removes the application token', () => {
  const { tabs, store } = createStoredSession()
  store.writeApplicationToken('app-1')
  store.write({ ...SESSION, startedAt: SESSION.startedAt + 1 })
  expect(tabs.read('token_app')).toBeNull()
})

test.each([0, 1, 4, 7])('write leaves no key when the storage is full after %i writes', (writes) => {
  const tabs = createTestTabs()
  const store = createSessionStorage({ window: tabs.open() })
  tabs.fill(writes)
  expect(store.write(SESSION)).toEqual({ ok: false, error: { kind: 'storage-unavailable' } })
  expect(tabs.keys()).toEqual([])
})

test('wipe deletes no keys of other features', () => {
  const { tabs, store } = createStoredSession()
  tabs.editManually('entidadId', 'ent-andina')
  store.wipe()
  expect(tabs.keys()).toEqual(['entidadId'])
})

test.each([
  ['sesiones', '0'],
  ['sesiones', 'true'],
  ['sesiones', ''],
  ['user', null],
  ['user', ''],
  ['user', 'null'],
  ['user', '[]'],
  ['user', '{"id":"cli-demo"}'],
  ['username', null],
  ['username', ''],
  ['user_id', 'cli-otra'],
  ['user_id', null],
  ['email', 'otra@mercadodolar.example'],
  ['token', 'tok-otro'],
  ['time_token', null],
  ['time_token', ''],
  ['time_token', '1e9'],
  ['time_token', '-1'],
  ['time_token', ' 1795272195007'],
  ['time_token', '1'.repeat(16)],
  ['key_expired', null],
  ['key_expired', 'no'],
  ['key_expired', 'FALSE'],
])('a session is invalid when a user changes %s to %j', (key, value) => {
  const { tabs, store } = createStoredSession()
  tabs.editManually(key, value)
  expect(store.read()).toEqual({ kind: 'invalid' })
  expect(toSessionStatus(store.read(), SESSION.startedAt).kind).toBe('expired')
})

test('read finds no session when the key sesiones is missing', () => {
  const { tabs, store } = createStoredSession()
  tabs.editManually('sesiones', null)
  expect(store.read()).toEqual({ kind: 'none' })
})

test.each(['1', '999999999999999', String(SESSION.startedAt + 43_200_001)])(
  'a session is expired when a user changes its start to %s',
  (time) => {
    const { tabs, store } = createStoredSession()
    tabs.editManually('time_token', time)
    const stored = store.read()
    expect(stored.kind === 'session' && isExpired(stored.session.startedAt, SESSION.startedAt)).toBe(true)
  },
)

test('read reports an expired password when only one of the two key_expired values is true', () => {
  const { tabs, store } = createStoredSession()
  store.write({ ...SESSION, user: { ...SESSION.user, passwordExpired: true } })
  tabs.editManually('key_expired', 'false')
  expect(store.read()).toMatchObject({ session: { user: { passwordExpired: true } } })
  const user = JSON.parse(tabs.read('user') ?? '')
  tabs.editManually('key_expired', 'true')
  tabs.editManually('user', JSON.stringify({ ...user, key_expired: false }))
  expect(store.read()).toMatchObject({ session: { user: { passwordExpired: true } } })
})

test('read never throws on values that a user edited', () => {
  const { tabs, store } = createStoredSession()
  fc.assert(
    fc.property(fc.constantFrom(...tabs.keys()), fc.oneof(fc.json(), fc.string()), (key, value) => {
      const before = tabs.read(key)
      tabs.editManually(key, value)
      expect(['none', 'invalid', 'session']).toContain(store.read().kind)
      tabs.editManually(key, before)
    }),
  )
})

test('read rejects a session whose user has not accepted the terms of use', () => {
  const { tabs, store } = createStoredSession()
  const user = JSON.parse(tabs.read('user') ?? '')
  tabs.editManually('user', JSON.stringify({ ...user, fecha_confirmacion: null }))
  expect(store.read()).toEqual({ kind: 'invalid' })
})

test('subscribe notifies changes of session keys and a cleared storage', () => {
  const { tabs, store } = createStoredSession()
  let notifications = 0
  const unsubscribe = store.subscribe(() => {
    notifications += 1
  })
  tabs.editManually('tema', 'dark')
  expect(notifications).toBe(0)
  tabs.editManually('key_expired', 'true')
  expect(notifications).toBe(1)
  tabs.clear()
  expect(notifications).toBe(2)
  expect(store.read()).toEqual({ kind: 'none' })
  unsubscribe()
  tabs.editManually('sesiones', '1')
  expect(notifications).toBe(2)
})

test('subscribe ignores events of another storage area', () => {
  const window = createTestTabs().open()
  let notifications = 0
  createSessionStorage({ window }).subscribe(() => {
    notifications += 1
  })
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'sesiones', storageArea: null }))
  expect(notifications).toBe(0)
})

test('read finds no session and write fails when the browser blocks storage', () => {
  const window = Object.defineProperty(new EventTarget(), 'localStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  }) as unknown as Window
  const store = createSessionStorage({ window })
  expect(store.read()).toEqual({ kind: 'none' })
  expect(store.write(SESSION)).toEqual({ ok: false, error: { kind: 'storage-unavailable' } })
  store.writeApplicationToken('app-1')
  store.wipe()
})
