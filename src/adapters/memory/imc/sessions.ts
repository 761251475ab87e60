import { asReader, getEntity, type MemoryImcDeps } from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { SessionsGateway } from '#src/application/imc/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { type OpenSession, type SessionSelection, selectSessions } from '#src/domain/imc/session/open-sessions.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { ok } from '#src/domain/result.ts'

interface MemorySessionsDeps extends MemoryImcDeps {
  readonly clock: Clock
}

interface ListedSession extends OpenSession {
  readonly token: string
}

/** The service in memory reads no `User-Agent`, and its calls use no network. */
const DEVICE = 'Este navegador'

const toPublicId = (token: string) => token.replace('imc-', 'sesion-')

/** The open sessions of the entity in memory (D95). */
export function createMemorySessions(deps: MemorySessionsDeps): SessionsGateway {
  const { imc, cookie, clock } = deps
  const { replyWith } = deps.network

  function listVisible(caller: { readonly id: string; readonly role: Parameters<typeof canWrite>[0] }) {
    const entity = getEntity(deps)
    const { token: current } = cookie.getSnapshot()
    return imc.listSessions(entity.entity().id).flatMap(({ token, userId, startedAt }): readonly ListedSession[] => {
      const user = entity.findUser(userId)
      if (user === null || !(canWrite(caller.role) || userId === caller.id)) return []
      const isCurrent = token === current
      const lastSeenAt = isCurrent ? clock.now() : startedAt
      const { name } = user
      return [
        { token, id: toPublicId(token), userId, name, device: DEVICE, address: '', startedAt, lastSeenAt, isCurrent },
      ]
    })
  }

  const isKnown = (sessions: readonly OpenSession[], selection: SessionSelection, ownId: string, isAll: boolean) => {
    if (selection.kind === 'session') return sessions.some(({ id }) => id === selection.id)
    if (selection.kind === 'others') return true
    return isAll ? getEntity(deps).findUser(selection.userId) !== null : selection.userId === ownId
  }

  function endAll(person: string, selected: readonly ListedSession[]) {
    for (const { token } of selected) imc.endSession(token)
    for (const userId of new Set(selected.map((session) => session.userId)))
      getEntity(deps).addAuditLine(person, 'session-ended', userId)
  }

  return {
    list: (signal) =>
      replyWith(signal, () =>
        asReader(deps, (caller) => ok(listVisible(caller).map(({ token: _, ...session }) => session))),
      ),

    end: (selection, signal) =>
      replyWith(signal, () =>
        asReader(deps, (caller) => {
          const sessions = listVisible(caller)
          if (!isKnown(sessions, selection, caller.id, canWrite(caller.role))) return rejectWith(404)
          const selected = selectSessions(sessions, selection)
          endAll(caller.name, selected)
          return ok(selected.length)
        }),
      ),
  }
}
