import type { ChosenSubscription, ImcSessionStore } from '#src/application/imc/imc-session-store.ts'
import type { ImcSession } from '#src/domain/imc/entity-user.ts'
import type { AssignableUser } from '#src/domain/imc/products.ts'
import { ok } from '#src/domain/result.ts'

/** The stored data of one browser in memory; `onClear` clears the data of other ports. */
export function createMemoryImcSession({
  onClear = () => {},
}: {
  readonly onClear?: () => void
} = {}): ImcSessionStore {
  const listeners = new Set<() => void>()
  let session: ImcSession | null = null
  let subscription: ChosenSubscription | null = null
  let row: number | null = null
  let assignable: readonly AssignableUser[] | null = null

  const change = (next: ImcSession | null) => {
    session = next
    for (const listener of [...listeners]) listener()
  }

  function remove() {
    subscription = null
    row = null
    assignable = null
    change(null)
  }

  return {
    read: () => session,
    write({ userId, name, role, entityId, entityName }) {
      change({ userId, name, role, entityId, entityName })
      return ok(undefined)
    },
    remove,
    clear() {
      onClear()
      remove()
    },
    subscribe(listener) {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
    readChosenSubscription: () => subscription,
    writeChosenSubscription({ packageId, number }) {
      subscription = { packageId, number }
    },
    readSelectedRow: () => row,
    writeSelectedRow(index) {
      row = index
    },
    readAssignable: () => assignable,
    writeAssignable(users) {
      assignable = users
    },
  }
}
