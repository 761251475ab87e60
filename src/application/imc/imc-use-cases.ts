import { createImcSessionView } from '#src/application/imc/imc-session-view.ts'
import { createImcSignOut, type EndClientSession } from '#src/application/imc/imc-sign-out.ts'
import { createInterruptedWork, type InterruptedWork } from '#src/application/imc/interrupted-work.ts'
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

/** The use-cases of the back-office; they are loaded with its screens (`loadImc`). */
export function createImcUseCases(given: ImcUseCaseDeps) {
  const work = createInterruptedWork(given.imcSession, given.toasts)
  const deps: ImcDeps = { ...given, work }
  return {
    /** The session of the entity's user in this tab. */
    session: createImcSessionView({ ...deps, signOut: createImcSignOut(deps) }),
    /** Stores the subscription whose screens are shown (D26). */
    chooseSubscription: deps.imcSession.writeChosenSubscription,
    /** The saved form of an ended session, for the screen that shows the form again. */
    findDraft: work.find,
    /** Creates a view; the screen loads its code and passes `create`. */
    createView: <Args extends readonly unknown[], V>(create: (deps: ImcDeps, ...args: Args) => V, ...args: Args): V =>
      create(deps, ...args),
  }
}

export type ImcUseCases = ReturnType<typeof createImcUseCases>
