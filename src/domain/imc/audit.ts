import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** What people of an entity and the operator do in it. */
export const AUDIT_ACTIONS = [
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'password-changed',
  'user-created',
  'user-edited',
  'user-activated',
  'user-deactivated',
  'contract-uploaded',
  'contract-downloaded',
  'package-ordered',
  'screen-linked',
  'screen-changed',
  'screen-released',
  'document-uploaded',
  'request-approved',
  'request-refused',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** A changed value with its name, as the audit shows it. */
export type AuditValues = Readonly<Record<string, string>>

/** One line of the audit of an entity. */
export interface AuditLine {
  readonly id: string
  readonly at: Instant | null
  /** Who acted; '' without a session. */
  readonly person: string
  /**
   * Null is an action that the portal does not know; `actionText` is then what the service sent.
   */
  readonly action: AuditAction | null
  readonly actionText: string
  /** What was acted on: a name, a reference or an id. */
  readonly target: string
  readonly before: AuditValues
  readonly after: AuditValues
  readonly requestId: string
}

/** Which lines are shown; null and '' filter nothing, both days included. */
export interface AuditQuery {
  /** Part of a person's name, in any case. */
  readonly person: string
  readonly action: AuditAction | null
  readonly from: BogotaDate | null
  readonly until: BogotaDate | null
  /** The `next` of the previous page; null is the first page. */
  readonly after: string | null
}

/** One page of the audit, newest first. */
export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** The cursor of the next page, null on the last one. */
  readonly next: string | null
}

/** Lines of one page. */
export const AUDIT_PAGE_SIZE = 40
