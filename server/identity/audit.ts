import type { FastifyRequest } from 'fastify'

import { type AuditEntry, type AuditStamp, OPERATOR } from '#server/database/audit-store.ts'
import type { Client } from '#server/identity/client-store.ts'
import type { FactorAction } from '#server/security/factor-change.ts'

/** Events of audit lines in the log. */
type AuditEvent =
  | 'login'
  | 'login refused'
  | 'logout'
  | 'takeover'
  | 'terms accepted'
  | 'recovery requested'
  | 'password changed'
  | 'password renewed'
  | 'registration'

/** Writes an audit line to the log, not to the audit table. It has account ids and no secret. */
export function logAuditEvent(
  request: FastifyRequest,
  event: AuditEvent,
  detail: { readonly client?: string; readonly reason?: string } = {},
): void {
  request.log.info({ audit: event, ...detail, address: request.ip }, 'audit')
}

/** Actions of clients in the audit table. */
type ClientAction =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'took-over'
  | 'terms-accepted'
  | 'recovery-requested'
  | 'password-changed'
  | 'invitation-used'
  | 'registration-received'
  | FactorAction

/**
 * Creates the audit entry of a client's action on its own account. A visitor's `client` is null.
 */
export const toClientEntry = (
  stamp: AuditStamp,
  action: ClientAction,
  client: Pick<Client, 'id' | 'name'> | null,
): AuditEntry => ({
  ...stamp,
  realm: 'client',
  subjectId: client?.id ?? null,
  subjectName: client?.name ?? null,
  entityId: null,
  action,
  target: client?.id ?? null,
})

/** Actions of the operator on accounts and registrations. */
export type OperatorAction =
  | 'client-added'
  | 'client-disabled'
  | 'client-enabled'
  | 'client-extended'
  | 'client-password-expired'
  | 'client-invited'
  | 'factor-reset'
  | 'orders-adopted'
  | 'registration-accepted'
  | 'registration-refused'

interface OperatorChange extends Pick<AuditEntry, 'before' | 'after'> {
  readonly action: OperatorAction
  /** The id of the account or of the registration. */
  readonly target: string
}

/** Creates the audit entry of an action of the operator. */
export const toOperatorEntry = (stamp: AuditStamp, change: OperatorChange): AuditEntry => ({
  ...stamp,
  ...OPERATOR,
  ...change,
})
