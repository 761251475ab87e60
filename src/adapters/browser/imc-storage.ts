import { openLocalStorage, type SessionArea } from '#src/adapters/browser/storage.ts'
import { keepVisitorSettings } from '#src/adapters/browser/visitor-settings.ts'
import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { StorageFailure } from '#src/domain/call.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import type { ImcSession } from '#src/domain/imc/session/session.ts'
import { IMC_ROLES } from '#src/domain/imc/users/roles.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Written last and removed first: without this key, no session is stored (D55). */
const ENTITY_ID = 'entidadId'
const USER_ID = 'id_usr'
const USER_NAME = 'Nombre'
const ENTITY_NAME = 'entidad'
/** Optional. The role decides which actions are shown (D25). */
const ROLE = 'rolename'

const SESSION_KEYS: readonly string[] = [ENTITY_ID, USER_ID, USER_NAME, ENTITY_NAME, ROLE]

/** The chosen subscription (D26). */
const PACKAGE_ID = 'paquete_id'
const SUBSCRIPTION_NUMBER = 'numero'
const SELECTED_ROW = 'NumFila'
const ASSIGNABLE_USERS = 'datos'

const ALL_KEYS: readonly string[] = [...SESSION_KEYS, PACKAGE_ID, SUBSCRIPTION_NUMBER, SELECTED_ROW, ASSIGNABLE_USERS]

const MAX_TEXT_LENGTH = 1_000
const MAX_USERS = 10_000
const isShortText = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= MAX_TEXT_LENGTH

/** Parses the stored assignable users; null for an invalid text. */
function parseAssignable(text: string | null): readonly AssignableUser[] | null {
  try {
    const list: unknown = JSON.parse(text ?? '')
    if (!Array.isArray(list)) return null
    const users = list.flatMap((item): readonly AssignableUser[] => {
      const { usuario_id: id, nombre: name } = Object(item)
      return isShortText(id) && isShortText(name) ? [{ id, name }] : []
    })
    return users.length === list.length ? users : null
  } catch {
    return null
  }
}

interface ImcStorageDeps {
  readonly window: Window
  readonly storage?: SessionArea | null
}

/** Stores the entity user's data in local storage (§3, D55). Reads invalid values as null. */
export function createImcStorage({ window, storage = openLocalStorage(window) }: ImcStorageDeps): ImcSessionStore {
  const { notify, subscribe } = createListeners()

  function getText(key: string): string | null {
    const text = storage?.getItem(key) ?? null
    return isShortText(text) ? text : null
  }

  /** Returns a failure when the storage is missing or full. */
  function tryWrite(write: (target: SessionArea) => void): Result<void, StorageFailure> {
    try {
      if (storage) {
        write(storage)
        return ok(undefined)
      }
    } catch {
      // The storage is full or disabled.
    }
    return err({ kind: 'storage-unavailable' })
  }

  function removeSession(): void {
    for (const key of SESSION_KEYS) storage?.removeItem(key)
  }

  function writeSession(target: SessionArea, session: ImcSession): void {
    target.removeItem(ENTITY_ID)
    target.setItem(USER_ID, session.userId)
    target.setItem(USER_NAME, session.name)
    target.setItem(ENTITY_NAME, session.entityName)
    target.setItem(ROLE, session.role)
    target.setItem(ENTITY_ID, session.entityId)
  }

  return {
    read() {
      const [entityId, userId, name, entityName] = [
        getText(ENTITY_ID),
        getText(USER_ID),
        getText(USER_NAME),
        getText(ENTITY_NAME),
      ]
      if (entityId === null || userId === null || name === null || entityName === null) return null
      // A user with an unknown role may only read.
      const role = IMC_ROLES.find((candidate) => candidate === getText(ROLE)) ?? 'user'
      return { entityId, userId, name, entityName, role }
    },

    write(session) {
      const result = tryWrite((target) => writeSession(target, session))
      if (!result.ok) removeSession()
      notify()
      return result
    },

    remove() {
      for (const key of ALL_KEYS) storage?.removeItem(key)
      notify()
    },

    clear() {
      keepVisitorSettings(storage, () => storage?.clear())
      notify()
    },

    subscribe(listener) {
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        // The key is null after `clear()`.
        const isSessionKey = key === null || SESSION_KEYS.includes(key)
        if (isSessionKey && storageArea === storage) listener()
      }
      const unsubscribe = subscribe(listener)
      window.addEventListener('storage', onStorage)
      return () => {
        unsubscribe()
        window.removeEventListener('storage', onStorage)
      }
    },

    readChosenSubscription() {
      const [packageId, number] = [getText(PACKAGE_ID), getText(SUBSCRIPTION_NUMBER)]
      return packageId === null || number === null ? null : { packageId, number }
    },

    writeChosenSubscription({ packageId, number }) {
      tryWrite((target) => {
        target.setItem(PACKAGE_ID, packageId)
        target.setItem(SUBSCRIPTION_NUMBER, number)
        target.removeItem(SELECTED_ROW)
      })
    },

    readSelectedRow() {
      const text = getText(SELECTED_ROW)
      return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
    },

    writeSelectedRow(index) {
      tryWrite((target) => target.setItem(SELECTED_ROW, String(index)))
    },

    readAssignable: () => parseAssignable(storage?.getItem(ASSIGNABLE_USERS) ?? null),

    writeAssignable(users) {
      const list = users.slice(0, MAX_USERS).map(({ id, name }) => ({ usuario_id: id, nombre: name }))
      tryWrite((target) => target.setItem(ASSIGNABLE_USERS, JSON.stringify(list)))
    },
  }
}
