import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { newOrderedId } from '#server/secrets.ts'
import type { EntityAuditAction } from '#src/domain/imc/audit/audit.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The kind of actor; `system` is the server itself. */
type AuditRealm = 'client' | 'imc' | 'operator' | 'system'

/** The request that caused an entry. */
interface AuditOrigin {
  readonly requestId: string
  /** The caller's network address. */
  readonly address: string
  /** The name of the operator key; null for other callers and for the key of OPERATOR_KEY. */
  readonly operatorKey?: string | null
}

/** The time of an action and the request that caused it. */
export interface AuditStamp {
  /** Instant of the real clock (D41). */
  readonly at: Instant
  /** Null for actions of the server itself. */
  readonly origin: AuditOrigin | null
}

interface AuditFacts extends AuditStamp {
  readonly realm: AuditRealm
  /** The account that acted; null for visitors, the operator and the server. The name of an operator key is added. */
  readonly subjectId: string | null
  /** The actor's name at the time of the action; an account may be renamed later. */
  readonly subjectName: string | null
  /** The id of the object of the action; null without one. */
  readonly target: string | null
  /** The changed values before and after the action, without secrets. */
  readonly before?: Readonly<Record<string, unknown>> | null
  readonly after?: Readonly<Record<string, unknown>> | null
}

/** An entry that no entity can read. */
interface InternalAuditEntry extends AuditFacts {
  readonly entityId: null
  readonly action: string
}

/** An entry that the administrators of an entity can read. Its action has a Spanish text. */
interface EntityAuditEntry extends AuditFacts {
  /** Null when the entity is unknown. */
  readonly entityId: string | null
  readonly action: EntityAuditAction
}

export type AuditEntry = InternalAuditEntry | EntityAuditEntry

/** The actor of operator calls. */
export const OPERATOR = { realm: 'operator', subjectId: null, subjectName: 'Operaciones', entityId: null } as const

const toJson = (values: Readonly<Record<string, unknown>> | null = null) =>
  values === null ? null : JSON.stringify(values)

/** Adds entries to the audit log. Call it in the transaction of the change. */
export async function recordAudit(tx: Kysely<Schema>, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('records_audit')
    .values(
      entries.map((entry) => ({
        id: newOrderedId(entry.at),
        at: entry.at,
        realm: entry.realm,
        subject_id: entry.subjectId ?? entry.origin?.operatorKey ?? null,
        subject_name: entry.subjectName,
        entity_id: entry.entityId,
        action: entry.action,
        target: entry.target,
        before: toJson(entry.before),
        after: toJson(entry.after),
        request_id: entry.origin?.requestId ?? null,
        address: entry.origin?.address ?? null,
      })),
    )
    .execute()
}
