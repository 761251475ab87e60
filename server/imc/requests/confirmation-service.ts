import type { Transaction } from 'kysely'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { findRequestOwnership } from '#server/imc/entity-store.ts'
import { type ImcFailure, toMissing } from '#server/imc/failures.ts'
import { listSigners } from '#server/imc/governance/governance-store.ts'
import { confirmationMail, returnReason } from '#server/imc/requests/confirmation-messages.ts'
import {
  type ConfirmableRequest,
  claimDecision,
  findConfirmableRequest,
  hasMissingDocuments,
  startConfirmed,
} from '#server/imc/requests/confirmation-store.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { type ConfirmationDecision, mayDecide } from '#src/domain/imc/requests/confirmations.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

const ACTIONS = {
  confirmed: 'request-confirmed',
  returned: 'request-returned',
  withdrawn: 'request-withdrawn',
} as const

/** A decision on a request that waits for a second person. */
export interface Decision {
  readonly entityId: string
  readonly requestId: string
  readonly decision: ConfirmationDecision
  /** Why it is returned; '' for the other decisions. */
  readonly reason: string
  /** Null for the operator, who may confirm and return every request. */
  readonly userId: string | null
  /** The name of the person. */
  readonly person: string
  readonly at: Instant
  readonly toEntry: (action: (typeof ACTIONS)[ConfirmationDecision], after: AuditEntry['after']) => AuditEntry
}

/** Why a request that does not wait cannot be decided; null if this person has decided it so. */
function findDecidedRefusal(request: ConfirmableRequest, { decision, userId }: Decision): ImcFailure | null {
  const { confirmation, decidedBy, decidedByName } = request
  if (confirmation === null || confirmation === 'pending') return { kind: 'not-pending' }
  // A repeated call after a lost reply.
  if (confirmation === decision && decidedBy === userId) return null
  return { kind: 'decided', decision: confirmation, by: decidedByName ?? '' }
}

/** Finds a request that this person may decide; null if the person has decided it so already. */
async function requirePending(tx: Tx, decision: Decision): Promise<Result<ConfirmableRequest | null, ImcFailure>> {
  const { entityId, requestId, userId } = decision
  const request = await findConfirmableRequest(tx, entityId, requestId)
  if (request === null) {
    const ownership = await findRequestOwnership(tx, entityId, requestId)
    return err(toMissing(ownership === 'own' ? 'unknown' : ownership, 'request'))
  }
  if (request.confirmation !== 'pending') {
    const refusal = findDecidedRefusal(request, decision)
    return refusal === null ? ok(null) : err(refusal)
  }
  if (userId === null) {
    const signers = await listSigners(tx, entityId)
    const canOther = signers.some(({ id }) => id !== request.administratorId)
    return canOther ? err({ kind: 'others-confirm' }) : ok(request)
  }
  const mayUserDecide = mayDecide(decision.decision, userId === request.administratorId)
  return mayUserDecide ? ok(request) : err({ kind: 'own-confirmation', decision: decision.decision })
}

/** Sends a confirmed request, or releases the screens and users of another. */
async function applyDecision(tx: Tx, decision: Decision): Promise<Result<void, ImcFailure>> {
  const { entityId, requestId, person, at } = decision
  if (decision.decision === 'confirmed') {
    if (await hasMissingDocuments(tx, requestId)) return err({ kind: 'documents-missing' })
    await startConfirmed(tx, entityId, { requestId, at, person })
    return ok(undefined)
  }
  const reason = returnReason(decision.decision, person, decision.reason)
  const settled = await settleRequest(tx, requestId, 'refused', { at, person, origin: null, reason })
  return settled.ok ? ok(undefined) : err({ kind: 'not-pending' })
}

/**
 * Decides a request that waits for a second person, with its audit entry (D106). A confirmed one
 * goes to the operator; the others release their screens and users. The same decision of the same
 * person succeeds again.
 */
export async function decideRequest(tx: Tx, decision: Decision): Promise<Result<void, ImcFailure>> {
  const { entityId, requestId, userId, reason } = decision
  const pending = await requirePending(tx, decision)
  if (!pending.ok) return pending
  if (pending.value === null) return ok(undefined)
  if (!(await claimDecision(tx, entityId, requestId, { decision: decision.decision, by: userId }))) {
    const decided = await requirePending(tx, decision)
    return decided.ok ? ok(undefined) : decided
  }
  const applied = await applyDecision(tx, decision)
  if (!applied.ok) return applied
  await recordAudit(tx, decision.toEntry(ACTIONS[decision.decision], reason === '' ? null : { reason }))
  return ok(undefined)
}

interface NewConfirmation {
  readonly entityId: string
  readonly creatorId: string
  readonly creator: string
  readonly reference: string
  /** The address of the request. */
  readonly url: string
  readonly at: Instant
}

/** Mails everybody who can confirm a new request, which the creator cannot. */
export async function mailConfirmers(tx: Tx, { entityId, creatorId, at, ...request }: NewConfirmation): Promise<void> {
  for (const { id, name, email } of await listSigners(tx, entityId)) {
    if (id !== creatorId && email !== null) await enqueueMail(tx, confirmationMail({ ...request, name, email }), at)
  }
}
