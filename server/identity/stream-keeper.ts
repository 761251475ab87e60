import type { FastifyRequest } from 'fastify'

import type { Callers } from '#server/identity/callers.ts'
import { restrictionOf } from '#server/identity/identity-answers.ts'
import type { EndedSession } from '#server/identity/session-store.ts'
import type { Caller, Sessions } from '#server/identity/sessions.ts'
import { CLOSED_ACCOUNT, SESSION_ENDED } from '#server/messages.ts'
import { expiresAt } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The live streams of the market. */
export interface LiveStreams {
  /** The calls that each live stream began with. */
  liveCallers(): readonly FastifyRequest[]
  /** Ends the live streams of some callers with a `closed` event (D51). */
  closeStreams(belongsTo: (caller: FastifyRequest) => boolean, message: string): void
}

/** How often live streams are ended whose session has run out. */
export const EXPIRY_CHECK_MS = 1_000

/** How often the database is asked for sessions that another server ended, or whose account was closed. */
export const STANDING_CHECK_MS = 5_000

export interface StreamKeeper {
  /** Ends the streams of sessions that have just ended here. */
  ended(sessions: readonly EndedSession[]): void
  endExpired(): void
  /** Ends the streams of sessions that are good for no live stream any more, whoever ended them. */
  endOthers(): Promise<void>
}

/** Why a session may not read live any more, null while it may. */
function reasonIn(caller: Caller | undefined): string | null {
  if (caller?.kind === 'ended') return SESSION_ENDED[caller.reason]
  if (caller?.kind !== 'session') return SESSION_ENDED.logout
  const { standing } = caller.session
  return standing === 'closed' ? CLOSED_ACCOUNT : restrictionOf(standing)
}

/** Sees to it that no live stream outlives its session (D51). `now` is the session clock. */
export function createStreamKeeper(
  streams: LiveStreams,
  callers: Pick<Callers, 'callerOf'>,
  sessions: Pick<Sessions, 'callersOf'>,
  now: () => Instant,
): StreamKeeper {
  const sessionOf = (request: FastifyRequest) => {
    const caller = callers.callerOf(request)
    return caller.kind === 'session' ? caller.session : null
  }

  const close = (ids: ReadonlySet<string>, message: string) =>
    streams.closeStreams((request) => ids.has(sessionOf(request)?.id ?? ''), message)

  return {
    ended(ended) {
      for (const { id, reason } of ended) close(new Set([id]), SESSION_ENDED[reason])
    },

    endExpired() {
      const at = now()
      const isOver = (request: FastifyRequest) => {
        const session = sessionOf(request)
        return session !== null && expiresAt(session.startedAt) < at
      }
      streams.closeStreams(isOver, SESSION_ENDED.expired)
    },

    async endOthers() {
      const ids = new Set(streams.liveCallers().flatMap((request) => sessionOf(request)?.id ?? []))
      if (ids.size === 0) return
      const found = await sessions.callersOf([...ids])
      for (const id of ids) {
        const reason = reasonIn(found.get(id))
        if (reason !== null) close(new Set([id]), reason)
      }
    },
  }
}
