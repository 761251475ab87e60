import { expect, test } from 'vitest'
import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import type { ImcSession } from '#src/domain/imc/session/session.ts'

export const IMC_SESSION: ImcSession = {
  userId: 'usr-andina-admin',
  name: 'Paula Ibáñez Cárdenas',
  role: 'administrator',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
}

/** Tests of every store of the IMC session. `create` returns an empty store. */
export function imcSessionStoreContract(name: string, create: () => ImcSessionStore): void {
  test(`${name}: an empty store returns null for every value`, () => {
    const store = create()
    expect(store.read()).toBeNull()
    expect(store.readChosenSubscription()).toBeNull()
    expect(store.readAssignable()).toBeNull()
  })

  test(`${name}: write stores a session and replaces the previous session`, () => {
    const store = create()
    expect(store.write(IMC_SESSION).ok).toBe(true)
    expect(store.read()).toEqual(IMC_SESSION)
    const other = { ...IMC_SESSION, userId: 'usr-andina-operador', role: 'user' as const }
    expect(store.write(other).ok).toBe(true)
    expect(store.read()).toEqual(other)
  })

  test(`${name}: the store saves subscription and assignable users (D26, D32)`, () => {
    const store = create()
    const users = [{ id: 'usr-andina-cnino', name: 'César Augusto Niño' }]
    store.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
    store.writeAssignable(users)
    expect(store.readChosenSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
    expect(store.readAssignable()).toEqual(users)
    store.writeAssignable([])
    expect(store.readAssignable()).toEqual([])
  })

  test(`${name}: the store saves the selected row until another subscription is chosen (§3)`, () => {
    const store = create()
    expect(store.readSelectedRow()).toBeNull()
    store.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
    store.writeSelectedRow(4)
    expect(store.readSelectedRow()).toBe(4)
    store.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004513' })
    expect(store.readSelectedRow()).toBeNull()
    store.writeSelectedRow(0)
    store.remove()
    expect(store.readSelectedRow()).toBeNull()
  })

  test.each(['remove', 'clear'] as const)(`${name}: %s() deletes all data of the user (D55)`, (method) => {
    const store = create()
    store.write(IMC_SESSION)
    store.writeChosenSubscription({ packageId: 'paq-usd-pro', number: '004512' })
    store.writeAssignable([])
    store[method]()
    expect([store.read(), store.readChosenSubscription(), store.readAssignable()]).toEqual([null, null, null])
  })

  test(`${name}: a listener is called after write, clear and remove until it unsubscribes`, () => {
    const store = create()
    let calls = 0
    const unsubscribe = store.subscribe(() => {
      calls += 1
    })
    store.write(IMC_SESSION)
    store.clear()
    store.remove()
    expect(calls).toBe(3)
    unsubscribe()
    store.write(IMC_SESSION)
    expect(calls).toBe(3)
  })
}
