/** What the operator's calls use of identity. */
export type {
  ClientFailure,
  ClientOperations,
  LastDay,
  NewClientFailure,
  OperatedClient,
  RegistrationFailure,
} from '#server/identity/client-operations.ts'
export type { StoredRegistration } from '#server/identity/registration-store.ts'
