import { openLocalStorage, type SessionArea } from '#src/adapters/browser/storage.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'
import type { StorageFailure } from '#src/domain/call.ts'
import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The key that marks a complete session: it is written last and removed first (D55). */
const FLAG = 'sesiones'
const SIGNED_IN = '1'
const APPLICATION_TOKEN = 'token_app'

/** The keys of a client session, except `FLAG` (§3, D55). */
const FIELDS = ['user', 'username', 'user_id', 'email', 'token', 'time_token', 'key_expired'] as const
type Field = (typeof FIELDS)[number]
type Fields<Value extends string | null> = Readonly<Record<Field, Value>>

const KEYS: readonly string[] = [FLAG, ...FIELDS, APPLICATION_TOKEN]

/** The JSON value of the key `user`. */
interface StoredUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly token: string
  readonly key_expired: boolean
  readonly fecha_confirmacion: string
  /** When the account expires; undefined for an account without an end. */
  readonly vence?: string
}

const MAX_LENGTH = 1_000
const DIGITS = /^[0-9]{1,15}$/
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

const isShortText = (text: unknown): boolean => typeof text === 'string' && text.length > 0 && text.length <= MAX_LENGTH

const isInstant = (text: unknown): boolean =>
  typeof text === 'string' && ISO_INSTANT.test(text) && Number.isFinite(Date.parse(text))

/** Validates without a schema, so that the first page does not load the schema library. */
const isStoredUser = (value: unknown): value is StoredUser => {
  const user = new Map<string, unknown>(Object.entries(value ?? {}))
  return (
    isShortText(user.get('id')) &&
    ['name', 'email', 'token'].every((field) => typeof user.get(field) === 'string') &&
    typeof user.get('key_expired') === 'boolean' &&
    isInstant(user.get('fecha_confirmacion')) &&
    (!user.has('vence') || isInstant(user.get('vence')))
  )
}

const isComplete = (fields: Fields<string | null>): fields is Fields<string> =>
  FIELDS.every((field) => fields[field] !== null)

/** Parses JSON; null for an invalid text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const INVALID: StoredSessionState = { kind: 'invalid' }

/** Parses the stored fields. Fields that contradict each other are invalid: a user edited them. */
function parseFields(fields: Fields<string | null>): StoredSessionState {
  if (!isComplete(fields) || !isShortText(fields.username) || !DIGITS.test(fields.time_token)) return INVALID
  const user = parseJson(fields.user)
  if (!isStoredUser(user) || !['true', 'false'].includes(fields.key_expired)) return INVALID
  const { id, name, email, token, key_expired, fecha_confirmacion, vence } = user
  if (fields.user_id !== id || fields.email !== email || fields.token !== token) return INVALID
  return {
    kind: 'session',
    session: {
      username: fields.username,
      startedAt: Number(fields.time_token),
      user: {
        id,
        name,
        email,
        token,
        // The expiry is stored twice; the password is valid only if both values are false (D6).
        passwordExpired: key_expired || fields.key_expired === 'true',
        termsAcceptedAt: Date.parse(fecha_confirmacion),
        ...(vence !== undefined && { expiresAt: Date.parse(vence) }),
      },
    },
  }
}

const toFields = ({ username, user, startedAt }: StoredSession): Fields<string> => ({
  user: JSON.stringify({
    id: user.id,
    name: user.name,
    email: user.email,
    token: user.token,
    key_expired: user.passwordExpired,
    fecha_confirmacion: new Date(user.termsAcceptedAt).toISOString(),
    ...(user.expiresAt !== undefined && { vence: new Date(user.expiresAt).toISOString() }),
  } satisfies StoredUser),
  username,
  user_id: user.id,
  email: user.email,
  token: user.token,
  time_token: String(startedAt),
  key_expired: String(user.passwordExpired),
})

/** Fields of the same session that may change. A write of these fields does not remove the flag. */
const CHANGEABLE_FIELDS: ReadonlySet<Field> = new Set(['user', 'key_expired'])

interface SessionStorageDeps {
  readonly window: Window
  readonly storage?: SessionArea | null
}

/**
 * Stores the client session in local storage (§3, D55). Reading never throws: without storage the
 * session is `none`, and edited values are `invalid` (D8). A failed write removes the session.
 */
export function createSessionStorage({ window, storage = openLocalStorage(window) }: SessionStorageDeps): SessionStore {
  const getItem = (key: string): string | null => storage?.getItem(key) ?? null

  function wipe(): void {
    for (const key of KEYS) storage?.removeItem(key)
  }

  function writeSession(target: SessionArea, session: StoredSession): void {
    const fields = toFields(session)
    const isSameSession = FIELDS.every((field) => CHANGEABLE_FIELDS.has(field) || getItem(field) === fields[field])
    if (!isSameSession) for (const key of KEYS) target.removeItem(key)
    for (const field of FIELDS) target.setItem(field, fields[field])
    target.setItem(FLAG, SIGNED_IN)
  }

  /** Returns a failure when the storage is missing or full. */
  function tryWrite(write: (target: SessionArea) => void): Result<void, StorageFailure> {
    if (!storage) return err({ kind: 'storage-unavailable' })
    try {
      write(storage)
      return ok(undefined)
    } catch {
      return err({ kind: 'storage-unavailable' })
    }
  }

  return {
    read() {
      const flag = getItem(FLAG)
      if (flag === null) return { kind: 'none' }
      if (flag !== SIGNED_IN) return INVALID
      return parseFields({
        user: getItem('user'),
        username: getItem('username'),
        user_id: getItem('user_id'),
        email: getItem('email'),
        token: getItem('token'),
        time_token: getItem('time_token'),
        key_expired: getItem('key_expired'),
      })
    },

    write(session) {
      const result = tryWrite((target) => writeSession(target, session))
      if (!result.ok) wipe()
      return result
    },

    writeApplicationToken(token) {
      tryWrite((target) => target.setItem(APPLICATION_TOKEN, token))
    },

    wipe,

    subscribe(listener) {
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        // The key is null after `clear()`.
        const isSessionKey = key === null || KEYS.includes(key)
        if (isSessionKey && storageArea === storage) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}
