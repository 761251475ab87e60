import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import type { NewRequest } from '#server/imc/requests/new-request-store.ts'
import { isCompatible, listRequirements } from '#server/imc/screens/profile-store.ts'
import { findConflict, requireAssignable, requireScreen } from '#server/imc/screens/screen-conflicts.ts'
import type { UserStatusChange } from '#server/imc/screens/screen-moves-store.ts'
import { findScreenOfUser, type StoredScreen } from '#server/imc/screens/screen-store.ts'
import type { EntryValues } from '#server/imc/session/actor.ts'
import { requireUser } from '#server/imc/users/user-store.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Queries = Kysely<Schema>

/** A request to move a user to another screen, or to replace the user of a screen (D27, D58). */
export interface RequestedChange {
  readonly target: ScreenKey
  /** Null stands for the user's only screen. */
  readonly source: Omit<ScreenKey, 'packageId'> | null
  readonly userId: string
  readonly observations: string
}

/** Finds the named source screen, else the user's screen. */
async function requireSource(
  tx: Queries,
  entityId: string,
  { source, userId }: RequestedChange,
): Promise<Result<StoredScreen, ImcFailure>> {
  if (source !== null) return requireScreen(tx, entityId, source)
  const user = await requireUser(tx, entityId, userId)
  if (!user.ok) return user
  const screen = await findScreenOfUser(tx, entityId, userId)
  return screen === null ? err({ kind: 'no-source' }) : ok(screen)
}

/** Prepares the replacement of the screen's user. */
async function prepareReplacement(
  tx: Queries,
  entityId: string,
  screen: StoredScreen,
  { userId, observations }: RequestedChange,
): Promise<Result<PreparedRequest, ImcFailure>> {
  const conflict = findConflict(screen, 'replacing')
  if (conflict !== null) return err(conflict)
  if (screen.userId === userId || screen.userId === null) return err({ kind: 'same-user' })
  const user = await requireAssignable(tx, entityId, userId)
  if (!user.ok) return user
  const { packageId, profileId, number, screen: name } = screen
  return ok({
    kind: 'user-change',
    action: 'screen-changed',
    packageId,
    profileId,
    userId,
    sourceUserId: screen.userId,
    quantity: null,
    price: null,
    notes: observations,
    target: screen,
    source: null,
    requirements: await listRequirements(tx, profileId),
    users: [
      { id: userId, from: 'available', to: 'transit' },
      { id: screen.userId, from: 'assigned', to: 'transit' },
    ],
    facts: { number, screen: name, user: user.value.name, observations },
  })
}

/** Prepares the move of a user. The target screen gets the profile of the source screen. */
async function prepareMove(
  tx: Queries,
  entityId: string,
  { source, target }: { readonly source: StoredScreen; readonly target: StoredScreen },
  { userId, observations }: RequestedChange,
): Promise<Result<PreparedRequest, ImcFailure>> {
  const conflict = findConflict(source, 'leaving') ?? findConflict(target, 'receiving')
  if (conflict !== null) return err(conflict)
  const user = await requireUser(tx, entityId, userId)
  if (!user.ok) return user
  if (source.userId !== userId) return err({ kind: 'not-holder' })
  if (!(await isCompatible(tx, target.profileId, source.profileId))) return err({ kind: 'profile-not-offered' })
  const { packageId, number, screen: name } = target
  return ok({
    kind: 'screen-change',
    action: 'screen-changed',
    packageId,
    profileId: source.profileId,
    userId,
    sourceUserId: null,
    quantity: null,
    price: null,
    notes: observations,
    target,
    source,
    requirements: await listRequirements(tx, source.profileId),
    users: [{ id: userId, from: 'assigned', to: 'transit' }],
    facts: { number, screen: name, user: user.value.name, observations },
  })
}

/**
 * Checks a change against the database and prepares it (D58). It is a replacement when source and
 * target are the same screen. Otherwise it is a move.
 */
export const prepareChange =
  (request: RequestedChange) =>
  async (tx: Queries, entityId: string): Promise<Result<PreparedRequest, ImcFailure>> => {
    const target = await requireScreen(tx, entityId, request.target)
    if (!target.ok) return target
    const source = await requireSource(tx, entityId, request)
    if (!source.ok) return source
    return source.value.id === target.value.id
      ? prepareReplacement(tx, entityId, target.value, request)
      : prepareMove(tx, entityId, { source: source.value, target: target.value }, request)
  }

/** A checked request, without its time and its administrator (id and name). */
export interface PreparedRequest extends Omit<NewRequest, 'administratorId' | 'at' | 'person' | 'isUnconfirmed'> {
  /** The status changes of the users whom the request concerns. */
  readonly users: readonly UserStatusChange[]
  readonly action: AuditAction
  /** Details that the audit entry records. */
  readonly facts: EntryValues
}
