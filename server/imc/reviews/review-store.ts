import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { hasReportedUses } from '#server/imc/screens/screen-use-store.ts'
import { divideCost } from '#src/domain/imc/packages/monthly-cost.ts'
import { type ReviewAnswer, type ReviewItem, toItemId } from '#src/domain/imc/reviews/review.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Selects the values of an item; `user` and `answer` are joined by the caller. */
const selectScreens = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_screens as screen')
    .innerJoin('imc_subscriptions as subscription', 'subscription.number', 'screen.number')
    .innerJoin('imc_packages as package', 'package.id', 'subscription.package_id')
    .leftJoin('imc_screen_uses as use', 'use.screen_id', 'screen.id')
    .where('screen.entity_id', '=', entityId)
    .select([
      'screen.number',
      'screen.screen',
      'screen.profile_id',
      'subscription.package_id',
      'subscription.monthly_cost',
      'subscription.screens',
      'package.code',
      'use.used_on',
    ])
    .orderBy('screen.number')
    .orderBy('screen.screen')

/** The assigned screens. A release that the operator refused leaves its screen to be reviewed. */
const listAssigned = (db: Queries, entityId: string, firstDay: BogotaDate) =>
  selectScreens(db, entityId)
    .innerJoin('imc_users as user', 'user.id', 'screen.user_id')
    .leftJoin('imc_review_answers as answer', (join) =>
      join
        .onRef('answer.screen_id', '=', 'screen.id')
        .onRef('answer.user_id', '=', 'screen.user_id')
        .on('answer.first_day', '=', firstDay)
        .on('answer.answer', '=', 'keep'),
    )
    .where('screen.status', '=', 'assigned')
    .select(['user.id as user_id', 'user.name', 'answer.answer', 'answer.answered_at', 'answer.answered_by'])
    .execute()

/** The decisions of a review, also about screens that have another user, or none, since then. */
const listAnswered = (db: Queries, entityId: string, firstDay: BogotaDate) =>
  selectScreens(db, entityId)
    .innerJoin('imc_review_answers as answer', 'answer.screen_id', 'screen.id')
    .innerJoin('imc_users as user', 'user.id', 'answer.user_id')
    .where('answer.first_day', '=', firstDay)
    .select(['user.id as user_id', 'user.name', 'answer.answer', 'answer.answered_at', 'answer.answered_by'])
    .execute()

type Row = Awaited<ReturnType<typeof listAssigned>>[number]

const toItem = (row: Row, isUseReported: boolean): ReviewItem => ({
  packageId: row.package_id,
  number: row.number,
  profileId: row.profile_id,
  screen: row.screen,
  userId: row.user_id,
  fullName: row.name,
  code: row.code,
  monthlyCost: divideCost(row.monthly_cost, row.screens) ?? 0,
  lastUse: row.used_on,
  isUseReported,
  answer: row.answer,
  answeredAt: row.answered_at,
  answeredBy: row.answered_by ?? '',
})

/** Lists the screens of a review: the assigned ones, and those that were decided. */
export async function listReviewItems(
  db: Queries,
  entityId: string,
  firstDay: BogotaDate,
): Promise<readonly ReviewItem[]> {
  const isUseReported = await hasReportedUses(db, entityId)
  const assigned = (await listAssigned(db, entityId, firstDay)).map((row) => toItem(row, isUseReported))
  const known = new Set(assigned.map(toItemId))
  const answered = (await listAnswered(db, entityId, firstDay)).map((row) => toItem(row, isUseReported))
  return [...assigned, ...answered.filter((item) => !known.has(toItemId(item)))]
}

interface AnswerKey {
  readonly entityId: string
  readonly firstDay: BogotaDate
  readonly screenId: string
  readonly userId: string
}

/**
 * Locks a screen until the transaction ends, so that two decisions about it follow one another. An
 * update without an effect locks a row on both engines.
 */
export const lockScreen = (tx: Queries, entityId: string, { number, screen }: Pick<ReviewItem, 'number' | 'screen'>) =>
  tx
    .updateTable('imc_screens')
    .set({ screen })
    .where('entity_id', '=', entityId)
    .where('number', '=', number)
    .where('screen', '=', screen)
    .execute()

export async function findAnswer(tx: Queries, key: AnswerKey): Promise<ReviewAnswer | null> {
  const row = await tx
    .selectFrom('imc_review_answers')
    .select('answer')
    .where('entity_id', '=', key.entityId)
    .where('first_day', '=', key.firstDay)
    .where('screen_id', '=', key.screenId)
    .where('user_id', '=', key.userId)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Stores a decision in the place of an earlier one; null deletes it. */
export async function writeAnswer(
  tx: Queries,
  { entityId, firstDay, screenId, userId }: AnswerKey,
  answer: ReviewAnswer | null,
  { at, by }: { readonly at: Instant; readonly by: string },
): Promise<void> {
  if (answer === null) {
    await tx
      .deleteFrom('imc_review_answers')
      .where('entity_id', '=', entityId)
      .where('first_day', '=', firstDay)
      .where('screen_id', '=', screenId)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  const key = { entity_id: entityId, first_day: firstDay, screen_id: screenId, user_id: userId }
  const values = { answer, answered_at: at, answered_by: by }
  await tx
    .insertInto('imc_review_answers')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['entity_id', 'first_day', 'screen_id', 'user_id']).doUpdateSet(values))
    .execute()
}

/** Lists the entities with a yearly review. */
export const listReviewEntities = (db: Queries) =>
  db
    .selectFrom('imc_governance as rules')
    .innerJoin('imc_entities as entity', 'entity.id', 'rules.entity_id')
    .where('rules.yearly_review', '=', 1)
    .select(['entity.id', 'entity.name', 'rules.review_month as reviewMonth'])
    .orderBy('entity.id')
    .execute()

/** Notes that a review has started; returns false if that is known. */
export async function startReview(tx: Queries, entityId: string, firstDay: BogotaDate, at: Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imc_reviews')
    .values({ entity_id: entityId, first_day: firstDay, started_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
