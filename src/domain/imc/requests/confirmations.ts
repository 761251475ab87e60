import type { GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import { needsDocuments, type RequestDetail, type RequestKind } from '#src/domain/imc/requests/requests.ts'

/** How a request that waits for a second person is decided (D106). */
export const CONFIRMATION_DECISIONS = ['confirmed', 'returned', 'withdrawn'] as const
export type ConfirmationDecision = (typeof CONFIRMATION_DECISIONS)[number]

/** The longest reason of a returned request. */
export const MAX_RETURN_REASON_LENGTH = 300

/** A decision, with why the request is returned; '' for the other decisions. */
export interface RequestDecision {
  readonly decision: ConfirmationDecision
  readonly reason: string
}

/** What the rules of four eyes need to know of a new request. */
interface RequestedPurchase {
  readonly kind: RequestKind
  /** Packages of a purchase, and the monthly price of one; null for the other kinds. */
  readonly quantity: number | null
  readonly price: number | null
}

/** Whether a new request needs the confirmation of another administrator (D106). */
export const needsConfirmation = (
  { fourEyesRequests, fourEyesAbove }: Pick<GovernanceSettings, 'fourEyesRequests' | 'fourEyesAbove'>,
  { kind, quantity, price }: RequestedPurchase,
): boolean => {
  if (kind !== 'purchase') return fourEyesRequests
  return fourEyesAbove !== null && (quantity ?? 0) * (price ?? 0) >= fourEyesAbove
}

/** Only the creator withdraws a request; only others confirm or return it. */
export const mayDecide = (decision: ConfirmationDecision, isCreator: boolean): boolean =>
  (decision === 'withdrawn') === isCreator

/** What an administrator can do with a request; empty unless it waits for a confirmation. */
export const offeredDecisions = (
  { status, administratorId }: Pick<RequestDetail, 'status' | 'administratorId'>,
  userId: string,
): readonly ConfirmationDecision[] =>
  status === 'unconfirmed'
    ? CONFIRMATION_DECISIONS.filter((decision) => mayDecide(decision, administratorId === userId))
    : []

/** Only a request with all its documents is confirmed: documents that follow would not be reviewed. */
export const hasAllDocuments = ({ documents }: Pick<RequestDetail, 'documents'>): boolean =>
  documents.every(({ uploaded }) => uploaded)

/**
 * Whether a user can add documents that a request lacks. While it waits for a second person only its
 * creator can: who confirms would confirm the own document.
 */
export const canAddDocuments = (
  detail: Pick<RequestDetail, 'status' | 'documents' | 'administratorId'>,
  userId: string,
): boolean => needsDocuments(detail) && (detail.status !== 'unconfirmed' || detail.administratorId === userId)
