import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { findSubscriptionOwnership } from '#server/imc/entity-store.ts'
import { type ImcFailure, toMissing } from '#server/imc/failures.ts'
import { isCompatible, listRequirements } from '#server/imc/screens/profile-store.ts'
import { findScreen, type StoredScreen } from '#server/imc/screens/screen-store.ts'
import { requireUser } from '#server/imc/users/user-store.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { canMove, type ScreenMove } from '#src/domain/imc/screens/screen-lifecycle.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Queries = Kysely<Schema>

/**
 * Finds a screen by its key. Fails when the screen has another package than the key, or another
 * profile. Does not compare the profile of a screen in transit.
 */
export async function requireScreen(
  tx: Queries,
  entityId: string,
  key: Omit<ScreenKey, 'packageId'> & Partial<Pick<ScreenKey, 'packageId'>>,
): Promise<Result<StoredScreen, ImcFailure>> {
  const ownership = await findSubscriptionOwnership(tx, entityId, key.number)
  if (ownership !== 'own') return err(toMissing(ownership, 'subscription'))
  const screen = await findScreen(tx, entityId, key)
  if (screen === null || (key.packageId !== undefined && key.packageId !== screen.packageId)) {
    return err({ kind: 'unknown', item: 'screen' })
  }
  if (screen.status !== 'transit' && screen.profileId !== key.profileId) {
    return err({ kind: 'screen-changed', screen })
  }
  return ok(screen)
}

/** Returns why a screen does not allow a move; null when the screen allows it (D30). */
export function findConflict(screen: StoredScreen, move: ScreenMove): ImcFailure | null {
  if (canMove(screen.status, move)) return null
  if (screen.status === 'transit') return { kind: 'screen-in-transit', screen }
  return { kind: screen.status === 'assigned' ? 'screen-taken' : 'screen-free', screen }
}

/** Finds a user of the entity who can get a screen. */
export async function requireAssignable(
  tx: Queries,
  entityId: string,
  id: string,
): Promise<Result<EntityUser, ImcFailure>> {
  const user = await requireUser(tx, entityId, id)
  if (!user.ok) return user
  if (!user.value.active) return err({ kind: 'user-inactive' })
  return user.value.status === 'available' ? user : err({ kind: 'user-taken' })
}

/**
 * Lists the documents that a new profile requires. Fails when the screen may not get the profile.
 */
export async function findProfileRequirements(tx: Queries, { profileId }: StoredScreen, newProfileId: string) {
  if (!(await isCompatible(tx, profileId, newProfileId))) return err<ImcFailure>({ kind: 'profile-not-offered' })
  return ok(await listRequirements(tx, newProfileId))
}
