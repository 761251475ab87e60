import * as z from 'zod/mini'

import { isoInstant, singleLine } from '#src/adapters/http/contract/values.ts'
import {
  IDENTIFICATIONS,
  LEGAL_PERSONS,
  PRODUCTS,
  type RegistrationField,
  type RegistrationForm,
} from '#src/domain/identity/registration.ts'

/** A text of limited length, which the domain validates (§5). */
const field = singleLine(1, 100)

/**
 * A registration (§7.1): `full_name` is the first name, `date` an instant with Bogotá's offset
 * (D14).
 */
export const registrationRequest = z.object({
  full_name: field,
  last_name: field,
  identification: field,
  email: field,
  enterprise: field,
  country: field,
  type: z.enum(LEGAL_PERSONS),
  city: field,
  identification_type: z.enum(IDENTIFICATIONS),
  product: z.enum(PRODUCTS),
  cellphone: field,
  date: isoInstant,
})
export type RegistrationRequest = z.infer<typeof registrationRequest>

/** The request field of each form field. A request contains no consents. */
export const REGISTRATION_FIELDS = {
  firstName: 'full_name',
  lastName: 'last_name',
  identification: 'identification_type',
  identificationNumber: 'identification',
  legalPerson: 'type',
  enterprise: 'enterprise',
  country: 'country',
  city: 'city',
  email: 'email',
  telephone: 'cellphone',
  product: 'product',
} as const satisfies Partial<Record<RegistrationField, keyof RegistrationRequest>>

/** Maps a valid request to the domain. The portal sends a form only with both consents. */
export const toRegistrationForm = (request: RegistrationRequest): RegistrationForm => ({
  firstName: request.full_name,
  lastName: request.last_name,
  identification: request.identification_type,
  identificationNumber: request.identification,
  legalPerson: request.type,
  enterprise: request.enterprise,
  country: request.country,
  city: request.city,
  email: request.email,
  telephone: request.cellphone,
  product: request.product,
  acceptsTerms: true,
  authorisesData: true,
})
