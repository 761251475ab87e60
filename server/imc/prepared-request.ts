import type { NewRequest } from '#server/imc/new-request-store.ts'
import type { UserMove } from '#server/imc/screen-moves-store.ts'
import type { AuditAction } from '#src/domain/imc/audit.ts'

/** What a request needs besides its administrator and its time. */
export interface PreparedRequest extends Omit<NewRequest, 'administratorId' | 'at' | 'person'> {
  readonly users: readonly UserMove[]
  readonly action: AuditAction
  /** What the audit says of it. */
  readonly facts: Readonly<Record<string, string | number | null>>
}
