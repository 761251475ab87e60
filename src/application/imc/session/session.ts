import { SESSION_EXPIRED } from '#src/application/identity/identity.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { IMC_SIGN_OUT_FAILED, SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import type { Page, PlatformPorts } from '#src/application/platform/ports.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ImcSession } from '#src/domain/imc/session/session.ts'
import { imcSessionMachine } from '#src/domain/imc/session/session-machine.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { err, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

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
  readonly isSigningOut: boolean
  /** True after a failed request to sign out: the session at the service may still be open. */
  readonly signOutFailed: boolean
  /** True after a sign-out in this or another tab, until `handleSignOut` or a new login. */
  readonly hasSignedOut: boolean
}

export interface ImcSessionView extends Readable<ImcSessionSnapshot> {
  signOut(): void
  /** The page left the screens that need a session. */
  handleSignOut(): void
  /** Dismisses the notice of an ended session or of a failed sign-out. */
  dismissNotice(): void
}

/** Interval between two checks of the session while its page is visible. */
export const SESSION_CHECK_MS = 5 * SECOND_MS

interface ImcSessionViewDeps extends FlowDeps, Pick<ImcPorts, 'imcSession' | 'imcAuth' | 'imcRefusals'> {
  readonly page: Page
  readonly signOut: ImcSignOut
  readonly work: Pick<InterruptedWork, 'save' | 'findSubscription' | 'clear'>
}

/** True while a notice of an end or of a failed sign-out is shown or may follow. */
const hasNotice = ({ endReason, isSigningOut, signOutFailed }: ImcSessionSnapshot): boolean =>
  endReason !== null || isSigningOut || signOutFailed

/**
 * Publishes the stored session and applies refusals of the service. The first subscriber starts a
 * verification. A notice is available until `dismissNotice` or a new login, also after the last
 * subscriber has left.
 */
export function createImcSessionView(deps: ImcSessionViewDeps): ImcSessionView {
  const { imcSession, imcAuth, imcRefusals, signOut, work, page, timers, log } = deps
  const call = createCaller(deps)
  const sendStored = () => flow.send({ type: 'STORED', session: imcSession.read() })

  const machine = imcSessionMachine.provide({
    actors: {
      verify: call(async () => {
        const result = await imcAuth.current().catch((error: unknown) => {
          log.error(SESSION_CHECK_FAILED, error)
          return err({ kind: 'crashed' } as const)
        })
        // Another tab may have signed out or in.
        sendStored()
        return result
      }),
      signOut: call(signOut),
    },
    actions: {
      saveWork(_, session) {
        if (session !== null) work.save(session, null)
      },
      restoreSubscription() {
        const saved = work.findSubscription()
        if (saved !== null && imcSession.readChosenSubscription() === null) imcSession.writeChosenSubscription(saved)
      },
      clearWork: work.clear,
      endStored(_, session) {
        if (session !== null) work.save(session, imcSession.readChosenSubscription())
        // Only a sign-out clears the data of other parts of the portal (D55).
        imcSession.remove()
      },
      store(_, session) {
        if (session !== null) imcSession.write(session)
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ session: imcSession.read() }),
    select(state): ImcSessionSnapshot {
      const { session, message, hasSignedOut } = state.context
      return {
        session,
        canWrite: session !== null && canWrite(session.role),
        endReason: state.matches('ended') ? (message ?? SESSION_EXPIRED) : null,
        isSigningOut: state.matches('signing-out'),
        signOutFailed: state.matches('sign-out-failed'),
        hasSignedOut,
      }
    },
    follow: () =>
      startAll(
        imcSession.subscribe(sendStored),
        imcRefusals.subscribe((message) => {
          sendStored()
          flow.send({ type: 'REFUSED', message })
        }),
      ),
  })

  /** Checks the session again and again. A refusal reaches the flow by `imcRefusals`. */
  function watchSession() {
    let timer: unknown
    const schedule = () => {
      timer = timers.setTimeout(check, SESSION_CHECK_MS)
    }
    async function check() {
      schedule()
      const { visible, online } = page.getSnapshot()
      if (flow.getSnapshot().session === null || !visible || !online) return
      await imcAuth.check().catch((error: unknown) => log.error(SESSION_CHECK_FAILED, error))
    }
    schedule()
    return () => timers.clearTimeout(timer)
  }

  function start() {
    const stopWatching = watchSession()
    return () => {
      stopWatching()
      // The flow continues when the last subscriber leaves, because it would forget the notice.
      runWhile(flow, hasNotice)
    }
  }

  return {
    ...withWork(flow, start),
    signOut: () => flow.send({ type: 'SIGN_OUT' }),
    handleSignOut: () => flow.send({ type: 'SIGN_OUT_HANDLED' }),
    dismissNotice: () => flow.send({ type: 'DISMISS' }),
  }
}
