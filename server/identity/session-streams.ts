import type { FastifyRequest } from 'fastify'

import { type ClientCaller, type ClientRealm, findRestriction } from '#server/identity/client-realm.ts'
import { closedAccountMessage } from '#server/identity/messages.ts'
import type { EndedSession } from '#server/identity/session-store.ts'
import { SESSION_ENDED } from '#server/security/login-realm.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Lists and closes the live streams of the market. */
export interface LiveStreamControl {
  /** Returns the requests that opened the live streams. */
  listLiveRequests(): readonly FastifyRequest[]
  /** Closes the matching live streams with a `closed` event (D51). */
  closeStreams(isMatch: (request: FastifyRequest) => boolean, message: string): void
}

/** Interval of the checks for streams of expired sessions and of those that ended elsewhere. */
export const EXPIRY_CHECK_MS = 1_000

/** How far a check looks back for ended sessions: the clocks of two machines differ. */
const LOOK_BACK_MS = MINUTE_MS

/** Interval of the database check of all sessions with streams, also for closed accounts. */
export const ACCESS_CHECK_MS = 5_000

interface SessionStreams {
  /** Closes the live streams of sessions that this server ended. */
  onSessionsEnded(sessions: readonly EndedSession[]): void
  /** Closes the live streams of expired sessions. */
  closeExpired(): void
  /** Closes the live streams of sessions that another server ended. */
  closeEndedElsewhere(): Promise<void>
  /** Closes the live streams of sessions that the database no longer allows. */
  closeUnauthorized(): Promise<void>
}

/** Returns why a caller must not read live data any more, or null. */
function findCloseMessage(caller: ClientCaller | undefined): string | null {
  if (caller?.kind === 'ended') return SESSION_ENDED[caller.reason]
  if (caller?.kind !== 'session') return SESSION_ENDED.logout
  const { access } = caller.session
  return access === 'closed' ? closedAccountMessage(caller.session.client) : findRestriction(access)
}

/** Closes live streams when their session ends (D51). `now` is the session clock. */
export function createSessionStreams(
  streams: LiveStreamControl,
  realm: Pick<ClientRealm, 'findCaller' | 'findCallers' | 'findEnded'>,
  now: () => Instant,
): SessionStreams {
  const findSession = (request: FastifyRequest) => {
    const caller = realm.findCaller(request)
    return caller.kind === 'session' ? caller.session : null
  }

  const close = (ids: ReadonlySet<string>, message: string) =>
    streams.closeStreams((request) => ids.has(findSession(request)?.id ?? ''), message)

  const listIds = () => new Set(streams.listLiveRequests().flatMap((request) => findSession(request)?.id ?? []))

  function onSessionsEnded(endedSessions: readonly EndedSession[]) {
    for (const { id, reason } of endedSessions) close(new Set([id]), SESSION_ENDED[reason])
  }

  return {
    onSessionsEnded,

    async closeEndedElsewhere() {
      const ids = listIds()
      if (ids.size === 0) return
      const ended = await realm.findEnded(now() - LOOK_BACK_MS)
      onSessionsEnded(ended.filter(({ id }) => ids.has(id)))
    },

    closeExpired() {
      const at = now()
      const hasExpired = (request: FastifyRequest) => {
        const session = findSession(request)
        return session !== null && isExpired(session.startedAt, at)
      }
      streams.closeStreams(hasExpired, SESSION_ENDED.expired)
    },

    async closeUnauthorized() {
      const ids = listIds()
      if (ids.size === 0) return
      const callers = await realm.findCallers([...ids])
      for (const id of ids) {
        const message = findCloseMessage(callers.get(id))
        if (message !== null) close(new Set([id]), message)
      }
    },
  }
}
