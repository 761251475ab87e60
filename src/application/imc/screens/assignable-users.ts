import { createChoiceList } from '#src/application/imc/screens/choice-list.ts'
import { CHOICES_REFRESH_MS } from '#src/application/imc/screens/request-form.ts'
import type { ScreensGateway } from '#src/application/imc/screens/screens-gateway.ts'
import type { ImcSessionStore } from '#src/application/imc/session/imc-session-store.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'

export interface AssignableUsersDeps extends ResourceDeps {
  readonly screens: Pick<ScreensGateway, 'assignable'>
  readonly imcSession: Pick<ImcSessionStore, 'readAssignable' | 'writeAssignable'>
}

/** Shows the stored assignable users, if any, and loads and stores them again (D32). */
export function createAssignableUsers({ imcSession, ...deps }: AssignableUsersDeps) {
  const cached = imcSession.readAssignable()
  const users = createResource<readonly AssignableUser[]>(
    deps,
    { load: deps.screens.assignable, interval: CHOICES_REFRESH_MS },
    {
      // An update time of 0 makes the cached users outdated: they are loaded again at once.
      first: cached && { value: cached, updatedAt: 0, receivedAt: 0 },
      onLoad: imcSession.writeAssignable,
    },
  )
  return { users, ...createChoiceList(users, { toId: ({ id }) => id, toTexts: ({ name }) => [name] }) }
}
