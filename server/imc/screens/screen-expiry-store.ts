import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { ExpiringScreen, ReminderDays, ScreenExpiry } from '#src/domain/imc/screens/screen-expiry.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Whether the entity has turned on that screens expire (D100). */
export const allowsExpiry = async (db: Queries, entityId: string): Promise<boolean> =>
  (await db
    .selectFrom('imc_governance')
    .select('entity_id')
    .where('entity_id', '=', entityId)
    .where('screen_expiry', '=', 1)
    .executeTakeFirst()) !== undefined

/** Lists the entities that have turned on that screens expire. */
export const listExpiryEntities = (db: Queries) =>
  db
    .selectFrom('imc_governance as rules')
    .innerJoin('imc_entities as entity', 'entity.id', 'rules.entity_id')
    .where('rules.screen_expiry', '=', 1)
    .select(['entity.id', 'entity.name'])
    .orderBy('entity.id')
    .execute()

/** A last day with its screen and its user. */
export interface StoredExpiry extends ExpiringScreen, ScreenExpiry {
  readonly screenId: string
  readonly status: 'available' | 'assigned' | 'transit'
  readonly profileId: string
  readonly setById: string
}

/** Lists the last days that count, until a day, the first one first. */
export async function listExpiries(db: Queries, entityId: string, until: BogotaDate): Promise<readonly StoredExpiry[]> {
  const rows = await db
    .selectFrom('imc_screen_expiries as expiry')
    .innerJoin('imc_screens as screen', (join) =>
      join.onRef('screen.id', '=', 'expiry.screen_id').onRef('screen.user_id', '=', 'expiry.user_id'),
    )
    .innerJoin('imc_subscriptions as subscription', 'subscription.number', 'screen.number')
    .innerJoin('imc_users as user', 'user.id', 'expiry.user_id')
    .where('expiry.entity_id', '=', entityId)
    .where('expiry.ends_on', '<=', until)
    .select([
      'expiry.screen_id as screenId',
      'expiry.ends_on as endsOn',
      'expiry.set_on as setOn',
      'expiry.set_by_id as setById',
      'expiry.reminded',
      'screen.number',
      'screen.screen',
      'screen.status',
      'screen.profile_id as profileId',
      'subscription.package_id as packageId',
      'user.id as userId',
      'user.name as fullName',
    ])
    .orderBy('expiry.ends_on')
    .orderBy('screen.number')
    .orderBy('screen.screen')
    .execute()
  return rows.map((row) => ({ ...row, reminded: toReminder(row.reminded) }))
}

const toReminder = (days: number | null): ReminderDays | null => (days === 30 || days === 7 ? days : null)

/** Reads the last day of the user of a screen; null without one. */
export const findExpiry = async (tx: Queries, screenId: string, userId: string): Promise<BogotaDate | null> =>
  (
    await tx
      .selectFrom('imc_screen_expiries')
      .select('ends_on')
      .where('screen_id', '=', screenId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.ends_on ?? null

interface NewExpiry {
  readonly screenId: string
  readonly entityId: string
  readonly userId: string
  readonly endsOn: BogotaDate
  readonly setOn: BogotaDate
  readonly setById: string
}

/** Stores the last day of a screen. Its reminders begin again. */
export async function writeExpiry(tx: Queries, expiry: NewExpiry): Promise<void> {
  const values = {
    entity_id: expiry.entityId,
    user_id: expiry.userId,
    ends_on: expiry.endsOn,
    set_on: expiry.setOn,
    set_by_id: expiry.setById,
    reminded: null,
  }
  await tx
    .insertInto('imc_screen_expiries')
    .values({ screen_id: expiry.screenId, ...values })
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(values))
    .execute()
}

export const deleteExpiry = (tx: Queries, screenId: string) =>
  tx.deleteFrom('imc_screen_expiries').where('screen_id', '=', screenId).execute()

/** Deletes the last day of a screen that another user has got, or none. */
export const deleteFormerExpiry = (tx: Queries, screenId: string, userId: string | null) =>
  tx
    .deleteFrom('imc_screen_expiries')
    .where('screen_id', '=', screenId)
    .$if(userId !== null, (query) => query.where('user_id', '!=', userId ?? ''))
    .execute()

/**
 * Deletes the last days that passed while their entity had turned expiry off. They have no effect:
 * screens must not be released because somebody turns it on again.
 */
export const deletePassedExpiries = (tx: Queries, today: BogotaDate) =>
  tx
    .deleteFrom('imc_screen_expiries')
    .where('ends_on', '<', today)
    .where('entity_id', 'not in', (query) =>
      query.selectFrom('imc_governance').select('entity_id').where('screen_expiry', '=', 1),
    )
    .execute()

/**
 * Notes that a reminder is sent. Returns false when another process has sent it, or when the last
 * day has moved meanwhile.
 */
export async function claimReminder(
  tx: Queries,
  { screenId, endsOn, reminded }: Pick<StoredExpiry, 'screenId' | 'endsOn' | 'reminded'>,
  reminder: ReminderDays,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imc_screen_expiries')
    .set({ reminded: reminder })
    .where('screen_id', '=', screenId)
    .where('ends_on', '=', endsOn)
    .where('reminded', reminded === null ? 'is' : '=', reminded)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
