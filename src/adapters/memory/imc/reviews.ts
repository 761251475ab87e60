import { findPackage, type MemoryAnswer, type MemoryScreen, type MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import { createScreenRequests } from '#src/adapters/memory/imc/screens.ts'
import {
  asAdministrator,
  asReader,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ReviewsGateway } from '#src/application/imc/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { divideCost } from '#src/domain/imc/packages/monthly-cost.ts'
import {
  canAnswer,
  findReview,
  isReviewOpen,
  type Review,
  type ReviewAnswer,
  type ReviewChange,
  type ReviewItem,
  type ReviewPeriod,
} from '#src/domain/imc/reviews/review.ts'
import { isSameScreen } from '#src/domain/imc/screens/screen.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, toDate } from '#src/domain/time/bogota.ts'

const REVIEW_CLOSED = 'La revisión anual no está abierta.'
const REVIEW_RELEASED = 'La desvinculación de esta pantalla ya se solicitó.'
const SCREEN_CHANGED = 'La pantalla cambió mientras usted la revisaba.'

/** Whether the answer counts: a refused release leaves its screen to be reviewed. */
const counts = (imc: MemoryEntityService, answer: MemoryAnswer): boolean => {
  const screen = imc.findScreen(answer)
  const isHeld = screen?.status === 'assigned' && screen.userId === answer.userId
  return answer.answer === 'keep' || !isHeld
}

const findAnswer = (
  imc: MemoryEntityService,
  firstDay: BogotaDate,
  key: Pick<MemoryAnswer, 'number' | 'screen' | 'userId'>,
) =>
  imc
    .entity()
    .answers.find(
      (one) => one.firstDay === firstDay && isSameScreen(one, key) && one.userId === key.userId && counts(imc, one),
    ) ?? null

function toItem(imc: MemoryEntityService, screen: MemoryScreen, userId: string, answer: MemoryAnswer | null) {
  const { number, packageId } = screen
  const subscription = imc.entity().subscriptions.find((one) => one.number === number)
  const item: ReviewItem = {
    packageId,
    number,
    profileId: screen.profileId,
    screen: screen.screen,
    userId,
    fullName: imc.findUser(userId)?.name ?? '',
    code: findPackage(packageId)?.code ?? '',
    monthlyCost: divideCost(subscription?.monthlyCost ?? 0, subscription?.screens.length ?? 0) ?? 0,
    lastUse: screen.lastUse,
    isUseReported: imc.screens().some(({ lastUse }) => lastUse !== null),
    answer: answer?.answer ?? null,
    answeredAt: answer?.at ?? null,
    answeredBy: answer?.by ?? '',
  }
  return item
}

/** The assigned screens, and those that were decided. */
function listItems(imc: MemoryEntityService, { from }: ReviewPeriod): readonly ReviewItem[] {
  const assigned = imc
    .screens()
    .flatMap((screen) =>
      screen.status === 'assigned' && screen.userId !== null
        ? [toItem(imc, screen, screen.userId, findAnswer(imc, from, { ...screen, userId: screen.userId }))]
        : [],
    )
  const isListed = (answer: MemoryAnswer) =>
    assigned.some((item) => isSameScreen(item, answer) && item.userId === answer.userId)
  const answered = imc.entity().answers.flatMap((answer) => {
    const screen = imc.findScreen(answer)
    return answer.firstDay === from && screen && !isListed(answer) ? [toItem(imc, screen, answer.userId, answer)] : []
  })
  return [...assigned, ...answered]
}

type Deps = MemoryImcDeps & MemoryMailDeps

/** The yearly review of the entity in memory (D110). */
export function createMemoryReviews(deps: Deps): ReviewsGateway {
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network
  const { release } = createScreenRequests(deps)
  const today = () => toDate(deps.clock.now())

  function read(): Review {
    const period = findReview(imc().entity().governance, today())
    const isOpen = period !== null && isReviewOpen(period, today())
    return { period, isOpen, items: isOpen ? listItems(imc(), period) : [] }
  }

  function store({ item, answer }: ReviewChange, firstDay: BogotaDate, by: string) {
    const { number, screen, userId } = item
    const others = imc()
      .entity()
      .answers.filter((one) => !(one.firstDay === firstDay && isSameScreen(one, item) && one.userId === userId))
    const added = answer === null ? [] : [{ firstDay, number, screen, userId, answer, at: deps.clock.now(), by }]
    imc().setAnswers([...others, ...added])
  }

  /** Why a decision is impossible; null if it is possible. */
  function findRefusal({ item, answer }: ReviewChange, before: ReviewAnswer | null): Result<never, CallFailure> | null {
    const screen = imc().findScreen(item)
    if (screen === null) return rejectWith(404)
    if (!canAnswer(before, answer)) return conflict(REVIEW_RELEASED)
    const isHeld = screen.status === 'assigned' && screen.userId === item.userId
    return isHeld || before === answer ? null : conflict(SCREEN_CHANGED)
  }

  /** Requests the release, or audits the other decisions, and stores the decision. */
  function apply(change: ReviewChange, firstDay: BogotaDate, caller: MemoryUser): Result<void, CallFailure> {
    const released = change.answer === 'release' ? release(change.item, caller) : null
    if (released?.ok === false) return released
    if (released === null) imc().addAuditLine(caller.name, 'screen-reviewed', change.item.userId)
    store(change, firstDay, caller.name)
    return ok(undefined)
  }

  function answerItem(change: ReviewChange, caller: MemoryUser): Result<void, CallFailure> {
    const { period, isOpen } = read()
    if (period === null || !isOpen) return conflict(REVIEW_CLOSED)
    const { item, answer } = change
    const before = findAnswer(imc(), period.from, item)?.answer ?? null
    const refusal = findRefusal(change, before)
    if (refusal !== null || before === answer) return refusal ?? ok(undefined)
    return apply(change, period.from, caller)
  }

  return {
    read: (signal) => replyWith(signal, () => asReader(deps, () => ok(read()))),
    answer: (change, signal) => replyWith(signal, () => asAdministrator(deps, (caller) => answerItem(change, caller))),
  }
}
