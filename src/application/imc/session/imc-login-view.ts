import {
  type ImcLoginError,
  imcLoginError,
  imcLoginViolationMessage,
} from '#src/application/imc/session/imc-login-messages.ts'
import { toImcSession } from '#src/application/imc/session/imc-session-view.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import {
  IMC_LOGIN_MIN_LENGTHS,
  type ImcCredentials,
  type ImcLoginField,
  imcLoginViolations,
} from '#src/domain/imc/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/users/entity-user.ts'

export interface ImcLoginSnapshot {
  readonly busy: boolean
  readonly error: ImcLoginError | null
  /** Set when this user must first change the password; the session is not stored (D16). */
  readonly pendingUserId: string | null
}

/** The login of an entity's user (§2.5). A successful login stores the session. */
export interface ImcLoginView extends Readable<ImcLoginSnapshot> {
  readonly findErrors: FindErrors<ImcCredentials>
  /** Sends the form if it is valid and no request runs. */
  submit(form: ImcCredentials): void
}

export interface ImcLoginViewDeps extends Pick<ImcPorts, 'imcSession' | 'imcAuth'> {
  readonly log: Log
}

const FIELDS: readonly ImcLoginField[] = ['entity', 'username', 'password']

const findErrors: FindErrors<ImcCredentials> = (form) => {
  const violations = imcLoginViolations(form)
  return FIELDS.flatMap((field) => {
    const violation = violations[field]
    if (!violation) return []
    return [{ field, code: violation.code, message: imcLoginViolationMessage(violation, IMC_LOGIN_MIN_LENGTHS[field]) }]
  })
}

export function createImcLoginView({ imcSession, imcAuth, log }: ImcLoginViewDeps): ImcLoginView {
  let currentRun: AbortController | null = null
  let error: ImcLoginError | null = null
  let pendingUserId: string | null = null

  const readSnapshot = (): ImcLoginSnapshot => ({ busy: currentRun !== null, error, pendingUserId })
  let snapshot = readSnapshot()

  const subscribers = createSubscribers(() => () => {
    currentRun?.abort()
    currentRun = null
    pendingUserId = null
    snapshot = readSnapshot()
  })

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  function applyLogin(login: ImcLogin) {
    if (login.mustChangePassword) {
      pendingUserId = login.userId
      return
    }
    const result = imcSession.write(toImcSession(login))
    if (!result.ok) error = imcLoginError(result.error)
  }

  async function send(form: ImcCredentials) {
    const run = new AbortController()
    currentRun = run
    error = null
    update()
    const credentials = { ...form, entity: form.entity.trim(), username: form.username.trim() }
    const result = await imcAuth.signIn(credentials, run.signal).catch((cause: unknown) => {
      log.error(UNEXPECTED_ERROR, cause)
      return null
    })
    if (run.signal.aborted) return
    currentRun = null
    if (result?.ok) applyLogin(result.value)
    else error = imcLoginError(result?.error ?? null)
    update()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,
    findErrors,
    submit(form) {
      if (!currentRun && findErrors(form).length === 0) void send(form)
    },
  }
}
