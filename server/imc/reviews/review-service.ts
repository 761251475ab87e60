import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { listSigners, readGovernance } from '#server/imc/governance/governance-store.ts'
import type { RequestService } from '#server/imc/requests/request-service.ts'
import { ANSWER_TEXTS, reviewMail } from '#server/imc/reviews/review-messages.ts'
import {
  findAnswer,
  listReviewEntities,
  listReviewItems,
  lockScreen,
  startReview,
  writeAnswer,
} from '#server/imc/reviews/review-store.ts'
import { runEach } from '#server/imc/run-each.ts'
import { requireScreen } from '#server/imc/screens/screen-conflicts.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  canAnswer,
  findReview,
  isReviewOpen,
  type Review,
  type ReviewAnswer,
  type ReviewChange,
  type ReviewPeriod,
} from '#src/domain/imc/reviews/review.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

/** Reads the review that an entity has on a day. */
export async function readReview(db: Database['db'], entityId: string, at: Instant): Promise<Review> {
  const today = toDate(at)
  const period = findReview(await readGovernance(db, entityId), today)
  const isOpen = period !== null && isReviewOpen(period, today)
  return { period, isOpen, items: isOpen ? await listReviewItems(db, entityId, period.from) : [] }
}

/** A decision that is possible now. */
interface Prepared {
  readonly firstDay: BogotaDate
  readonly screenId: string
  readonly before: ReviewAnswer | null
  /** Whether the screen is still assigned to the user of the item. */
  readonly isHeld: boolean
}

/** Checks a decision: the review is open, and the screen is what the administrator saw. */
async function prepareAnswer(tx: Tx, { user, stamp }: Actor, { item, answer }: ReviewChange) {
  const today = toDate(stamp.at)
  const { entityId } = user
  const period = findReview(await readGovernance(tx, entityId), today)
  if (period === null || !isReviewOpen(period, today)) return err<ImcFailure>({ kind: 'review-closed' })
  // Before it is read: a decision that another administrator stores now is read after its end.
  await lockScreen(tx, entityId, item)
  const screen = await requireScreen(tx, entityId, item)
  if (!screen.ok) return screen
  const key = { entityId, firstDay: period.from, screenId: screen.value.id, userId: item.userId }
  const stored = await findAnswer(tx, key)
  const isHeld = screen.value.status === 'assigned' && screen.value.userId === item.userId
  // The operator refused the release: the screen can be decided again.
  const before = stored === 'release' && isHeld ? null : stored
  if (!canAnswer(before, answer)) return err<ImcFailure>({ kind: 'review-released' })
  if (!isHeld && before !== answer) return err<ImcFailure>({ kind: 'screen-changed', screen: screen.value })
  return ok<Prepared>({ firstDay: period.from, screenId: screen.value.id, before, isHeld })
}

/** Stores a decision, and audits one that creates no request. */
async function storeAnswer(
  tx: Tx,
  actor: Actor,
  { item, answer }: ReviewChange,
  { firstDay, screenId, before }: Prepared,
) {
  const { user, stamp } = actor
  const key = { entityId: user.entityId, firstDay, screenId, userId: item.userId }
  await writeAnswer(tx, key, answer, { at: stamp.at, by: user.name })
  if (answer === 'release') return
  const toText = (one: ReviewAnswer | null) => (one === 'keep' ? ANSWER_TEXTS.keep : ANSWER_TEXTS.none)
  const facts = { number: item.number, screen: item.screen }
  const values = { before: { yearlyReview: toText(before) }, after: { ...facts, yearlyReview: toText(answer) } }
  await recordAudit(tx, toAuditEntry(actor, 'screen-reviewed', item.userId, values))
}

/** Decides about a screen: once, also when a reply was lost and the decision is sent again (D110). */
export async function answerReview(
  database: Database,
  requests: Pick<RequestService, 'release'>,
  actor: Actor,
  change: ReviewChange,
): Promise<Result<void, ImcFailure>> {
  const checked = await runRefusable<Prepared, ImcFailure>(database, async (tx) => {
    const prepared = await prepareAnswer(tx, actor, change)
    if (!prepared.ok || prepared.value.before === change.answer || change.answer === 'release') return prepared
    await storeAnswer(tx, actor, change, prepared.value)
    return prepared
  })
  if (!checked.ok) return checked
  if (change.answer !== 'release' || checked.value.before === 'release') return ok(undefined)
  // The request and the decision are stored in one transaction.
  const released = await requests.release(actor, change.item, (tx) => storeAnswer(tx, actor, change, checked.value))
  return released.ok ? ok(undefined) : released
}

interface ReviewRunDeps {
  readonly database: Database
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

type Entity = Awaited<ReturnType<typeof listReviewEntities>>[number]

/** Mails the administrators of an entity, once for a review. */
const startOne = ({ database, publicUrl }: ReviewRunDeps, entity: Entity, period: ReviewPeriod, at: Instant) =>
  database.transaction(async (tx) => {
    if (!(await startReview(tx, entity.id, period.from, at))) return
    const screens = (await listReviewItems(tx, entity.id, period.from)).length
    if (screens === 0) return
    const facts = { entityName: entity.name, period, screens, url: `${publicUrl()}${SCREENS.imcReview.path}` }
    for (const { name, email } of await listSigners(tx, entity.id)) {
      if (email !== null) await enqueueMail(tx, reviewMail({ to: email, name, ...facts }), at)
    }
  })

/** Mails the administrators of each entity at the start of its review (D110). */
export async function startReviews(deps: ReviewRunDeps, at: Instant): Promise<void> {
  const today = toDate(at)
  const startDue = async (entity: Entity) => {
    const period = findReview({ yearlyReview: true, reviewMonth: entity.reviewMonth }, today)
    if (period !== null && isReviewOpen(period, today)) await startOne(deps, entity, period, at)
  }
  await runEach(await listReviewEntities(deps.database.db), ({ id }) => `entity ${id}`, startDue)
}
