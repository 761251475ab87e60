import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Requirement } from '#src/domain/imc/requests/requests.ts'
import type { Profile } from '#src/domain/imc/screens/screen.ts'

type Queries = Kysely<Schema>

export const hasProfile = async (db: Queries, id: string): Promise<boolean> =>
  (await db.selectFrom('imc_profiles').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Lists the profiles that a request may choose for a screen of this profile. */
export const listCompatibleProfiles = (db: Queries, profileId: string): Promise<readonly Profile[]> =>
  db
    .selectFrom('imc_compatible_profiles as pair')
    .innerJoin('imc_profiles as profile', 'profile.id', 'pair.compatible_id')
    .select(['profile.id', 'profile.name'])
    .where('pair.profile_id', '=', profileId)
    .orderBy('pair.position')
    .execute()

/** Whether a request may choose the profile `compatibleId` for a screen of profile `profileId`. */
export const isCompatible = async (db: Queries, profileId: string, compatibleId: string): Promise<boolean> =>
  (await db
    .selectFrom('imc_compatible_profiles')
    .select('position')
    .where('profile_id', '=', profileId)
    .where('compatible_id', '=', compatibleId)
    .executeTakeFirst()) !== undefined

/** Lists the documents that a request for this profile requires. */
export const listRequirements = (db: Queries, profileId: string): Promise<readonly Requirement[]> =>
  db
    .selectFrom('imc_profile_requirements as required')
    .innerJoin('imc_requirements as requirement', 'requirement.id', 'required.requirement_id')
    .select(['requirement.id', 'requirement.name'])
    .where('required.profile_id', '=', profileId)
    .orderBy('required.position')
    .execute()
