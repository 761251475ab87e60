import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { takeNumber } from '#server/imc/counter-store.ts'
import { takeOverDocuments } from '#server/imc/requests/correction-store.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import type { StoredScreen } from '#server/imc/screens/screen-store.ts'
import { type RequestNumber, toRequestNumber } from '#src/domain/imc/requests/request-number.ts'
import { type RequestKind, type Requirement, toOpenStatus } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A request to add, with its screens. */
export interface NewRequest {
  readonly kind: RequestKind
  readonly administratorId: string
  readonly userId: string | null
  /** The user who loses the screen in a change of user. */
  readonly sourceUserId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly notes: string
  readonly requirements: readonly Requirement[]
  readonly target: StoredScreen | null
  readonly source: StoredScreen | null
  readonly at: Instant
  /** The name of the administrator. */
  readonly person: string
  /** The rejected request that this one corrects, and the documents that it takes over (D90). */
  readonly correction?: { readonly id: string; readonly keptIds: readonly string[] }
  /** Waits for a second person, without any step before the decision (D106). */
  readonly isUnconfirmed: boolean
}

/**
 * Takes the next request number. Until the transaction ends, no other request is created. Only
 * settlements and edits of users can change the rows that the caller reads.
 */
export const takeRequestNumber = async (tx: Queries, at: Instant): Promise<RequestNumber> =>
  toRequestNumber(await takeNumber(tx, 'request'), at)

/** Adds a request with its first steps. The caller moves the screens and the users. */
export async function addRequest(tx: Queries, entityId: string, number: RequestNumber, request: NewRequest) {
  const { id, sequence, reference } = number
  const { requirements, at, userId, correction, isUnconfirmed } = request
  const status = isUnconfirmed ? 'created' : toOpenStatus({ required: requirements.length, uploaded: 0 })
  await tx
    .insertInto('imc_requests')
    .values({
      id,
      sequence,
      reference,
      entity_id: entityId,
      kind: request.kind,
      status,
      administrator_id: request.administratorId,
      user_id: userId,
      source_user_id: request.sourceUserId,
      open_user_id: userId,
      package_id: request.packageId,
      profile_id: request.profileId,
      quantity: request.quantity,
      price: request.price,
      notes: request.notes === '' ? null : request.notes,
      created_at: at,
      in_progress_at: status === 'in-progress' ? at : null,
      corrects_id: correction?.id ?? null,
      confirmation: isUnconfirmed ? 'pending' : null,
    })
    .execute()
  if (requirements.length > 0) {
    await tx
      .insertInto('imc_request_requirements')
      .values(
        requirements.map((requirement, position) => ({
          request_id: id,
          requirement_id: requirement.id,
          position,
          name: requirement.name,
        })),
      )
      .execute()
  }
  const screens = [
    ...(request.target ? [{ role: 'target' as const, screen: request.target }] : []),
    ...(request.source ? [{ role: 'source' as const, screen: request.source }] : []),
  ]
  if (screens.length > 0) {
    await tx
      .insertInto('imc_request_screens')
      .values(screens.map(({ role, screen }) => ({ request_id: id, role, entity_id: entityId, screen_id: screen.id })))
      .execute()
  }
  await addFirstSteps(tx, id, status, request)
  if (correction) await addKeptDocuments(tx, entityId, id, request, correction)
}

/** An unconfirmed request takes its first steps with its confirmation. */
async function addFirstSteps(
  tx: Queries,
  id: string,
  status: 'created' | 'documents' | 'in-progress',
  { at, person, isUnconfirmed }: NewRequest,
) {
  if (isUnconfirmed) return
  const created = { request_id: id, status: 'created' as const, at, person, detail: null }
  const steps = status === 'created' ? [created] : [created, { ...created, status, person: null }]
  await tx.insertInto('imc_request_history').values(steps).execute()
}

/** Gives the request its kept documents, and takes the steps that their upload would cause. */
async function addKeptDocuments(
  tx: Queries,
  entityId: string,
  requestId: string,
  { requirements, at, person, isUnconfirmed }: NewRequest,
  { id: from, keptIds }: NonNullable<NewRequest['correction']>,
) {
  const requirementIds = requirements.map(({ id }) => id).filter((id) => keptIds.includes(id))
  const uploaded = await takeOverDocuments(tx, { from, to: requestId, requirementIds })
  if (uploaded === 0 || isUnconfirmed) return
  const step = { requestId, at, detail: null }
  await recordStep(tx, entityId, { ...step, from: ['created'], status: 'documents', person })
  if (uploaded < requirements.length) return
  await recordStep(tx, entityId, { ...step, from: ['documents'], status: 'in-progress', person: null })
}
