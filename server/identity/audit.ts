import type { FastifyRequest } from 'fastify'

/** Events of the audit log. */
export type AuditEvent =
  | 'login'
  | 'login refused'
  | 'logout'
  | 'takeover'
  | 'terms accepted'
  | 'recovery requested'
  | 'password changed'
  | 'password renewed'
  | 'registration'

/** Logs one audit line. It names accounts by id and contains no secret. */
export function audit(
  request: FastifyRequest,
  event: AuditEvent,
  detail: { readonly client?: string; readonly reason?: string } = {},
): void {
  request.log.info({ audit: event, ...detail, address: request.ip }, 'audit')
}
