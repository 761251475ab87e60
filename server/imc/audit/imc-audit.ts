import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { EntityUser } from '#server/imc/users/entity-user.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'

/** Creates an audit entry of an entity user. By default the user is also the target. */
export const toUserEntry = (
  stamp: AuditStamp,
  user: EntityUser,
  action: AuditAction,
  target: string = user.id,
): AuditEntry => ({
  ...stamp,
  realm: 'imc',
  subjectId: user.id,
  subjectName: user.name,
  entityId: user.entityId,
  action,
  target,
})
