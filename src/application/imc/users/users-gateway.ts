import type { AttachedFile, UploadFailure, UploadOptions } from '#src/application/imc/requests/attached-file.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { DocumentType, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { NewUser, UserEdit } from '#src/domain/imc/users/user-form.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** The service's message after a change; '' without a message. */
export interface Confirmation {
  readonly message: string
}

/** A new user and the service's message. */
export interface CreatedUser extends Confirmation {
  readonly id: string
}

/**
 * The users of the signed-in user's entity. An aborted call fails with `unreachable`, a call
 * without a session with `rejected` and 401.
 */
export interface UsersGateway {
  list(signal?: AbortSignal): Reply<readonly EntityUser[]>
  find(id: string, signal?: AbortSignal): Reply<EntityUser>
  documentTypes(signal?: AbortSignal): Reply<readonly DocumentType[]>
  /**
   * Creates one user per idempotency key (D28). Fails with `rejected` and 409 if the user name
   * exists.
   */
  create(user: NewUser, idempotencyKey: string, signal?: AbortSignal): Reply<CreatedUser>
  /** Saves the edited fields. Sends the other fields of the user unchanged (§7.2). */
  edit(user: EntityUser, edit: UserEdit, signal?: AbortSignal): Reply<Confirmation>
  /** Activates or deactivates a user (D35). A refusal is `rejected` with 409 and the reason. */
  setActive(id: string, active: boolean, signal?: AbortSignal): Reply<Confirmation>
  /** Returns the URL of an administrator's contract. The download requires a session. */
  contractUrl(id: string): string
  /** Uploads or replaces the contract of an administrator. */
  uploadContract(id: string, file: AttachedFile, options?: UploadOptions): Promise<Result<void, UploadFailure>>
}
