import { actionFailure } from '#src/application/imc/imc-messages.ts'
import { NOT_CREATED, NOT_EDITED, USER_CREATED, USER_EDITED } from '#src/application/imc/user-form-messages.ts'
import type { UsersGateway } from '#src/application/imc/users-gateway.ts'
import { connectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { EntityUser } from '#src/domain/imc/entity-user.ts'
import { checkNewUser, checkUserEdit, type UserForm } from '#src/domain/imc/user-form.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Why a form was not saved, in the words of §8. */
export interface UserFormError {
  readonly lead: string
  readonly rest: string
  /** The same input can be sent again. */
  readonly retry: boolean
}

export type SavedUser =
  | {
      readonly kind: 'failed'
      readonly error: UserFormError
      /** Another person changed the user since it was loaded (D81). */
      readonly outdated: boolean
    }
  | { readonly kind: 'saved'; readonly id: string; readonly notice: { readonly lead: string; readonly rest: string } }

interface Input {
  readonly form: UserForm
  /** The offered document types. */
  readonly codes: readonly string[]
  /** The user of an edit; null creates one. */
  readonly user: EntityUser | null
  readonly key: string
  readonly signal: AbortSignal
}

interface Deps {
  readonly users: Pick<UsersGateway, 'create' | 'edit'>
  readonly log: Log
}

type Saving<T> = Promise<Result<T, GatewayFailure | null>>

const isConflict = (failure: GatewayFailure | null): boolean => failure?.kind === 'rejected' && failure.status === 409

const isRejected = (failure: GatewayFailure | null): boolean => failure?.kind === 'rejected'

const notCreated = (failure: GatewayFailure | null): UserFormError => ({
  lead: NOT_CREATED,
  rest: actionFailure(failure),
  retry: !isRejected(failure),
})

const notEdited = (failure: GatewayFailure | null): UserFormError => {
  const cause = serviceMessage(failure) ?? connectionCause(failure)
  const rest = cause === null ? NOT_EDITED.rest : `${NOT_EDITED.rest} ${cause}`
  return { lead: NOT_EDITED.lead, rest, retry: !isRejected(failure) }
}

const failWith = (error: UserFormError, outdated = false): SavedUser => ({ kind: 'failed', error, outdated })

/** Creates the user, or saves its edit. Invalid input is never sent. */
export async function saveUser({ users, log }: Deps, { form, codes, user, key, signal }: Input): Promise<SavedUser> {
  const attempt = <T>(call: Saving<T>): Saving<T> =>
    call.catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return err(null)
    })

  if (user === null) {
    const checked = checkNewUser(form, codes)
    if (!checked.ok) return failWith(notCreated(null))
    const created = await attempt(users.create(checked.value, key, signal))
    return created.ok
      ? { kind: 'saved', id: created.value.id, notice: USER_CREATED }
      : failWith(notCreated(created.error))
  }
  const checked = checkUserEdit(form, codes)
  if (!checked.ok) return failWith(notEdited(null))
  const saved = await attempt(users.edit(user, checked.value, signal))
  return saved.ok
    ? { kind: 'saved', id: user.id, notice: { lead: USER_EDITED, rest: saved.value.message } }
    : failWith(notEdited(saved.error), isConflict(saved.error))
}
