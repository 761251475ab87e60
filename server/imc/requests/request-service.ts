import type { Transaction } from 'kysely'

import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { readGovernance } from '#server/imc/governance/governance-store.ts'
import { findOffer } from '#server/imc/packages/package-store.ts'
import { type PreparedRequest, prepareChange, type RequestedChange } from '#server/imc/requests/change-request.ts'
import { decideRequest, mailConfirmers } from '#server/imc/requests/confirmation-service.ts'
import { type OriginalRequest, requireRejectedRequest } from '#server/imc/requests/correction-store.ts'
import { addRequest, takeRequestNumber } from '#server/imc/requests/new-request-store.ts'
import {
  findConflict,
  findProfileRequirements,
  requireAssignable,
  requireScreen,
} from '#server/imc/screens/screen-conflicts.ts'
import { changeUserStatuses, countStartedMoves, startMoves } from '#server/imc/screens/screen-moves-store.ts'
import type { StoredScreen } from '#server/imc/screens/screen-store.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import { findUser } from '#server/imc/users/user-store.ts'
import { REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { toRequestAddress } from '#src/application/navigation/query.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { type Correction, correctionViolation, toCorrectedUser } from '#src/domain/imc/corrections.ts'
import type { PackageOrder } from '#src/domain/imc/packages/package-order.ts'
import { type ConfirmationDecision, needsConfirmation } from '#src/domain/imc/requests/confirmations.ts'
import type { RequestNumber } from '#src/domain/imc/requests/request-number.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { type LinkRequest, observationsViolation } from '#src/domain/imc/screens/screen-requests.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Tx = Transaction<Schema>

type Prepare = (tx: Tx, entityId: string) => Promise<Result<PreparedRequest, ImcFailure>>

type Also = (tx: Tx) => Promise<void>

export interface RequestService {
  /** Orders packages (D33). */
  order(actor: Actor, order: PackageOrder): Promise<Result<SentRequest, ImcFailure>>
  link(actor: Actor, request: LinkRequest): Promise<Result<SentRequest, ImcFailure>>
  /** `also` stores in the same transaction what belongs to the request. */
  release(actor: Actor, screen: ScreenKey, also?: Also): Promise<Result<SentRequest, ImcFailure>>
  change(actor: Actor, request: RequestedChange): Promise<Result<SentRequest, ImcFailure>>
  /** Sends a rejected request again with its kept documents (D90). */
  correct(actor: Actor, id: string, correction: Correction): Promise<Result<SentRequest, ImcFailure>>
  /** Confirms, returns or withdraws a request that waits for a second person (D106). */
  decide(actor: Actor, id: string, decision: ConfirmationDecision, reason: string): Promise<Result<void, ImcFailure>>
}

/** Values of fields that a kind of request does not have. */
const EMPTY_FIELDS = {
  userId: null,
  sourceUserId: null,
  profileId: null,
  quantity: null,
  price: null,
  notes: '',
  requirements: [],
  target: null,
  source: null,
  users: [],
} as const

const prepareOrder =
  ({ packageId, price, quantity }: PackageOrder): Prepare =>
  async (tx) => {
    const offer = await findOffer(tx, packageId)
    if (offer === null) return err({ kind: 'unknown', item: 'package' })
    if (offer.price !== price) return err({ kind: 'price-changed' })
    const facts = { package: offer.code, quantity, price }
    return ok({
      ...EMPTY_FIELDS,
      kind: 'purchase',
      action: 'package-ordered',
      packageId,
      quantity,
      price,
      facts,
    })
  }

const prepareLink =
  ({ screen: key, profileId, userId, observations }: LinkRequest): Prepare =>
  async (tx, entityId) => {
    const screen = await requireScreen(tx, entityId, key)
    if (!screen.ok) return screen
    const conflict = findConflict(screen.value, 'linking')
    if (conflict !== null) return err(conflict)
    const user = await requireAssignable(tx, entityId, userId)
    if (!user.ok) return user
    const requirements = await findProfileRequirements(tx, screen.value, profileId)
    if (!requirements.ok) return requirements
    const { packageId, number, screen: name } = screen.value
    return ok({
      ...EMPTY_FIELDS,
      kind: 'link',
      action: 'screen-linked',
      packageId,
      userId,
      profileId,
      notes: observations,
      target: screen.value,
      requirements: requirements.value,
      users: [{ id: userId, from: 'available', to: 'transit' }],
      facts: { number, screen: name, user: user.value.name, profile: profileId, observations },
    })
  }

export const prepareRelease =
  (key: ScreenKey): Prepare =>
  async (tx, entityId) => {
    const screen = await requireScreen(tx, entityId, key)
    if (!screen.ok) return screen
    const conflict = findConflict(screen.value, 'releasing')
    if (conflict !== null) return err(conflict)
    const { packageId, profileId, number, screen: name, userId } = screen.value
    const user = userId === null ? null : await findUser(tx, entityId, userId)
    return ok({
      ...EMPTY_FIELDS,
      kind: 'release',
      action: 'screen-released',
      packageId,
      profileId,
      userId,
      target: screen.value,
      users: userId === null ? [] : [{ id: userId, from: 'assigned', to: 'transit' }],
      facts: { number, screen: name, user: user?.name ?? null },
    })
  }

/** Prepares the rejected request again; every check is that of a new request. */
function prepareAgain(original: OriginalRequest, correction: Correction): Prepare {
  const { kind, packageId, profileId, target, source } = original
  const { observations, quantity, price } = correction
  if (kind === 'purchase') return prepareOrder({ packageId, quantity: quantity ?? 0, price: price ?? 0 })
  const userId = toCorrectedUser(original, correction)
  if (target === null || userId === null) throw new Error('correction: a request without screen or user')
  switch (kind) {
    case 'link':
      return prepareLink({ screen: target, profileId: profileId ?? target.profileId, userId, observations })
    case 'release':
      return target.userId === userId ? prepareRelease(target) : async () => err({ kind: 'not-holder' })
    case 'screen-change':
    case 'user-change':
      return prepareChange({ target, source: source ?? target, userId, observations })
  }
}

/** Checks a correction with the rules of the portal, then as a new request (D90). */
const prepareCorrection =
  (id: string, sent: Correction): Prepare =>
  async (tx, entityId) => {
    const original = await requireRejectedRequest(tx, entityId, id)
    if (!original.ok) return original
    const violation = correctionViolation(original.value, sent)
    if (violation !== null) {
      return err(
        violation.code === 'observations'
          ? { ...violation, kind: 'observations' }
          : { ...violation, kind: 'correction' },
      )
    }
    const correction = { ...sent, observations: normalizeText(sent.observations) }
    const prepared = await prepareAgain(original.value, correction)(tx, entityId)
    if (!prepared.ok) return prepared
    const { requirements, facts } = prepared.value
    const { reference, documents } = original.value
    const keptIds = documents.filter((one) => one.uploaded && sent.keptIds.includes(one.id)).map((one) => one.id)
    const kept = requirements.filter((requirement) => keptIds.includes(requirement.id))
    return ok({
      ...prepared.value,
      action: 'request-corrected',
      correction: { id, keptIds },
      facts: { ...facts, corrects: reference, keptDocuments: kept.map(({ name }) => name).join(', ') },
    })
  }

/** Adds the request, and moves its screens and users to transit. */
export async function addPreparedRequest(
  tx: Tx,
  { user, stamp: { at } }: Actor,
  number: RequestNumber,
  prepared: PreparedRequest & { readonly isUnconfirmed: boolean },
) {
  const { entityId } = user
  await addRequest(tx, entityId, number, { ...prepared, administratorId: user.id, at, person: user.name })
  const screens: readonly StoredScreen[] = [prepared.target, prepared.source].filter((screen) => screen !== null)
  if (!(await startMoves(tx, entityId, number.id, screens))) {
    const [screen] = screens
    if (screen !== undefined) return err<ImcFailure>({ kind: 'screen-in-transit', screen })
  }
  if (!(await changeUserStatuses(tx, entityId, prepared.users))) return err<ImcFailure>({ kind: 'user-taken' })
  await countStartedMoves(tx, entityId, screens)
  return ok(undefined)
}

const parseReceipt = (reply: unknown): SentRequest => {
  if (typeof reply === 'object' && reply !== null && 'id' in reply && 'reference' in reply) {
    return {
      id: String(reply.id),
      reference: String(reply.reference),
      ...('isUnconfirmed' in reply && { isUnconfirmed: true }),
    }
  }
  throw new TypeError('idempotency: the stored reply is not a receipt')
}

/** `publicUrl` is the portal's address in mails, without a final slash. */
export function createRequestService(database: Database, publicUrl: () => string = () => ''): RequestService {
  const createRequest = (actor: Actor, prepare: Prepare, also: Also = async () => {}) =>
    runRefusable<SentRequest, ImcFailure>(database, (tx) =>
      withIdempotency(tx, actor.keyedRequest, parseReceipt, async () => {
        // Take the number first: until this transaction ends, no other request can take a number.
        const number = await takeRequestNumber(tx, actor.stamp.at)
        const prepared = await prepare(tx, actor.user.entityId)
        if (!prepared.ok) return prepared
        const isUnconfirmed = needsConfirmation(await readGovernance(tx, actor.user.entityId), prepared.value)
        const added = await addPreparedRequest(tx, actor, number, { ...prepared.value, isUnconfirmed })
        if (!added.ok) return added
        await recordCreation(tx, actor, number, { ...prepared.value, isUnconfirmed })
        await also(tx)
        const { id, reference } = number
        return ok({ id, reference, ...(isUnconfirmed && { isUnconfirmed }) })
      }),
    )

  /** Adds the audit entry, and mails the administrators who can confirm the request. */
  async function recordCreation(
    tx: Tx,
    actor: Actor,
    { id, reference }: RequestNumber,
    { action, facts, isUnconfirmed }: PreparedRequest & { readonly isUnconfirmed: boolean },
  ) {
    const status = isUnconfirmed ? { status: REQUEST_STATUS_WORDS.unconfirmed } : {}
    await recordAudit(tx, toAuditEntry(actor, action, id, { after: { reference, ...facts, ...status } }))
    if (!isUnconfirmed) return
    const { user, stamp } = actor
    const url = `${publicUrl()}${toRequestAddress(id)}`
    const creator = { creatorId: user.id, creator: user.name }
    await mailConfirmers(tx, { ...creator, entityId: user.entityId, reference, url, at: stamp.at })
  }

  const decide = (actor: Actor, requestId: string, decision: ConfirmationDecision, reason: string) =>
    runRefusable<void, ImcFailure>(database, (tx) =>
      decideRequest(tx, {
        entityId: actor.user.entityId,
        requestId,
        decision,
        reason,
        userId: actor.user.id,
        person: actor.user.name,
        at: actor.stamp.at,
        toEntry: (action, after) => ({ ...toAuditEntry(actor, action, requestId), after: after ?? null }),
      }),
    )

  const createWithObservations = async <T extends { readonly observations: string }>(
    actor: Actor,
    request: T,
    prepare: (request: T) => Prepare,
  ) => {
    const violation = observationsViolation(request.observations)
    if (violation !== null) return err<ImcFailure>({ kind: 'observations', violation })
    return createRequest(actor, prepare({ ...request, observations: normalizeText(request.observations) }))
  }

  return {
    order: (actor, order) => createRequest(actor, prepareOrder(order)),
    link: (actor, request) => createWithObservations(actor, request, prepareLink),
    release: (actor, screen, also) => createRequest(actor, prepareRelease(screen), also),
    change: (actor, request) => createWithObservations(actor, request, prepareChange),
    correct: (actor, id, correction) => createRequest(actor, prepareCorrection(id, correction)),
    decide,
  }
}
