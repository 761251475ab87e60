import type { SnapshotFrom } from 'xstate'

import type { SessionPorts, SessionStore } from '#src/application/identity/ports.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { SESSION_CHECK_FAILED, SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { Clock, Log, Page } from '#src/application/platform/ports.ts'
import { type Readable, waitUntil } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import {
  type ClientSessionState,
  reconcileSession,
  type SessionRefusal,
  type StoredSession,
  toDashboardAccess,
  toSessionStatus,
} from '#src/domain/identity/session.ts'
import { type SessionEvent, sessionMachine } from '#src/domain/identity/session-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

export const SESSION_EXPIRED = 'Su sesión terminó. Inicie sesión de nuevo.'

/** The notice of a refused session: the service's message or a text for the reason (D54). */
export function sessionRefusedText({ reason, message }: SessionRefusal): string {
  if (message !== null) return message
  return reason === 'takeover' ? 'Su sesión se cerró porque se inició otra con su usuario.' : SESSION_EXPIRED
}

/** Advice for a refused session. Only a takeover may be caused by a stolen password. */
export const sessionRefusalAdvice = ({ reason }: SessionRefusal): string | null =>
  reason === 'takeover' ? 'Si no fue usted, cambie su contraseña.' : null

/** Shown after a failed request to sign out: the session at the service may still be open. */
export const SIGN_OUT_NOT_SENT =
  'Su sesión se cerró en este navegador, pero no pudimos avisar al servicio. Allí terminará sola en 12 horas o menos.'

/** Reads the stored session, which any tab may have written; null without an unexpired one. */
export function findStoredSession(store: Pick<SessionStore, 'read'>, now: Instant): StoredSession | null {
  const status = toSessionStatus(store.read(), now)
  return status.kind === 'active' ? status.session : null
}

/** The session of this tab. It checks the storage until its last subscriber leaves (D8). */
export interface ClientSession extends Readable<ClientSessionState> {
  /** The router sends `NAVIGATED`, the shell `NOTICE_READ`. */
  send(event: SessionEvent): void
}

interface ClientSessionDeps extends FlowDeps, Pick<SessionPorts, 'auth' | 'session' | 'sessionRefusals'> {
  readonly page: Page
}

function toState({ value, context }: SnapshotFrom<typeof sessionMachine>): ClientSessionState {
  const { status, refusal, hasSignedOut, signOutFailure } = context
  const { client } = value
  return {
    session: status.kind === 'active' ? status.session : null,
    access: toDashboardAccess(status),
    end: client === 'expired' || client === 'refused' ? client : hasSignedOut ? 'sign-out' : 'none',
    refusal,
    isSigningOut: value.service === 'sending',
    signOutFailure,
  }
}

/**
 * Creates the client's session (D8). It receives changes by other tabs, refusals, and `SHOWN` when
 * the page is shown or a visible page goes online or offline.
 */
export function createClientSession(deps: ClientSessionDeps): ClientSession {
  const { session, sessionRefusals, auth, page, clock, log } = deps
  const call = createCaller(deps)
  const send = (event: SessionEvent) => flow.send({ ...event, stored: session.read() })

  async function signOut() {
    // Without the signal: the request also ends after the last subscriber has left.
    const result = await auth.signOut()
    if (!result.ok) log.error(SIGN_OUT_FAILED, result.error)
    return result
  }

  const machine = sessionMachine.provide({
    actors: { signOut: call(signOut) },
    actions: { wipe: () => session.wipe(), requestCheck: () => send({ type: 'EXPIRY_DUE' }) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ stored: session.read(), at: clock.now(), online: page.getSnapshot().online }),
    select: toState,
    follow: () =>
      startAll(
        session.subscribe(() => send({ type: 'STORAGE_CHANGED' })),
        sessionRefusals.subscribe((refusal) => send({ type: 'REFUSED', refusal })),
        followPage(page, ({ type }) => {
          if (page.getSnapshot().visible) send({ type: 'SHOWN' })
          if (type === 'ONLINE' || type === 'OFFLINE') send({ type })
        }),
      ),
  })
  return { getSnapshot: flow.getSnapshot, subscribe: flow.subscribe, send }
}

