import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A received registration with normalized texts; the sender states `sentAt`. */
export interface ReceivedRegistration {
  readonly id: string
  readonly receivedAt: Instant
  readonly sentAt: Instant
  readonly record: Omit<RegistrationRecord, 'sentAt'>
}

export interface RegistrationStore {
  /** Stores a registration with its audit entry. */
  add(registration: ReceivedRegistration, entry: AuditEntry): Promise<void>
}

export const createRegistrationStore = ({ transaction }: Database): RegistrationStore => ({
  add: ({ id, receivedAt, sentAt, record }, entry) =>
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
        })
        .execute()
      await recordAudit(tx, entry)
    }),
})
