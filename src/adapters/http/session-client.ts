import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
import type { AUTH_FORMS } from '#src/adapters/http/contract/config.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'

export type AuthForm = (typeof AUTH_FORMS)[number]

/** Formats the `Authorization` header; null without a configured form or stored token (D56). */
export function formatAuthorization(form: AuthForm | null, token: string | null): string | null {
  if (!form || !token) return null
  return form === 'bearer' ? `Bearer ${token}` : token
}

export interface SessionClientDeps extends Pick<HttpClientOptions, 'fetch'> {
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
  /** How requests send the stored token; null when no request sends it (D56). */
  readonly auth: AuthForm | null
}

/** Creates an HTTP client whose requests are those of the stored client session. */
export type CreateSessionClient = (options: Pick<HttpClientOptions, 'base' | 'onMarketTime' | 'onFrozen'>) => HttpClient

/**
 * Returns a function that creates clients. The clients send the stored token if configured (D56),
 * and notify `refusals` of refused sessions.
 */
export function createSessionClientFactory({ session, refusals, auth, fetch }: SessionClientDeps): CreateSessionClient {
  const authorization = () => {
    const sessionState = session.read()
    return formatAuthorization(auth, sessionState.kind === 'session' ? sessionState.session.user.token : null)
  }
  return (options) => createHttpClient({ ...options, fetch, authorization, sessionWatch: refusals.watch })
}
