/** The kinds of requests of an entity (D59). */
export const REQUEST_KINDS = ['purchase', 'link', 'release', 'screen-change', 'user-change'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/**
 * The statuses of a request in their order; the last two are final (D59). An `unconfirmed` one waits
 * for another administrator, and the operator does not get it before (D106).
 */
export const REQUEST_STATUSES = ['unconfirmed', 'created', 'documents', 'in-progress', 'approved', 'refused'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** How the operator settles a request (D31). */
export type Settlement = 'approved' | 'refused'

/** The id and the reference that the service gives a request. */
export interface RequestReceipt {
  readonly id: string
  readonly reference: string
}

/** A request that was just sent. */
export interface SentRequest extends RequestReceipt {
  /** Set if it waits for another administrator of the entity (D106). */
  readonly isUnconfirmed?: true
}

/** A request of the list; `date` is ISO 8601 with Bogotá's offset, or '' (D36). */
export interface RequestRow extends RequestReceipt {
  /** The person concerned; for a purchase the administrator. */
  readonly user: string
  readonly date: string
  /** Null for a kind that the portal does not know; `kindText` is the service's text. */
  readonly kind: RequestKind | null
  readonly kindText: string
  readonly status: RequestStatus | null
  readonly statusText: string
  /** The request that corrects this rejected one; null without one (D90). */
  readonly correction: RequestReceipt | null
}

/** A document that a profile requires. */
export interface Requirement {
  readonly id: string
  readonly name: string
}

/**
 * A document that a request requires. `name` is the name of the requirement, `file` the name of the
 * uploaded file and `bytes` its size; both are null before the upload.
 */
export interface RequestDocument {
  readonly id: string
  readonly name: string
  readonly file: string | null
  readonly bytes: number | null
  readonly uploaded: boolean
}

/** A step that a request has reached; `date` as in `RequestRow`. */
export interface RequestStep {
  readonly status: RequestStatus | null
  readonly statusText: string
  readonly date: string
  readonly detail: string
  /** The user who caused the step; '' for the service. */
  readonly person: string
}

/** All data of one request. A text without a value is ''. */
export interface RequestDetail extends RequestRow {
  /** The name of the administrator who sent the request. */
  readonly administrator: string
  /** The id of that administrator; null from a service that does not send it. */
  readonly administratorId: string | null
  readonly userId: string | null
  readonly packageId: string | null
  readonly packageCode: string
  /** The number of the screen's subscription. */
  readonly number: string
  readonly screen: string
  readonly profile: string
  /** The screen and the user before a change (D58). */
  readonly sourceNumber: string
  readonly sourceScreen: string
  readonly sourceUser: string
  /** Packages of a purchase, and the monthly price of one in pesos; null for the other kinds. */
  readonly quantity: number | null
  readonly price: number | null
  readonly observations: string
  /** The rejected request that this one corrects; null without one (D90). */
  readonly corrects: RequestReceipt | null
  /** Why the request was refused. */
  readonly reason: string
  readonly documents: readonly RequestDocument[]
  readonly steps: readonly RequestStep[]
}

/** How many documents a request requires, and how many of them are uploaded. */
export interface DocumentCounts {
  readonly required: number
  readonly uploaded: number
}

/** The status of an open request by its documents (D28, D59). */
export function toOpenStatus({ required, uploaded }: DocumentCounts): 'created' | 'documents' | 'in-progress' {
  if (uploaded >= required) return 'in-progress'
  return uploaded === 0 ? 'created' : 'documents'
}

/**
 * Whether documents can be uploaded or replaced. The service also refuses them after the last one
 * of an unconfirmed request.
 */
export const acceptsDocuments = (status: RequestStatus | null): boolean =>
  status === 'unconfirmed' || status === 'created' || status === 'documents'

/** Whether an operator can settle the request. Only an approval requires all documents. */
export const canSettle = (status: RequestStatus | null, settlement: Settlement): boolean =>
  status === 'in-progress' || (settlement === 'refused' && (status === 'created' || status === 'documents'))

/** Whether the request is approved or refused. */
export const isSettled = (status: RequestStatus | null): boolean => status === 'approved' || status === 'refused'

/** A request's `date` starts with the day in Bogotá: 10 characters, `YYYY-MM-DD` (§9, D36). */
export const REQUEST_DATE_LENGTH = 10

/** Whether a request waits for documents of the entity. */
export const needsDocuments = ({ status, documents }: Pick<RequestDetail, 'status' | 'documents'>): boolean =>
  acceptsDocuments(status) && documents.some(({ uploaded }) => !uploaded)
