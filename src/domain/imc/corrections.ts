import { isQuantity } from '#src/domain/imc/packages/package-order.ts'
import type { RequestDetail, RequestDocument, RequestRow } from '#src/domain/imc/requests/requests.ts'
import { type ObservationsViolation, observationsViolation } from '#src/domain/imc/screens/screen-requests.ts'
import { foldText } from '#src/domain/text.ts'

/** What a rejected request is sent again with. Its kind, screens and profile stay (D90). */
export interface Correction {
  /** Another user for the screen; null keeps the user. */
  readonly userId: string | null
  /** '' for a kind without observation. */
  readonly observations: string
  /** Packages of a purchase, and the monthly price of one that the user saw; else null. */
  readonly quantity: number | null
  readonly price: number | null
  /** Ids of the requirements whose stored document the new request takes over. */
  readonly keptIds: readonly string[]
}

/** Why a correction cannot be sent. */
export type CorrectionViolation =
  | { readonly code: 'unchanged' | 'quantity' }
  | { readonly code: 'observations'; readonly violation: ObservationsViolation }

/** What the rules compare with a correction. */
export interface RejectedRequest extends Pick<RequestDetail, 'kind' | 'userId' | 'observations' | 'quantity'> {
  readonly documents: readonly Pick<RequestDocument, 'id' | 'uploaded'>[]
}

/** Whether a request can be corrected: it is rejected and has no correction yet. */
export const canCorrect = ({ status, correction }: Pick<RequestRow, 'status' | 'correction'>): boolean =>
  status === 'refused' && correction === null

/** The kinds with an observation and documents. */
export const hasObservations = (kind: RequestDetail['kind']): boolean =>
  kind === 'link' || kind === 'screen-change' || kind === 'user-change'

/** The kinds whose correction can name another user: the screen gets that user (D90). */
export const canChangeUser = (kind: RequestDetail['kind']): boolean => kind === 'link' || kind === 'user-change'

/** The user of the new request: the chosen one, else that of the rejected request. */
export const toCorrectedUser = (
  { kind, userId }: Pick<RejectedRequest, 'kind' | 'userId'>,
  correction: Correction,
): string | null => (canChangeUser(kind) ? correction.userId : null) ?? userId

/** A request with documents or an observation would be rejected again for the same reason. */
const isUnchanged = (request: RejectedRequest, { userId, observations, keptIds }: Correction): boolean =>
  hasObservations(request.kind) &&
  (userId === null || userId === request.userId) &&
  observations.trim() === request.observations.trim() &&
  request.documents.every(({ id, uploaded }) => uploaded && keptIds.includes(id))

/** The first rule that a correction breaks; null for a valid one. Portal and server use it. */
export function correctionViolation(request: RejectedRequest, correction: Correction): CorrectionViolation | null {
  const { observations, quantity } = correction
  const violation = observationsViolation(observations)
  if (violation !== null) return { code: 'observations', violation }
  if (request.kind === 'purchase' && (quantity === null || !isQuantity(quantity))) return { code: 'quantity' }
  return isUnchanged(request, correction) ? { code: 'unchanged' } : null
}

/** The ids of the documents that the reason of a rejection names, by requirement or by file. */
export function findNamedDocuments(
  reason: string,
  documents: readonly Pick<RequestDocument, 'id' | 'name' | 'file'>[],
): readonly string[] {
  const text = foldText(reason)
  const isNamed = (name: string | null) => name !== null && name !== '' && text.includes(foldText(name))
  return documents.filter(({ name, file }) => isNamed(name) || isNamed(file)).map(({ id }) => id)
}
