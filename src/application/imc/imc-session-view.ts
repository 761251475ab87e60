import { SESSION_EXPIRED } from '#src/application/identity/identity.ts'
import type { ChosenSubscription } from '#src/application/imc/imc-session-store.ts'
import type { ImcSignOut } from '#src/application/imc/imc-sign-out.ts'
import type { InterruptedWork } from '#src/application/imc/interrupted-work.ts'
import type { Log } from '#src/application/platform/log.ts'
import { SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import { canWrite, type ImcLogin, type ImcSession } from '#src/domain/imc/entity-user.ts'

/** The session of the entity's user in this tab. */
export interface ImcSessionSnapshot {
  readonly session: ImcSession | null
  /** Whether the user can change data of its entity (D25). */
  readonly canWrite: boolean
  /** Why the service ended the session, until the notice is closed or a new login. */
  readonly ended: string | null
  /** True when the service did not receive a sign-out: the session is still open there. */
  readonly unreported: boolean
}

export interface ImcSessionView extends View<ImcSessionSnapshot> {
  signOut(): Promise<void>
  /** Closes the notice of an ended session. */
  read(): void
}

export interface ImcSessionViewDeps extends Pick<ImcPorts, 'imcSession' | 'imcAuth' | 'imcRefusals'> {
  readonly signOut: ImcSignOut
  readonly work: Pick<InterruptedWork, 'save' | 'subscription' | 'clear'>
  readonly log: Log
}

/** The part of a login that the browser stores. */
export const toImcSession = ({ userId, name, role, entityId, entityName }: ImcLogin): ImcSession => ({
  userId,
  name,
  role,
  entityId,
  entityName,
})

const isSame = (one: ImcSession | null, other: ImcSession | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Follows the stored session and the refusals of the service. The first subscriber starts a request
 * for the session, because the service decides role and entity (D24).
 */
export function createImcSessionView(deps: ImcSessionViewDeps): ImcSessionView {
  const { imcSession, imcAuth, imcRefusals, signOut, work, log } = deps
  let ended: string | null = null
  let unreported = false
  let session = imcSession.read()

  const readSnapshot = (): ImcSessionSnapshot => ({
    session,
    canWrite: session !== null && canWrite(session.role),
    ended,
    unreported,
  })
  let snapshot = readSnapshot()

  function update() {
    follow(imcSession.read(), null)
    if (session !== null) {
      ended = null
      unreported = false
    }
    publish()
  }

  function follow(stored: ImcSession | null, subscription: ChosenSubscription | null) {
    if (isSame(session, stored)) return
    if (session !== null) work.save(session, subscription)
    session = stored
    const interrupted = work.subscription()
    if (interrupted !== null && imcSession.readChosenSubscription() === null)
      imcSession.writeChosenSubscription(interrupted)
  }

  function publish() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  function end(message: string | null) {
    if (imcSession.read() === null) return
    ended = message ?? SESSION_EXPIRED
    follow(null, imcSession.readChosenSubscription())
    // only a sign-out clears what other parts of the portal stored (D55)
    imcSession.remove()
    update()
  }

  function apply(login: ImcLogin | null, requested: ImcSession) {
    // another tab may have signed out or in
    if (!isSame(imcSession.read(), requested)) return
    if (login === null || login.mustChangePassword) end(null)
    else if (!isSame(toImcSession(login), requested)) imcSession.write(toImcSession(login))
  }

  async function verify() {
    const requested = imcSession.read()
    if (requested === null) return
    try {
      const current = await imcAuth.current()
      if (current.ok) apply(current.value, requested)
    } catch (error) {
      log.error(SESSION_CHECK_FAILED, error)
    }
  }

  const subscribers = createSubscribers(() => {
    update()
    const stops = [imcSession.subscribe(update), imcRefusals.subscribe(end)]
    void verify()
    return () => {
      for (const stop of stops) stop()
    }
  })

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,

    async signOut() {
      ended = null
      const signingOut = signOut()
      work.clear()
      const isReported = (await signingOut).ok
      if (isReported || session !== null) return
      unreported = true
      publish()
    },

    read() {
      ended = null
      unreported = false
      publish()
    },
  }
}
