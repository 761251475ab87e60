import * as z from 'zod/mini'

import { isoInstant, lineOfText } from '#src/adapters/http/contract/values.ts'

export const PERSON_TYPES = ['natural', 'juridica'] as const
export const DOCUMENT_TYPES = ['C', 'N'] as const
export const PRODUCTS = ['dolar', 'analytics', 'analisisTecnico'] as const

/** Longer fields are refused before the domain's rules look at them (§5). */
const field = lineOfText(1, 100)

/** A registration (§7.1): `full_name` is the first name, `date` Bogotá's date and time (D14). */
export const registrationRequest = z.object({
  full_name: field,
  last_name: field,
  identification: field,
  email: field,
  enterprise: field,
  country: field,
  type: z.enum(PERSON_TYPES),
  city: field,
  identification_type: z.enum(DOCUMENT_TYPES),
  product: z.enum(PRODUCTS),
  cellphone: field,
  date: isoInstant,
})
export type RegistrationRequest = z.infer<typeof registrationRequest>
