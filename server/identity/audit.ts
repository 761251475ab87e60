import type { FastifyRequest } from 'fastify'

/** What is written down of who did what to an account. */
export type AuditEvent =
  | 'login'
  | 'login refused'
  | 'logout'
  | 'takeover'
  | 'terms accepted'
  | 'recovery asked'
  | 'password changed'
  | 'password renewed'
  | 'registration'

/** One line of the log; it names accounts by their ids, and holds nothing that opens anything. */
export function audit(
  request: FastifyRequest,
  event: AuditEvent,
  detail: { readonly client?: string; readonly reason?: string } = {},
): void {
  request.log.info({ audit: event, ...detail, address: request.ip }, 'audit')
}
