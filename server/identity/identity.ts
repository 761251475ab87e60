/** The types of identity that other areas use. */
export type {
  ClientFailure,
  ClientOperations,
  NewClientFailure,
  OperatedClient,
  RegistrationFailure,
} from '#server/identity/client-operations.ts'
export type { HumanCheck } from '#server/identity/human-check.ts'
export type { StoredRegistration } from '#server/identity/registration-store.ts'
