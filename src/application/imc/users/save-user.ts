import { actionFailureMessage } from '#src/application/imc/imc-messages.ts'
import { NOT_CREATED, NOT_EDITED, USER_CREATED, USER_EDITED } from '#src/application/imc/users/user-form-messages.ts'
import type { UsersGateway } from '#src/application/imc/users/users-gateway.ts'
import { connectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { checkNewUser, checkUserEdit, type UserForm } from '#src/domain/imc/users/user-form.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Why a form was not saved, with the texts of §8. */
export interface UserFormError {
  readonly lead: string
  readonly rest: string
}

export type SaveUserResult =
  | {
      readonly kind: 'failed'
      readonly error: UserFormError
      /** True if another person changed the user after the form was loaded (D81). */
      readonly isOutdated: boolean
    }
  | { readonly kind: 'saved'; readonly id: string; readonly notice: { readonly lead: string; readonly rest: string } }

interface Input {
  readonly form: UserForm
  /** The codes of the offered document types. */
  readonly codes: readonly string[]
  /** The user to edit; null creates a user. */
  readonly user: EntityUser | null
  /** The idempotency key of a creation. */
  readonly key: string
  readonly signal: AbortSignal
}

interface Deps {
  readonly users: Pick<UsersGateway, 'create' | 'edit'>
  readonly log: Log
}

type PendingResult<T> = Promise<Result<T, CallFailure | null>>

const isConflict = (failure: CallFailure | null): boolean => failure?.kind === 'rejected' && failure.status === 409

const toCreateError = (failure: CallFailure | null): UserFormError => ({
  lead: NOT_CREATED,
  rest: actionFailureMessage(failure),
})

const toEditError = (failure: CallFailure | null): UserFormError => {
  const cause = serviceMessage(failure) ?? connectionCause(failure)
  const rest = cause === null ? NOT_EDITED.rest : `${NOT_EDITED.rest} ${cause}`
  return { lead: NOT_EDITED.lead, rest }
}

const toFailure = (error: UserFormError, isOutdated = false): SaveUserResult => ({ kind: 'failed', error, isOutdated })

/** Creates or edits a user. Never sends invalid input. */
export async function saveUser(
  { users, log }: Deps,
  { form, codes, user, key, signal }: Input,
): Promise<SaveUserResult> {
  const attempt = <T>(call: PendingResult<T>): PendingResult<T> =>
    call.catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return err(null)
    })

  if (user === null) {
    const newUser = checkNewUser(form, codes)
    if (!newUser.ok) return toFailure(toCreateError(null))
    const result = await attempt(users.create(newUser.value, key, signal))
    return result.ok
      ? { kind: 'saved', id: result.value.id, notice: USER_CREATED }
      : toFailure(toCreateError(result.error))
  }
  const edit = checkUserEdit(form, codes)
  if (!edit.ok) return toFailure(toEditError(null))
  const result = await attempt(users.edit(user, edit.value, signal))
  return result.ok
    ? { kind: 'saved', id: user.id, notice: { lead: USER_EDITED, rest: result.value.message } }
    : toFailure(toEditError(result.error), isConflict(result.error))
}
