import { assign, createActor } from 'xstate'

import type { SessionPorts, SessionStore } from '#src/application/identity/ports.ts'
import { SESSION_CHECK_FAILED, SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Clock, Log, Page, Timers } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import {
  reconcileSession,
  type SessionRefusal,
  type SessionStatus,
  type StoredSession,
  toSessionStatus,
} from '#src/domain/identity/session.ts'
import { type ClientSession, sessionMachine } from '#src/domain/identity/session-machine.ts'
import type { Result } from '#src/domain/result.ts'
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

/** Short notice that a token was copied (D10). */
export const TOKEN_COPIED = 'Se copió el token de la aplicación al portapapeles.'

/** Shown after a failed request to sign out: the session at the service may still be open. */
export const SIGN_OUT_NOT_SENT =
  'Su sesión se cerró en este navegador, pero no pudimos avisar al servicio. Allí terminará sola en 12 horas o menos.'

/** Reads the stored session, which any tab may have written; null without an unexpired one. */
export function findStoredSession(store: Pick<SessionStore, 'read'>, now: Instant): StoredSession | null {
  const status = toSessionStatus(store.read(), now)
  return status.kind === 'active' ? status.session : null
}

interface RunningSessionDeps extends Pick<SessionPorts, 'session' | 'sessionRefusals'> {
  readonly clock: Clock
  readonly timers: Timers
  readonly page: Page
}

const findStartTime = (status: SessionStatus): Instant | null =>
  status.kind === 'active' ? status.session.startedAt : null

/** Creates the session machine on this storage without starting it. */
export function createClientSession(
  { read, wipe }: Pick<SessionStore, 'read' | 'wipe'>,
  { now }: Clock,
  timers: Timers,
): ClientSession {
  const readStatus = () => toSessionStatus(read(), now())
  const machine = sessionMachine.provide({
    actions: {
      check: assign(() => ({ status: readStatus(), checkedAt: now() })),
      wipe: () => wipe(),
    },
    guards: {
      hasStored: () => readStatus().kind !== 'signed-out',
      isSameSession: ({ context }) => findStartTime(readStatus()) === findStartTime(context.status),
    },
  })
  return createActor(machine, { clock: timers })
}

/** The session of this tab, until `stop`. */
interface RunningSession {
  readonly clientSession: ClientSession
  /** Stops the machine and ends its subscriptions. */
  readonly stop: () => void
}

/**
 * Starts the machine of the client's session (D8). It receives changes by other tabs, refusals, and
 * `SHOWN` when the page is shown or a visible page goes online or offline. The router sends
 * `NAVIGATED`.
 */
export function startClientSession({
  session,
  sessionRefusals,
  clock,
  timers,
  page,
}: RunningSessionDeps): RunningSession {
  const clientSession = createClientSession(session, clock, timers)
  clientSession.start()
  const unsubscribes = [
    session.subscribe(() => clientSession.send({ type: 'STORAGE_CHANGED' })),
    sessionRefusals.subscribe((refusal) => clientSession.send({ type: 'REFUSED', refusal })),
    page.subscribe(() => {
      if (page.visible()) clientSession.send({ type: 'SHOWN' })
    }),
  ]
  return {
    clientSession,
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      clientSession.stop()
    },
  }
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
  const isActive = () => clientSession.getSnapshot().matches('active')

  function applyUser(user: ClientUser | null, requested: StoredSession, message: string | null): void {
    // Another tab may have replaced the session.
    const current = findStoredSession(session, clock.now())
    if (!isActive() || current?.startedAt !== requested.startedAt) return
    const reconciled = reconcileSession(user, current)
    if (reconciled === null) {
      clientSession.send({ type: 'REFUSED', refusal: { reason: 'unknown', message } })
    } else if (hasNewExpiry(reconciled, current)) {
      session.write(reconciled)
      clientSession.send({ type: 'STORED' })
    }
  }

  return async (message = null) => {
    const { status } = clientSession.getSnapshot().context
    if (status.kind !== 'active') return
    try {
      const user = await auth.currentUser()
      if (user.ok) applyUser(user.value, status.session, message)
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
type SignOut = () => Promise<Result<void, CallFailure>>

interface SignOutUseCase {
  readonly signOut: SignOut
  /** Cancels the retry that waits until the page is online. */
  readonly stop: () => void
}

interface SignOutDeps extends Pick<SessionPorts, 'auth'> {
  readonly log: Log
  readonly page: Page
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, auth, log, page }: SignOutDeps): SignOutUseCase {
  let isStopped = false
  let stopWaiting = () => {}

  async function sendSignOut(): Promise<Result<void, CallFailure>> {
    const result = await auth.signOut()
    if (!result.ok) log.error(SIGN_OUT_FAILED, result.error)
    return result
  }

  function sendWhenOnline() {
    stopWaiting()
    if (isStopped) return
    stopWaiting = page.subscribe(() => {
      if (!page.online()) return
      stopWaiting()
      if (!clientSession.getSnapshot().matches('active')) void sendSignOut()
    })
  }

  return {
    async signOut() {
      clientSession.send({ type: 'SIGN_OUT' })
      const result = await sendSignOut()
      if (!result.ok && !page.online()) sendWhenOnline()
      return result
    },
    stop() {
      isStopped = true
      stopWaiting()
    },
  }
}
