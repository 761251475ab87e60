import type { ChosenSubscription, ImcSessionStore } from '#src/application/imc/ports.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import type { ImcSession } from '#src/domain/imc/users/entity-user.ts'
import { ok } from '#src/domain/result.ts'

/** The stored data of one browser in memory; `onClear` clears the data of other ports. */
export function createMemoryImcSession({
  onClear = () => {},
}: {
  readonly onClear?: () => void
} = {}): ImcSessionStore {
  const listeners = new Set<() => void>()
  let session: ImcSession | null = null
  let chosenSubscription: ChosenSubscription | null = null
  let assignable: readonly AssignableUser[] | null = null

  const setSession = (next: ImcSession | null) => {
    session = next
    for (const listener of [...listeners]) listener()
  }

  function remove() {
    chosenSubscription = null
    assignable = null
    setSession(null)
  }

  return {
    read: () => session,
    write({ userId, name, role, entityId, entityName }) {
      setSession({ userId, name, role, entityId, entityName })
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
    readChosenSubscription: () => chosenSubscription,
    writeChosenSubscription({ packageId, number }) {
      chosenSubscription = { packageId, number }
    },
    writeSelectedRow() {},
    readAssignable: () => assignable,
    writeAssignable(users) {
      assignable = users
    },
  }
}
