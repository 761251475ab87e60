import type { NewRequest } from '#server/imc/requests/new-request-store.ts'
import type { UserStatusChange } from '#server/imc/screens/screen-moves-store.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'

/** A checked request, without its time and its administrator (id and name). */
export interface PreparedRequest extends Omit<NewRequest, 'administratorId' | 'at' | 'person'> {
  /** The status changes of the users whom the request concerns. */
  readonly users: readonly UserStatusChange[]
  readonly action: AuditAction
  /** Details that the audit entry records. */
  readonly facts: Readonly<Record<string, string | number | null>>
}
