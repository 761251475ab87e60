import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The audited actions of an entity's users and of the operator. */
export const AUDIT_ACTIONS = [
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'password-changed',
  'factor-activated',
  'passkey-added',
  'passkey-removed',
  'factor-deactivated',
  'factor-codes-renewed',
  'factor-reset',
  'user-created',
  'users-loaded',
  'user-edited',
  'user-activated',
  'user-deactivated',
  'password-sent',
  'contract-uploaded',
  'contract-downloaded',
  'package-ordered',
  'screen-linked',
  'screen-changed',
  'screen-released',
  'screen-expiry-changed',
  'screen-reviewed',
  'request-corrected',
  'view-saved',
  'view-renamed',
  'view-deleted',
  'governance-changed',
  'request-confirmed',
  'request-returned',
  'request-withdrawn',
  'document-uploaded',
  'request-approved',
  'request-refused',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The other actions in the audit of an entity. Its users cannot filter by them. */
export const UNFILTERED_AUDIT_ACTIONS = ['entity-added', 'factor-required', 'uses-reported'] as const

/** Every action that the audit of an entity can contain. */
export type EntityAuditAction = AuditAction | (typeof UNFILTERED_AUDIT_ACTIONS)[number]

/** The actions of a login. All other actions of the audit are changes (D104). */
export const SIGN_IN_ACTIONS = ['signed-in', 'sign-in-refused', 'signed-out'] as const satisfies readonly AuditAction[]

/** Which lines of the audit are shown: `changes` are all that no login wrote. */
export const AUDIT_KINDS = ['changes', 'sign-ins', 'all'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

const isSignIn = (action: string | null): boolean => SIGN_IN_ACTIONS.some((name) => name === action)

/** Whether a line with this action is of a kind; null is an action that the portal does not know. */
const isOfKind = (action: string | null, kind: AuditKind): boolean =>
  kind === 'all' || isSignIn(action) === (kind === 'sign-ins')

/** Changed values by their name, as the audit shows them. */
export type AuditValues = Readonly<Record<string, string>>

/** One line of the audit of an entity. */
export interface AuditLine {
  readonly id: string
  readonly at: Instant | null
  /** The user who acted; '' without a session. */
  readonly person: string
  /** Null for an action that the portal does not know; `actionText` is the service's text. */
  readonly action: AuditAction | null
  readonly actionText: string
  /** The object of the action: a name, a reference or an id. */
  readonly target: string
  readonly before: AuditValues
  readonly after: AuditValues
  /** The id of the HTTP request. */
  readonly requestId: string
}

/** The filters of the audit; null and '' match every line. Both days are included. */
export interface AuditFilter {
  /** No effect with an action: the action says more (D104). */
  readonly kind: AuditKind
  /** Part of a person's name, in upper or lower case. */
  readonly person: string
  readonly action: AuditAction | null
  readonly from: BogotaDate | null
  readonly until: BogotaDate | null
}

type ActionFilter = Pick<AuditFilter, 'kind' | 'action'>

/** Whether a line with this action matches kind and action of a filter. */
export const matchesAction = ({ kind, action }: ActionFilter, lineAction: AuditAction | null): boolean =>
  action === null ? isOfKind(lineAction, kind) : lineAction === action

/** The kind of the lines that a filter shows: that of its action, if the action is of another kind. */
export const findShownKind = ({ kind, action }: ActionFilter): AuditKind => {
  if (action === null || isOfKind(action, kind)) return kind
  return isSignIn(action) ? 'sign-ins' : 'changes'
}

/** The change of a filter that shows a kind; an action of another kind is removed. */
export const chooseKind = ({ action }: Pick<AuditFilter, 'action'>, kind: AuditKind): ActionFilter => ({
  kind,
  action: action !== null && isOfKind(action, kind) ? action : null,
})

export interface AuditQuery extends AuditFilter {
  /** The `next` of the previous page; null is the first page. */
  readonly after: string | null
}

/** One page of the audit, newest first. */
export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** The cursor of the next page, null on the last page. */
  readonly next: string | null
}

/** Maximum number of lines of a page. */
export const AUDIT_PAGE_SIZE = 40
