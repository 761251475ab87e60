import type { CallFailure } from '#src/domain/call.ts'
import type { AuditPage, AuditQuery } from '#src/domain/imc/audit/audit.ts'
import type { Result } from '#src/domain/result.ts'

/** The audit log of the entity, for administrators. Failures as in `UsersGateway`. */
export interface AuditGateway {
  page(query: AuditQuery, signal?: AbortSignal): Promise<Result<AuditPage, CallFailure>>
}
