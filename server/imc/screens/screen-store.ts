import type { Kysely } from 'kysely'

import { contains } from '#server/database/like.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Page } from '#server/imc/imc-replies.ts'
import { type ListParts, readParts } from '#server/imc/read-parts.ts'
import { allowsExpiry } from '#server/imc/screens/screen-expiry-store.ts'
import { hasReportedUses } from '#server/imc/screens/screen-use-store.ts'
import { toNameKey } from '#server/imc/users/user-store.ts'
import type { FreeScreen, ScreenRow } from '#src/domain/imc/screens/screen.ts'

type Queries = Kysely<Schema>

/** The current values of a screen. */
export interface StoredScreen {
  readonly id: string
  /** Number of the subscription. */
  readonly number: string
  /** Name of the screen, such as `P-01`. */
  readonly screen: string
  readonly packageId: string
  readonly profileId: string
  readonly status: 'available' | 'assigned' | 'transit'
  /** The user who has the screen. */
  readonly userId: string | null
}

/** Selects screens with the user and the profile of their open request, else with their own. */
const selectScreens = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_screens as screen')
    .innerJoin('imc_subscriptions as subscription', (join) =>
      join.onRef('subscription.number', '=', 'screen.number').onRef('subscription.entity_id', '=', 'screen.entity_id'),
    )
    .innerJoin('imc_packages as package', 'package.id', 'subscription.package_id')
    .leftJoin('imc_requests as request', 'request.id', 'screen.request_id')
    .leftJoin('imc_users as user', (join) =>
      join
        .on(({ eb, fn, ref }) => eb(ref('user.id'), '=', fn.coalesce('request.user_id', 'screen.user_id')))
        .onRef('user.entity_id', '=', 'screen.entity_id'),
    )
    .innerJoin('imc_profiles as profile', (join) =>
      join.on(({ eb, fn, ref }) => eb(ref('profile.id'), '=', fn.coalesce('request.profile_id', 'screen.profile_id'))),
    )
    .leftJoin('imc_screen_uses as use', 'use.screen_id', 'screen.id')
    .leftJoin('imc_screen_expiries as expiry', (join) =>
      join.onRef('expiry.screen_id', '=', 'screen.id').onRef('expiry.user_id', '=', 'screen.user_id'),
    )
    .where('screen.entity_id', '=', entityId)
    .select([
      'screen.id',
      'screen.number',
      'screen.screen',
      'screen.status',
      'screen.request_id',
      'subscription.package_id',
      'package.code',
      'package.name as package',
      'profile.id as profile_id',
      'profile.name as profile',
      'user.id as user_id',
      'user.username',
      'user.name as full_name',
      'use.used_on',
      'expiry.ends_on',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectScreens>['execute']>>[number]

/** A listed screen without the text of its status, which the reply adds. */
export type ListedScreen = Omit<ScreenRow, 'status' | 'statusText'> & { readonly status: StoredScreen['status'] }

type EntityFlags = Pick<ListedScreen, 'isUseReported' | 'canExpire'>

const toListedScreen = (row: Row, flags: EntityFlags): ListedScreen => ({
  packageId: row.package_id,
  number: row.number,
  profileId: row.profile_id,
  screen: row.screen,
  profile: row.profile,
  userId: row.user_id,
  username: row.username,
  fullName: row.full_name,
  status: row.status,
  code: row.code,
  packageName: row.package,
  requestId: row.request_id,
  lastUse: row.used_on,
  endsOn: flags.canExpire ? row.ends_on : null,
  ...flags,
})

const readFlags = async (db: Queries, entityId: string): Promise<EntityFlags> => ({
  isUseReported: await hasReportedUses(db, entityId),
  canExpire: await allowsExpiry(db, entityId),
})

async function toListedScreens(db: Queries, entityId: string, rows: readonly Row[]): Promise<readonly ListedScreen[]> {
  const flags = await readFlags(db, entityId)
  return rows.map((row) => toListedScreen(row, flags))
}

/** Lists the screens of a subscription by name. */
export async function listScreens(db: Queries, entityId: string, number: string): Promise<readonly ListedScreen[]> {
  const rows = await selectScreens(db, entityId).where('screen.number', '=', number).orderBy('screen.screen').execute()
  return toListedScreens(db, entityId, rows)
}

/** Lists the screens of all subscriptions by number and name, in parts. */
export async function* listAllScreens(db: Queries, entityId: string): ListParts<ListedScreen> {
  const flags = await readFlags(db, entityId)
  const ids = await db
    .selectFrom('imc_screens')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('number')
    .orderBy('screen')
    .execute()
  yield* readParts(ids, async (part) =>
    (await selectScreens(db, entityId).where('screen.id', 'in', part).execute()).map((row) => [
      row.id,
      toListedScreen(row, flags),
    ]),
  )
}

/**
 * Filters of a page. `after` is the name of the last screen before the page, null for the first.
 */
interface ScreenPageQuery {
  readonly limit: number
  readonly after: string | null
  /** Part of the user's name; case and accents are ignored. '' matches every screen. */
  readonly search: string
}

/** Finds a page of the screens of a subscription, sorted by name. */
export async function findScreenPage(
  db: Queries,
  entityId: string,
  number: string,
  { limit, after, search }: ScreenPageQuery,
): Promise<Page<ListedScreen>> {
  const nameKey = toNameKey(search)
  const rows = await selectScreens(db, entityId)
    .where('screen.number', '=', number)
    .$if(nameKey !== '', (query) => query.where(contains('user.name_key', nameKey)))
    .$if(after !== null, (query) => query.where('screen.screen', '>', after ?? ''))
    .orderBy('screen.screen')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: await toListedScreens(db, entityId, page), next: last ? [last.screen] : null }
}

export async function findListedScreen(
  db: Queries,
  entityId: string,
  { number, screen }: Pick<StoredScreen, 'number' | 'screen'>,
): Promise<ListedScreen | null> {
  const row = await selectScreens(db, entityId)
    .where('screen.number', '=', number)
    .where('screen.screen', '=', screen)
    .executeTakeFirst()
  return row === undefined ? null : ((await toListedScreens(db, entityId, [row]))[0] ?? null)
}

/** Lists the free screens of an entity that may get this profile, in parts; all free screens for null. */
export async function* listFreeScreens(db: Queries, entityId: string, profileId: string | null): ListParts<FreeScreen> {
  const ids = await db
    .selectFrom('imc_screens as screen')
    .select('screen.id')
    .where('screen.entity_id', '=', entityId)
    .where('screen.status', '=', 'available')
    .$if(profileId !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('imc_compatible_profiles as pair')
            .select('pair.profile_id')
            .whereRef('pair.profile_id', '=', 'screen.profile_id')
            .where('pair.compatible_id', '=', profileId),
        ),
      ),
    )
    .orderBy('screen.number')
    .orderBy('screen.screen')
    .execute()
  yield* readParts(ids, async (part) => {
    const rows = await db
      .selectFrom('imc_screens as screen')
      .innerJoin('imc_subscriptions as subscription', 'subscription.number', 'screen.number')
      .innerJoin('imc_packages as package', 'package.id', 'subscription.package_id')
      .innerJoin('imc_profiles as profile', 'profile.id', 'screen.profile_id')
      .where('screen.id', 'in', part)
      // It may have been assigned since its id was read.
      .where('screen.status', '=', 'available')
      .select([
        'screen.id',
        'subscription.package_id as packageId',
        'screen.number',
        'screen.profile_id as profileId',
        'screen.screen',
        'package.code',
        'profile.name as profile',
      ])
      .execute()
    return rows.map(({ id, ...row }) => [id, row])
  })
}

const selectStoredScreens = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_screens as screen')
    .innerJoin('imc_subscriptions as subscription', 'subscription.number', 'screen.number')
    .where('screen.entity_id', '=', entityId)
    .select([
      'screen.id',
      'screen.number',
      'screen.screen',
      'screen.status',
      'subscription.package_id as packageId',
      'screen.profile_id as profileId',
      'screen.user_id as userId',
    ])

/** Finds a screen of the entity by its subscription and name. */
export async function findScreen(
  db: Queries,
  entityId: string,
  { number, screen }: Pick<StoredScreen, 'number' | 'screen'>,
): Promise<StoredScreen | null> {
  const row = await selectStoredScreens(db, entityId)
    .where('screen.number', '=', number)
    .where('screen.screen', '=', screen)
    .executeTakeFirst()
  return row ?? null
}

/** Finds the screen that a user has. */
export async function findScreenOfUser(db: Queries, entityId: string, userId: string): Promise<StoredScreen | null> {
  const row = await selectStoredScreens(db, entityId).where('screen.user_id', '=', userId).executeTakeFirst()
  return row ?? null
}