/**
 * Verifies an active session: requests the client of the session cookie from the service (§2.1).
 * Ends the stored session if the service reports no client or another one; `message` explains the
 * end. Stores a changed expiry of the password or the account (D6). Ignores a failed request.
 */
export type VerifySession = (message?: string | null) => Promise<void>

interface VerifySessionDeps extends Pick<SessionPorts, 'auth' | 'session'> {
  readonly log: Log
  readonly clock: Clock
  readonly clientSession: ClientSession
}

const hasNewExpiry = ({ user: reported }: StoredSession, { user: stored }: StoredSession): boolean =>
  reported.passwordExpired !== stored.passwordExpired || reported.expiresAt !== stored.expiresAt

export function createVerifySession({ clientSession, auth, session, log, clock }: VerifySessionDeps): VerifySession {
  function applyUser(user: ClientUser | null, requested: StoredSession, message: string | null): void {
    // Another tab may have replaced the session.
    const current = findStoredSession(session, clock.now())
    if (clientSession.getSnapshot().session === null || current?.startedAt !== requested.startedAt) return
    const reconciled = reconcileSession(user, current)
    if (reconciled === null) {
      clientSession.send({ type: 'REFUSED', refusal: { reason: 'unknown', message } })
    } else if (hasNewExpiry(reconciled, current)) {
      session.write(reconciled)
      clientSession.send({ type: 'STORED' })
    }
  }

  return async (message = null) => {
    const requested = clientSession.getSnapshot().session
    if (requested === null) return
    try {
      const user = await auth.currentUser()
      if (user.ok) applyUser(user.value, requested, message)
    } catch (error) {
      log.error(SESSION_CHECK_FAILED, error)
    }
  }
}

/** Minimum interval between two verifications of a suspected expiry, in ms. */
export const SUSPICION_PAUSE_MS = 30 * SECOND_MS

interface WatchSuspectedExpiryDeps extends Pick<SessionPorts, 'sessionRefusals'> {
  readonly clock: Clock
  readonly verifySession: VerifySession
}

/**
 * Verifies the session when a response has the market data delay of visitors (D17). The browser may
 * have lost the session cookie. Verifies at most once per `SUSPICION_PAUSE_MS`. The returned
 * function unsubscribes.
 */
export function watchSuspectedExpiry({ sessionRefusals, clock, verifySession }: WatchSuspectedExpiryDeps): () => void {
  let pausedUntil: Instant = Number.NEGATIVE_INFINITY
  return sessionRefusals.subscribeSuspectedExpiry(() => {
    const now = clock.now()
    // A clock that was set back must not prevent the verification.
    if (now < pausedUntil && now >= pausedUntil - SUSPICION_PAUSE_MS) return
    pausedUntil = now + SUSPICION_PAUSE_MS
    void verifySession()
  })
}

/**
 * Ends the session in this browser, then at the service. Fails when the request to the service
 * fails. An offline page sends the request once more when it is online, unless a user has signed
 * in meanwhile.
 */
export async function signOutClient(clientSession: ClientSession): Promise<Result<void, CallFailure>> {
  clientSession.send({ type: 'SIGN_OUT' })
  const { signOutFailure } = await waitUntil(clientSession, ({ isSigningOut }) => !isSigningOut)
  return signOutFailure === null ? ok(undefined) : err(signOutFailure)
}

/** The client's session, its check and its end. The session runs until `close`. */
export interface RunningClient {
  readonly clientSession: ClientSession
  readonly verifySession: VerifySession
  signOut(): Promise<Result<void, CallFailure>>
  /** Stops the session without a sign-out. A running sign-out still ends. */
  close(): void
}

/** Starts the client's session. Responses that suggest its end start a verification. */
export function runClientSession(deps: ClientSessionDeps): RunningClient {
  const clientSession = createClientSession(deps)
  const { unsubscribe } = clientSession.subscribe()
  const verifySession = createVerifySession({ ...deps, clientSession })
  const stopWatchingExpiry = watchSuspectedExpiry({ ...deps, verifySession })
  return {
    clientSession,
    verifySession,
    signOut: () => signOutClient(clientSession),
    close() {
      stopWatchingExpiry()
      unsubscribe()
    },
  }
}
