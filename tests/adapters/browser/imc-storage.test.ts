import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createImcStorage } from '#src/adapters/browser/imc-storage.ts'
import { createVisitorSettings } from '#src/adapters/browser/visitor-settings.ts'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { ok } from '#src/domain/result.ts'
import { IMC_SESSION, imcSessionStoreContract } from '#tests/contract/imc-session-store.ts'
import { createTestTabs } from '#tests/support/tabs.ts'

imcSessionStoreContract('browser', () => createImcStorage({ window: createTestTabs().open() }))
imcSessionStoreContract('memory', () => createMemoryImcSession())

const SUBSCRIPTION = { packageId: 'paq-usd-pro', number: '004512' }

test('write stores the values under the documented keys (D55)', () => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  store.write(IMC_SESSION)
  store.writeChosenSubscription(SUBSCRIPTION)
  store.writeSelectedRow(4)
  store.writeAssignable([{ id: 'usr-andina-cnino', name: 'César Augusto Niño' }])
  expect(Object.fromEntries(tabs.keys().map((key) => [key, tabs.read(key)]))).toEqual({
    entidadId: 'ent-andina',
    id_usr: 'usr-andina-admin',
    Nombre: 'Paula Ibáñez Cárdenas',
    entidad: 'Andina de Divisas S. A.',
    rolename: 'administrator',
    paquete_id: 'paq-usd-pro',
    numero: '004512',
    NumFila: '4',
    datos: '[{"usuario_id":"usr-andina-cnino","nombre":"César Augusto Niño"}]',
  })
})

test.each([
  ['4', 4],
  ['0', 0],
  [null, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['fila', null],
])('the stored row %j is read as %j (§3)', (text, index) => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  tabs.editManually('NumFila', text)
  expect(store.readSelectedRow()).toBe(index)
})

test('clear removes all local storage, including the keys of other features (D55)', () => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  tabs.editManually('sesiones', '1')
  store.write(IMC_SESSION)
  store.clear()
  expect(tabs.keys()).toEqual([])
})

test('clear leaves the drawings of a visitor, which belong to no session (D55)', async () => {
  const tabs = createTestTabs()
  const [window, other] = [tabs.open(), tabs.open()]
  const stored = { version: 0, value: [{ id: 'a', kind: 'level', price: 4000 }] }
  await createVisitorSettings({ window }).write('dibujos-spot', stored)
  const store = createImcStorage({ window })
  store.write(IMC_SESSION)
  store.clear()
  expect(tabs.keys()).toEqual(['visitante.dibujos-spot'])
  expect(await createVisitorSettings({ window: other }).read('dibujos-spot')).toEqual(ok({ ...stored, version: 1 }))
})

test('remove deletes no keys of other features', () => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  tabs.editManually('sesiones', '1')
  store.write(IMC_SESSION)
  store.writeChosenSubscription(SUBSCRIPTION)
  store.writeSelectedRow(0)
  store.remove()
  expect(tabs.keys()).toEqual(['sesiones'])
})

test.each(['entidadId', 'id_usr', 'Nombre', 'entidad'])('read returns null without %s', (key) => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  store.write(IMC_SESSION)
  tabs.editManually(key, null)
  expect(store.read()).toBeNull()
})

test.each([null, '', 'gerente'])('read maps the stored role %j to user (D25)', (role) => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  store.write(IMC_SESSION)
  tabs.editManually('rolename', role)
  expect(store.read()).toEqual({ ...IMC_SESSION, role: 'user' })
})

test('another tab never reads an incomplete session during a write', () => {
  const tabs = createTestTabs()
  const [writer, reader] = [createImcStorage({ window: tabs.open() }), createImcStorage({ window: tabs.open() })]
  const sessions: unknown[] = []
  reader.subscribe(() => sessions.push(reader.read()))
  writer.write(IMC_SESSION)
  const nextSession = { ...IMC_SESSION, userId: 'usr-andina-operador', name: 'Andrés Camilo Peñuela' }
  writer.write(nextSession)
  for (const session of sessions) expect([null, IMC_SESSION, nextSession]).toContainEqual(session)
  expect(sessions.at(-1)).toEqual(nextSession)
})

test('write fails and leaves no session when the storage is full', () => {
  const tabs = createTestTabs()
  const store = createImcStorage({ window: tabs.open() })
  // Only two more writes succeed.
  tabs.fill(2)
  expect(store.write(IMC_SESSION)).toEqual({ ok: false, error: { kind: 'storage-unavailable' } })
  expect(store.read()).toBeNull()
  expect(() => store.writeChosenSubscription(SUBSCRIPTION)).not.toThrow()
})

test('reads return null and write fails when the browser blocks storage', () => {
  const window = Object.defineProperty(new EventTarget(), 'localStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  }) as unknown as Window
  const store = createImcStorage({ window })
  expect(store.read()).toBeNull()
  expect(store.write(IMC_SESSION).ok).toBe(false)
  store.writeSelectedRow(1)
  store.clear()
})

test('the reads never throw on values that a user edited', () => {
  const anyKey = fc.constantFrom('entidadId', 'id_usr', 'Nombre', 'entidad', 'paquete_id', 'numero', 'NumFila', 'datos')
  const anyText = fc.oneof(fc.string(), fc.json(), fc.constant('x'.repeat(2_000)))
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, anyText)), (edits) => {
      const tabs = createTestTabs()
      const store = createImcStorage({ window: tabs.open() })
      store.write(IMC_SESSION)
      for (const [name, text] of edits) tabs.editManually(name, text)
      expect(() => [store.read(), store.readChosenSubscription(), store.readAssignable()]).not.toThrow()
    }),
  )
})
