import type { Kysely } from 'kysely'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueue, type NewOutboxItem } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import type { RegistrationTable } from '#server/identity/identity-tables.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A received registration with normalized texts. `sentAt` is the sender's time. */
export interface ReceivedRegistration {
  readonly id: string
  readonly receivedAt: Instant
  readonly sentAt: Instant
  readonly record: Omit<RegistrationRecord, 'sentAt'>
}

type RegistrationStatus = 'pending' | 'accepted' | 'refused'

/** A registration with the fields for the operator. */
export interface StoredRegistration {
  readonly id: string
  readonly reference: string
  readonly receivedAt: Instant
  readonly status: RegistrationStatus
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly product: string
  readonly reason: string | null
}

export interface RegistrationStore {
  /** Stores a registration with its audit entry. Queues the webhook message unless it is null. */
  add(registration: ReceivedRegistration, entry: AuditEntry, message: NewOutboxItem | null): Promise<void>
}

const REFERENCE_DIGITS = 10
const REFERENCE_PATTERN = new RegExp(`^R-([0-9A-F]{${REFERENCE_DIGITS}})$`, 'i')

/** Returns the reference of a registration: the start of its random id. */
export const toRegistrationReference = (id: string): string => `R-${id.slice(0, REFERENCE_DIGITS).toUpperCase()}`

const STATUSES: readonly RegistrationStatus[] = ['pending', 'accepted', 'refused']

const toRegistration = (row: RegistrationTable): StoredRegistration => ({
  id: row.id,
  reference: toRegistrationReference(row.id),
  receivedAt: row.received_at,
  status: STATUSES.find((status) => status === row.status) ?? 'pending',
  firstName: row.first_name,
  lastName: row.last_name,
  company: row.company,
  email: row.email,
  phone: row.phone,
  product: row.product,
  reason: row.reason,
})

export const createRegistrationStore = ({ transaction }: Pick<Database, 'transaction'>): RegistrationStore => ({
  add: ({ id, receivedAt, sentAt, record }, entry, message) =>
    transaction(async (tx) => {
      await tx
        .insertInto('identity_registrations')
        .values({
          id,
          received_at: receivedAt,
          sent_at: sentAt,
          first_name: record.firstName,
          last_name: record.lastName,
          document_type: record.identification,
          document_number: record.identificationNumber,
          email: record.email,
          company: record.enterprise,
          country: record.country,
          city: record.city,
          person_type: record.legalPerson,
          product: record.product,
          phone: record.telephone,
          status: 'pending',
          settled_at: null,
          client_id: null,
          reason: null,
        })
        .execute()
      await recordAudit(tx, entry)
      if (message !== null) await enqueue(tx, message)
    }),
})

/** Lists the registrations, the newest first; at most `limit`. */
export async function listRegistrations(
  db: Kysely<Schema>,
  { pendingOnly, limit }: { readonly pendingOnly: boolean; readonly limit: number },
): Promise<readonly StoredRegistration[]> {
  const rows = await db
    .selectFrom('identity_registrations')
    .selectAll()
    .$if(pendingOnly, (query) => query.where('status', '=', 'pending'))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRegistration)
}

/** Finds the registration with this reference or id; null when no or several rows match. */
export async function findRegistration(tx: Kysely<Schema>, reference: string): Promise<StoredRegistration | null> {
  const prefix = (REFERENCE_PATTERN.exec(reference)?.[1] ?? reference).toLowerCase()
  if (prefix.length < REFERENCE_DIGITS) return null
  const rows = await tx
    .selectFrom('identity_registrations')
    .selectAll()
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}g`)
    .limit(2)
    .execute()
  const [row] = rows
  return row === undefined || rows.length > 1 ? null : toRegistration(row)
}

/** The operator's decision about a registration. */
interface RegistrationDecision {
  readonly status: 'accepted' | 'refused'
  readonly at: Instant
  readonly clientId: string | null
  readonly reason: string | null
}

/** Stores the decision about a registration. Returns false when it is no longer pending. */
export async function settleRegistration(
  tx: Kysely<Schema>,
  id: string,
  { status, at, clientId, reason }: RegistrationDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_registrations')
    .set({ status, settled_at: at, client_id: clientId, reason })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
