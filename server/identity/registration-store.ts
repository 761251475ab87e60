import type { Database } from '#server/database/connection.ts'
import type { RegistrationForm } from '#src/domain/identity/registration.ts'
import type { Instant } from '#src/domain/market/bogota.ts'

/** A registration as it arrived; `sentAt` is the sender's word. */
export interface ReceivedRegistration {
  readonly id: string
  readonly receivedAt: Instant
  readonly sentAt: Instant
  readonly form: RegistrationForm
}

export interface RegistrationStore {
  add(registration: ReceivedRegistration): Promise<void>
}

export const createRegistrationStore = ({ db }: Database): RegistrationStore => ({
  async add({ id, receivedAt, sentAt, form }) {
    await db
      .insertInto('identity_registrations')
      .values({
        id,
        received_at: receivedAt,
        sent_at: sentAt,
        first_name: form.firstName,
        last_name: form.lastName,
        document_type: form.identification,
        document_number: form.identificationNumber,
        email: form.email,
        company: form.enterprise,
        country: form.country,
        city: form.city,
        person_type: form.legalPerson,
        product: form.product,
        phone: form.telephone,
      })
      .execute()
  },
})
