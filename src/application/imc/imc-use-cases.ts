import { createImcSessionView } from '#src/application/imc/session/imc-session-view.ts'
import { createImcSignOut, type EndClientSession } from '#src/application/imc/session/imc-sign-out.ts'
import { createInterruptedWork, type InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import type { Announcer } from '#src/application/platform/announcer.ts'
import type { Toasts } from '#src/application/platform/toasts.ts'
import type { ImcPorts, Ports } from '#src/application/ports.ts'

/** The dependencies of the back-office use-cases. */
export interface ImcUseCaseDeps extends Ports, ImcPorts {
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly endClientSession: EndClientSession
}

/** The dependencies of the back-office views. */
export interface ImcDeps extends ImcUseCaseDeps {
  readonly work: InterruptedWork
}

/** Creates the use-cases of the back-office. `loadImc` loads this code with the first page. */
export function createImcUseCases(portalDeps: ImcUseCaseDeps) {
  const work = createInterruptedWork(portalDeps.imcSession, portalDeps.toasts)
  const deps: ImcDeps = { ...portalDeps, work }
  return {
    /** The session of the entity's user in this tab. */
    session: createImcSessionView({ ...deps, signOut: createImcSignOut(deps) }),
    /** Stores the subscription of the screens page (D26). */
    chooseSubscription: deps.imcSession.writeChosenSubscription,
    /** Finds the saved form of an ended session, to open the form again. */
    findDraft: work.find,
    /** Creates a view; the page loads the view's code and passes `create`. */
    createView: <Args extends readonly unknown[], V>(create: (deps: ImcDeps, ...args: Args) => V, ...args: Args): V =>
      create(deps, ...args),
  }
}

export type ImcUseCases = ReturnType<typeof createImcUseCases>
