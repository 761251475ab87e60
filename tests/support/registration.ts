import type { RegistrationRecord } from '#src/domain/identity/registration.ts'

/** The registration of the documented example. */
export const REGISTRATION_RECORD: RegistrationRecord = {
  firstName: 'Mariana',
  lastName: 'Ordóñez',
  enterprise: 'Comercial Nandu',
  legalPerson: 'natural',
  identification: 'C',
  identificationNumber: '1020304050',
  email: 'mordonez@nandu.example',
  country: 'Colombia',
  city: 'Bogotá',
  telephone: '3105550142',
  product: 'dolar',
  sentAt: '2026-11-21T09:43:15-05:00',
}

/** The same registration as a request body. */
export const REGISTRATION_BODY = {
  full_name: 'Mariana',
  last_name: 'Ordóñez',
  identification: '1020304050',
  email: 'mordonez@nandu.example',
  enterprise: 'Comercial Nandu',
  country: 'Colombia',
  type: 'natural',
  city: 'Bogotá',
  identification_type: 'C',
  product: 'dolar',
  cellphone: '3105550142',
  date: '2026-11-21T09:43:15-05:00',
} as const
