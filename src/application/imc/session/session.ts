import { SESSION_EXPIRED } from '#src/application/identity/identity.ts'
import type { ChosenSubscription, ImcPorts } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { IMC_SIGN_OUT_FAILED, SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import type { Log, PlatformPorts } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ImcLogin, ImcSession } from '#src/domain/imc/session/session.ts'
import { canWrite } from '#src/domain/imc/users/entity-user.ts'
import type { Result } from '#src/domain/result.ts'

/** Ends the client's session in this browser, then at the service. */
export type EndClientSession = () => Promise<Result<void, CallFailure>>

/**
 * Signs the entity's user out (D55): clears the portal's data in this browser, then ends both
 * sessions at the service. Fails if the request to end the session of the entity's user fails.
 */
type ImcSignOut = () => Promise<Result<void, CallFailure>>

interface ImcSignOutDeps extends Pick<ImcPorts, 'imcAuth' | 'imcSession'>, Pick<PlatformPorts, 'log'> {
  readonly endClientSession: EndClientSession
}

export const createImcSignOut =
  ({ imcAuth, imcSession, log, endClientSession }: ImcSignOutDeps): ImcSignOut =>
  async () => {
    const clientSignOut = endClientSession()
    imcSession.clear()
    const [result] = await Promise.all([imcAuth.signOut(), clientSignOut])
    if (!result.ok) log.error(IMC_SIGN_OUT_FAILED, result.error)
    return result
  }

/** The session of the entity's user in this tab. */
export interface ImcSessionSnapshot {
  readonly session: ImcSession | null
  /** True if the user may change data of the entity (D25). */
  readonly canWrite: boolean
  /**
   * Why the service ended the session; null if it did not, after `dismissNotice` or a new login.
   */
  readonly endReason: string | null
  /** True after a failed request to sign out: the session at the service may still be open. */
  readonly signOutFailed: boolean
}

interface ImcSessionView extends Readable<ImcSessionSnapshot> {
  signOut(): Promise<void>
  /** Dismisses the notice of an ended session or of a failed sign-out. */
  dismissNotice(): void
}

interface ImcSessionViewDeps extends Pick<ImcPorts, 'imcSession' | 'imcAuth' | 'imcRefusals'> {
  readonly signOut: ImcSignOut
  readonly work: Pick<InterruptedWork, 'save' | 'findSubscription' | 'clear'>
  readonly log: Log
}

/** Returns the values of a login that the browser stores. */
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
 * Publishes the stored session and applies refusals of the service. The first subscriber starts a
 * verification, because the service decides role and entity (D24).
 */
export function createImcSessionView(deps: ImcSessionViewDeps): ImcSessionView {
  const { imcSession, imcAuth, imcRefusals, signOut, work, log } = deps
  let endReason: string | null = null
  let signOutFailed = false
  let session = imcSession.read()

  const readSnapshot = (): ImcSessionSnapshot => ({
    session,
    canWrite: session !== null && canWrite(session.role),
    endReason,
    signOutFailed,
  })
  let snapshot = readSnapshot()

  function update() {
    setSession(imcSession.read(), null)
    if (session !== null) {
      endReason = null
      signOutFailed = false
    }
    publish()
  }

  /**
   * Replaces the session. Saves the open form of the old session and `subscription`. Restores the
   * saved subscription of the new session.
   */
  function setSession(stored: ImcSession | null, subscription: ChosenSubscription | null) {
    if (isSame(session, stored)) return
    if (session !== null) work.save(session, subscription)
    session = stored
    const savedSubscription = work.findSubscription()
    if (savedSubscription !== null && imcSession.readChosenSubscription() === null)
      imcSession.writeChosenSubscription(savedSubscription)
  }

  function publish() {
    snapshot = readSnapshot()
    view.refresh()
  }

  function endSession(message: string | null) {
    if (imcSession.read() === null) return
    endReason = message ?? SESSION_EXPIRED
    setSession(null, imcSession.readChosenSubscription())
    // Only a sign-out clears the data of other parts of the portal (D55).
    imcSession.remove()
    update()
  }

  /** Applies the service's reply to the session that the request verified. */
  function applyReply(login: ImcLogin | null, requested: ImcSession) {
    // The same user may have signed in again: a new session is a new object.
    if (session !== requested) return
    // Another tab may have signed out or in.
    if (!isSame(imcSession.read(), requested)) return
    if (login === null || login.mustChangePassword) endSession(null)
    else if (!isSame(toImcSession(login), requested)) imcSession.write(toImcSession(login))
  }

  async function verify() {
    const requested = session
    if (requested === null) return
    try {
      const result = await imcAuth.current()
      if (result.ok) applyReply(result.value, requested)
    } catch (error) {
      log.error(SESSION_CHECK_FAILED, error)
    }
  }

  const view = createRefreshable(
    () => snapshot,
    () => {
      update()
      const unsubscribes = [imcSession.subscribe(update), imcRefusals.subscribe(endSession)]
      void verify()
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,

    async signOut() {
      endReason = null
      const reply = signOut()
      work.clear()
      const result = await reply
      if (result.ok || session !== null) return
      signOutFailed = true
      publish()
    },

    dismissNotice() {
      endReason = null
      signOutFailed = false
      publish()
    },
  }
}
