import { callerNet } from '#server/http/caller-net.ts'
import {
  type AttemptLimits,
  type Counted,
  loginAccount,
  loginPair,
  type TooManyTries,
} from '#server/identity/attempt-limits.ts'
import { accountKey, type Client, type ClientStore, type KeyedClient } from '#server/identity/client-store.ts'
import type { PasswordHashes } from '#server/identity/password-hashes.ts'
import { isClosed, type Opened, type Sessions } from '#server/identity/sessions.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Why nobody was let in (D5, D54). */
export type LoginFailure =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'expired' | 'disabled' | 'session-active'; readonly clientId: string }
  | TooManyTries

export interface LoginAttempt {
  readonly username: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  /** The session that the caller comes with. */
  readonly own: string | null
  /** Ends the older session (D5). */
  readonly takeover: boolean
}

export interface LoginParts {
  readonly clients: ClientStore
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly limits: AttemptLimits
  /** The session clock. */
  readonly now: () => Instant
}

/** Takes a login from a name and a password to a session. */
export type Login = (attempt: LoginAttempt) => Promise<Result<Opened, LoginFailure>>

const closedKind = ({ disabled }: Client) => (disabled ? 'disabled' : 'expired')

export function createLogin({ clients, sessions, hashes, limits, now }: LoginParts): Login {
  /** The account that has this name and this password; takes as long when there is none of that name. */
  async function keyHolder(username: string, password: string): Promise<KeyedClient | null> {
    const client = await clients.findByUsername(username)
    const isRight = await hashes.matches(client?.passwordHash ?? null, password)
    return isRight ? client : null
  }

  return async ({ username, password, address, own, takeover }) => {
    const net = callerNet(address)
    const pair = loginPair(accountKey(username), net)
    const account = loginAccount(accountKey(username), net)
    const caller: Counted = { kind: 'loginAddress', subject: net }
    const taken = await limits.take([pair, account, caller])
    if (!taken.ok) return taken

    const client = await keyHolder(username, password)
    if (client === null) return err({ kind: 'invalid' })
    await limits.clear(pair)
    // What others have guessed still counts: a client who comes in daily would hand them new guesses each time.
    await taken.value.forgive(account)
    await taken.value.forgive(caller)
    if (isClosed(client, now())) return err({ kind: closedKind(client), clientId: client.id })

    const opened = await sessions.open(client, own, takeover)
    if (opened.ok) return ok(opened.value)
    return opened.error === 'session-active'
      ? err({ kind: 'session-active', clientId: client.id })
      : err({ kind: 'invalid' })
  }
}
