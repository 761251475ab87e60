/** The types of identity that the operator's area uses. */
export type {
  ClientFailure,
  ClientOperations,
  NewClientFailure,
  OperatedClient,
  RegistrationFailure,
} from '#server/identity/client-operations.ts'
export type { StoredRegistration } from '#server/identity/registration-store.ts'
