import { expect, test } from 'vitest'

import type { ImcSessionStore } from '#src/application/imc/imc-session-store.ts'
import type { ImcSession } from '#src/domain/imc/entity-user.ts'

export const IMC_SESSION: ImcSession = {
  userId: 'usr-andina-admin',
  name: 'Paula Ibáñez Cárdenas',
  role: 'administrator',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
}

/** Tests of every store of the IMC session; `create` returns an empty one. */
export function imcSessionStoreContract(name: string, create: () => ImcSessionStore): void {
  test(`${name}: an empty store has nothing`, () => {
    const store = create()
    expect(store.read()).toBeNull()
    expect(store.readSubscription()).toBeNull()
    expect(store.readRow()).toBeNull()
    expect(store.readAssignable()).toBeNull()
  })

  test(`${name}: write stores a session, and another one replaces it`, () => {
    const store = create()
    expect(store.write(IMC_SESSION).ok).toBe(true)
    expect(store.read()).toEqual(IMC_SESSION)
    const other = { ...IMC_SESSION, userId: 'usr-andina-operador', role: 'user' as const }
    expect(store.write(other).ok).toBe(true)
    expect(store.read()).toEqual(other)
  })

  test(`${name}: subscription, row and assignable users are stored (D26, D32)`, () => {
    const store = create()
    const users = [{ id: 'usr-andina-cnino', name: 'César Augusto Niño' }]
    store.writeSubscription({ packageId: 'paq-usd-pro', number: '004512' })
    store.writeRow(3)
    store.writeAssignable(users)
    expect(store.readSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
    expect(store.readRow()).toBe(3)
    expect(store.readAssignable()).toEqual(users)
    store.writeAssignable([])
    expect(store.readAssignable()).toEqual([])
  })

  test.each(['remove', 'wipe'] as const)(`${name}: %s removes everything of the user (D55)`, (method) => {
    const store = create()
    store.write(IMC_SESSION)
    store.writeSubscription({ packageId: 'paq-usd-pro', number: '004512' })
    store.writeRow(0)
    store.writeAssignable([])
    store[method]()
    expect([store.read(), store.readSubscription(), store.readRow(), store.readAssignable()]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test(`${name}: a listener is called after each change of the session until it unsubscribes`, () => {
    const store = create()
    let calls = 0
    const unsubscribe = store.subscribe(() => {
      calls += 1
    })
    store.write(IMC_SESSION)
    store.wipe()
    store.remove()
    expect(calls).toBe(3)
    unsubscribe()
    store.write(IMC_SESSION)
    expect(calls).toBe(3)
  })
}
