import { createImcSessionView } from '#src/application/imc/imc-session-view.ts'
import { createImcSignOut, type EndClientSession } from '#src/application/imc/imc-sign-out.ts'
import type { Announcer } from '#src/application/platform/announcer.ts'
import type { Toasts } from '#src/application/platform/toasts.ts'
import type { ImcPorts, Ports } from '#src/application/ports.ts'

/** What the views of the back-office are created from. */
export interface ImcDeps extends Ports, ImcPorts {
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly endClientSession: EndClientSession
}

/** The use-cases of the back-office; they are loaded with its screens (`loadImc`). */
export function createImcUseCases(deps: ImcDeps) {
  return {
    /** The session of the entity's user in this tab. */
    session: createImcSessionView({ ...deps, signOut: createImcSignOut(deps) }),
    /** Stores the subscription whose screens are shown (D26). */
    chooseSubscription: deps.imcSession.writeChosenSubscription,
    /** Creates a view whose code is loaded with the screen that passes it. */
    createView: <Args extends readonly unknown[], V>(create: (deps: ImcDeps, ...args: Args) => V, ...args: Args): V =>
      create(deps, ...args),
  }
}

export type ImcUseCases = ReturnType<typeof createImcUseCases>
