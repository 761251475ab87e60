import * as z from 'zod/mini'

import type { SessionStore, StorageFailure } from '#src/application/identity/session-store.ts'
import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const FLAG = 'sesiones'
const SIGNED_IN = '1'
const APPLICATION_TOKEN = 'token_app'

/** What describes a session, apart from its flag (§3, D55). */
const FIELDS = ['user', 'username', 'user_id', 'email', 'token', 'time_token', 'key_expired'] as const
type Field = (typeof FIELDS)[number]

const KEYS: readonly string[] = [FLAG, ...FIELDS, APPLICATION_TOKEN]

const shortText = z.string().check(z.minLength(1), z.maxLength(1_000))

/** `user` is the client as the login gave it, in JSON, with accepted terms. */
const storedUser = z.object({
  id: shortText,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  key_expired: z.boolean(),
  fecha_confirmacion: z.iso.datetime({ offset: true }),
})

const storedFields = z.object({
  user: z.string(),
  username: shortText,
  user_id: z.string(),
  email: z.string(),
  token: z.string(),
  time_token: z.string().check(z.regex(/^[0-9]{1,15}$/)),
  key_expired: z.enum(['true', 'false']),
})

/** Text in JSON; what is none gives undefined, which fits no schema. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const INVALID: StoredSessionState = { kind: 'invalid' }

/** The session that the fields tell of. They must tell of one client: with one exchanged by hand they are invalid. */
function traceOf(fields: Readonly<Record<Field, string | null>>): StoredSessionState {
  const parsed = storedFields.safeParse(fields)
  const user = storedUser.safeParse(parsed.success ? fromJson(parsed.data.user) : undefined)
  if (!parsed.success || !user.success) return INVALID
  const { id, name, email, token, key_expired, fecha_confirmacion } = user.data
  const { data } = parsed
  if (data.user_id !== id || data.email !== email || data.token !== token) return INVALID
  // the two are written one after the other: until both agree the gate stays shut (D6)
  const keyExpired = key_expired || data.key_expired === 'true'
  const termsAcceptedAt = Date.parse(fecha_confirmacion)
  return {
    kind: 'session',
    session: {
      username: data.username,
      startedAt: Number(data.time_token),
      user: { id, name, email, token, keyExpired, termsAcceptedAt },
    },
  }
}

const fieldsOf = ({ username, user, startedAt }: StoredSession): Readonly<Record<Field, string>> => ({
  user: JSON.stringify({
    id: user.id,
    name: user.name,
    email: user.email,
    token: user.token,
    key_expired: user.keyExpired,
    fecha_confirmacion: new Date(user.termsAcceptedAt).toISOString(),
  } satisfies z.infer<typeof storedUser>),
  username,
  user_id: user.id,
  email: user.email,
  token: user.token,
  time_token: String(startedAt),
  key_expired: String(user.keyExpired),
})

/** A change of these goes without taking the flag down: another tab sees one session all the while. */
const CHANGING_FIELDS: ReadonlySet<Field> = new Set(['user', 'key_expired'])

function openStorage(window: Pick<Window, 'localStorage'>): Storage | null {
  try {
    return window.localStorage
  } catch {
    // the browser forbids it to this page
    return null
  }
}

/**
 * The session in local storage (§3, D55). Reading never throws: without storage there is no session, and what was edited by hand
 * is invalid (D8). A write that fails leaves no session behind.
 */
export function createSessionStorage({ window }: { readonly window: Window }): SessionStore {
  const storage = openStorage(window)
  const textAt = (key: string): string | null => storage?.getItem(key) ?? null

  function wipe(): void {
    for (const key of KEYS) storage?.removeItem(key)
  }

  function writeTo(kept: Storage, session: StoredSession): void {
    const fields = fieldsOf(session)
    const same = FIELDS.every((field) => CHANGING_FIELDS.has(field) || textAt(field) === fields[field])
    if (!same) for (const key of KEYS) kept.removeItem(key)
    for (const field of FIELDS) kept.setItem(field, fields[field])
    kept.setItem(FLAG, SIGNED_IN)
  }

  /** A full storage throws. */
  function tryTo(write: (kept: Storage) => void): Result<void, StorageFailure> {
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
      const flag = textAt(FLAG)
      if (flag === null) return { kind: 'none' }
      if (flag !== SIGNED_IN) return INVALID
      return traceOf({
        user: textAt('user'),
        username: textAt('username'),
        user_id: textAt('user_id'),
        email: textAt('email'),
        token: textAt('token'),
        time_token: textAt('time_token'),
        key_expired: textAt('key_expired'),
      })
    },

    write(session) {
      const written = tryTo((kept) => writeTo(kept, session))
      if (!written.ok) wipe()
      return written
    },

    writeApplicationToken(token) {
      tryTo((kept) => kept.setItem(APPLICATION_TOKEN, token))
    },

    wipe,

    subscribe(listener) {
      const told = ({ key, storageArea }: StorageEvent) => {
        const ours = key === null || KEYS.includes(key)
        if (ours && storageArea === storage) listener()
      }
      window.addEventListener('storage', told)
      return () => window.removeEventListener('storage', told)
    },
  }
}
