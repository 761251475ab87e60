import type { AttachedFile, UploadFailure, UploadOptions } from '#src/application/imc/attached-file.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { DocumentType, EntityUser } from '#src/domain/imc/entity-user.ts'
import type { NewUser, UserEdit } from '#src/domain/imc/user-form.ts'
import type { Result } from '#src/domain/result.ts'

type Response<T> = Promise<Result<T, GatewayFailure>>

/** The service's message after a change; '' without one. */
export interface Confirmation {
  readonly message: string
}

/** A new user and the service's message. */
export interface CreatedUser extends Confirmation {
  readonly id: string
}

/**
 * The users of the signed-in user's entity. An aborted call is `unreachable`; without a session
 * every call is `rejected` with 401.
 */
export interface UsersGateway {
  list(signal?: AbortSignal): Response<readonly EntityUser[]>
  find(id: string, signal?: AbortSignal): Response<EntityUser>
  documentTypes(signal?: AbortSignal): Response<readonly DocumentType[]>
  /** Creates one user per `key` (D28); a taken user name is `rejected` with 409. */
  create(user: NewUser, key: string, signal?: AbortSignal): Response<CreatedUser>
  /** Writes the edited fields; the other fields of the user are sent unchanged (§7.2). */
  edit(user: EntityUser, edit: UserEdit, signal?: AbortSignal): Response<Confirmation>
  /** Sets whether a user is active (D35); a refusal is `rejected` with 409 and its reason. */
  setActive(id: string, active: boolean, signal?: AbortSignal): Response<Confirmation>
  /** Address of an administrator's contract; a request to it requires the session. */
  contractAddress(id: string): string
  /** Uploads or replaces the contract of an administrator. */
  uploadContract(id: string, file: AttachedFile, options?: UploadOptions): Promise<Result<void, UploadFailure>>
}
