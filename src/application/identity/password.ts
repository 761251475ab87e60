import type { StoreClientSession } from '#src/application/identity/login.ts'
import { NOT_STORED } from '#src/application/identity/login.ts'
import type { IdentityPorts, PasswordReply, SessionPorts } from '#src/application/identity/ports.ts'
import { findStoredSession, SESSION_EXPIRED } from '#src/application/identity/session.ts'
import { APOLOGY, type FailureText, formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  LARGE_PASSWORD_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordField,
  type PasswordRuleCode,
  type PasswordRuleState,
  type PasswordStrength,
  type PasswordViolation,
  passwordRuleStates,
  passwordStrength,
  passwordViolations,
  SECURE_PASSWORD_LENGTH,
  SPECIAL_CHARACTERS,
  toInvalidField,
} from '#src/domain/identity/password.ts'
import {
  type NewPasswordForm,
  newPasswordMachine,
  type PasswordFailure,
} from '#src/domain/identity/password-machines.ts'
import { withRenewedPassword } from '#src/domain/identity/session.ts'
import { countCharacters } from '#src/domain/identity/typed-text.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The error message of a broken password rule. */
type PasswordMessage = (violation: PasswordViolation) => string

/** The messages on the pages for clients; exact texts of §5. */
export const clientPasswordMessage: PasswordMessage = (violation) => {
  switch (violation.code) {
    case 'empty':
      return 'Campo Vacío'
    case 'too-short':
      return `La contraseña no puede ser menor de ${violation.minimum} caracteres`
    case 'mismatch':
      return 'Contraseñas Incompatibles'
    case 'invalid-character':
      return 'Caracteres no válidos'
    case 'missing-special':
      return 'Falta Caracter Especial'
    case 'missing-uppercase':
      return 'Falta una letra mayúscula'
    case 'too-long':
      return `La contraseña no puede ser mayor de ${violation.maximum} caracteres`
  }
}

/** The messages on the IMC password page (§5, D63). */
export const imcPasswordMessage: PasswordMessage = (violation) => {
  switch (violation.code) {
    case 'empty':
      return 'Contraseña Vacía'
    case 'too-short':
      return 'Contraseña muy Corta'
    case 'too-long':
      return 'Contraseña muy Larga'
    case 'mismatch':
    case 'invalid-character':
    case 'missing-special':
    case 'missing-uppercase':
      return clientPasswordMessage(violation)
  }
}

/** The rules in the checklist below the fields. */
export const PASSWORD_RULE_TEXTS: Readonly<Record<PasswordRuleCode, string>> = {
  empty: 'Ambos campos llenos',
  'too-short': `Al menos ${MIN_PASSWORD_LENGTH} caracteres`,
  mismatch: 'Ambas contraseñas iguales',
  'invalid-character': 'Solo letras, dígitos y los caracteres permitidos',
  'missing-special': `Al menos un carácter especial: ${[...SPECIAL_CHARACTERS].join(' ')}`,
  'missing-uppercase': 'Al menos una letra mayúscula',
  'too-long': `Máximo ${MAX_PASSWORD_LENGTH} caracteres`,
}

/** Hint below the checklist about rules that only the service can check (D79). */
export const PASSWORD_HINT = 'No sirven la contraseña anterior ni las más usadas.'
/** The same hint for a first password, without a previous password. */
export const FIRST_PASSWORD_HINT = 'No sirven las contraseñas más usadas.'

/** The name of each strength. */
export const STRENGTH_WORDS: Readonly<Record<PasswordStrength, string>> = {
  small: 'Corta',
  medium: 'Media',
  large: 'Larga',
  secure: 'Segura',
}

const NEXT_STRENGTH: Readonly<Record<PasswordStrength, string>> = {
  small: ` Con ${MIN_PASSWORD_LENGTH} o más será media.`,
  medium: ` Con ${LARGE_PASSWORD_LENGTH} o más será larga.`,
  large: ` Con ${SECURE_PASSWORD_LENGTH} o más será segura.`,
  secure: '',
}

/** Describes the length and the next strength: '16 caracteres. Con 18 o más será segura.' */
export const strengthHint = (length: number, strength: PasswordStrength): string =>
  `${length} ${length === 1 ? 'carácter' : 'caracteres'}.${NEXT_STRENGTH[strength]}`

/** The names of the strengths, in their order (§5). */
export const STRENGTH_LEVELS: readonly PasswordStrength[] = ['small', 'medium', 'large', 'secure']

/** The lengths of each strength. */
export const STRENGTH_LENGTHS: Readonly<Record<PasswordStrength, string>> = {
  small: `Menos de ${MIN_PASSWORD_LENGTH}`,
  medium: `De ${MIN_PASSWORD_LENGTH} a ${LARGE_PASSWORD_LENGTH - 1}`,
  large: `${LARGE_PASSWORD_LENGTH} o ${SECURE_PASSWORD_LENGTH - 1}`,
  secure: `${SECURE_PASSWORD_LENGTH} o más`,
}

/** The rules in the checklist, in their order. The code `empty` is not listed. */
const LISTED_CODES: readonly PasswordRuleCode[] = [
  'too-short',
  'missing-uppercase',
  'missing-special',
  'invalid-character',
  'too-long',
  'mismatch',
]

/** What the page shows about a password while the user types it (§5). */
export interface PasswordProgress {
  readonly rules: readonly (PasswordRuleState & { readonly text: string })[]
  readonly strength: PasswordStrength
  /** 1 to 4, 0 for an empty password. */
  readonly level: number
  readonly hint: string
}

/** Applies the rules to the values of a form; the same on every page with a new password. */
export function describePassword({ password, repeat }: NewPasswordForm): PasswordProgress {
  const states = passwordRuleStates(password, repeat)
  const strength = passwordStrength(password)
  return {
    rules: LISTED_CODES.flatMap((code) =>
      states.filter((rule) => rule.code === code).map((rule) => ({ ...rule, text: PASSWORD_RULE_TEXTS[code] })),
    ),
    strength,
    level: password === '' ? 0 : STRENGTH_LEVELS.indexOf(strength) + 1,
    hint: strengthHint(countCharacters(password), strength),
  }
}

/** The results of a password change; exact texts of §8. */
export const PASSWORD_CHANGED = '¡Cambio exitoso!'
export const PASSWORD_NOT_CHANGED =
  'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.'

/** Explains why a client's password was not set (§8, D65). */
export function passwordFailureText(failure: PasswordFailure): FailureText {
  const toText = (message: string) => ({ message, detail: null })
  switch (failure.kind) {
    case 'broken-rules':
      return toText(failure.violations.map(clientPasswordMessage)[0] ?? PASSWORD_NOT_CHANGED)
    case 'rejected':
      return toText(serviceMessage(failure) ?? PASSWORD_NOT_CHANGED)
    case 'signed-out':
      return toText(SESSION_EXPIRED)
    case 'storage-unavailable':
      return toText(NOT_STORED)
    case 'timeout':
    case 'unreachable':
      return { message: APOLOGY, detail: formConnectionCause(failure) }
    case 'refused':
    case 'server-error':
    case 'malformed':
    case 'passkey':
    case 'crashed':
      return toText(PASSWORD_NOT_CHANGED)
  }
}

const FIELDS: readonly PasswordField[] = ['password', 'repeat']

/**
 * Finds the first broken rule of each field. An empty field without a broken rule is `empty`.
 * `toMessage` returns the message of a broken rule on the page (D12).
 */
export const createPasswordErrors =
  (toMessage: PasswordMessage): FindErrors<NewPasswordForm> =>
  (form) => {
    const violations = passwordViolations(form.password, form.repeat)
    return FIELDS.flatMap((field) => {
      const brokenRule = violations.find((violation) => toInvalidField(violation) === field)
      const violation = brokenRule ?? (form[field] === '' ? ({ code: 'empty', field } as const) : undefined)
      return violation ? [{ field, code: violation.code, message: toMessage(violation) }] : []
    })
  }

/** Validates the password, then calls `send`. Sends nothing when a rule is broken (D12). */
export async function setPassword(
  password: string,
  repeat: string,
  send: () => Promise<Result<PasswordReply, CallFailure>>,
): Promise<Result<void, PasswordFailure>> {
  const violations = passwordViolations(password, repeat)
  if (violations.length > 0) return err({ kind: 'broken-rules', violations })
  const response = await send()
  if (!response.ok) return response
  return response.value === 'done' ? ok(undefined) : err({ kind: 'refused' })
}

/**
 * Replaces the expired password of the signed-in client and stores the session with access to the
 * dashboard (D6). Fails with `signed-out` if the session has ended before or after the request.
 */
type RenewPassword = (password: string, repeat: string, signal?: AbortSignal) => Promise<Result<void, PasswordFailure>>

interface RenewPasswordDeps extends Pick<IdentityPorts, 'passwords'>, Pick<SessionPorts, 'session'> {
  readonly clock: Clock
  readonly storeClientSession: StoreClientSession
}

export function createRenewPassword({
  passwords,
  session,
  clock,
  storeClientSession,
}: RenewPasswordDeps): RenewPassword {
  return async (password, repeat, signal) => {
    const current = findStoredSession(session, clock.now())
    if (!current) return err({ kind: 'signed-out' })
    const { username, user } = current
    const renewal = { userId: user.id, username, email: user.email, password }
    const result = await setPassword(password, repeat, () => passwords.renew(renewal, signal))
    if (!result.ok) return result
    // Another tab may have signed out or stored a newer session.
    const latest = findStoredSession(session, clock.now())
    return latest?.user.id === user.id ? storeClientSession(withRenewedPassword(latest)) : err({ kind: 'signed-out' })
  }
}

/** The state of a form that sets a new password, for the UI. */
interface NewPasswordSnapshot {
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: FailureText | null
  /** True after the password was set. */
  readonly changed: boolean
}

export interface NewPasswordView extends Readable<NewPasswordSnapshot> {
  readonly findErrors: FindErrors<NewPasswordForm>
  readonly describe: (form: NewPasswordForm) => PasswordProgress
  /** Sends the password if both fields are valid and no request runs. */
  submit(form: NewPasswordForm): void
}

/** Sends the new password; the view aborts `signal` when it stops. */
export type SetNewPassword = (
  password: string,
  repeat: string,
  signal: AbortSignal,
) => Promise<Result<void, PasswordFailure>>

/** Creates the view of a form that sets a client's new password. */
export function createNewPasswordView(setNewPassword: SetNewPassword, deps: FlowDeps): NewPasswordView {
  const findErrors = createPasswordErrors(clientPasswordMessage)
  const call = createCaller(deps)
  const machine = newPasswordMachine.provide({
    actors: {
      setPassword: call(async ({ password, repeat }, signal) => {
        const result = await setNewPassword(password, repeat, signal)
        return ok(result.ok ? null : result.error)
      }),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (state): NewPasswordSnapshot => ({
      busy: state.matches('sending'),
      error: state.context.failure && passwordFailureText(state.context.failure),
      changed: state.matches('changed'),
    }),
  })

  return {
    ...flow,
    findErrors,
    describe: describePassword,

    submit(form) {
      if (findErrors(form).length === 0) flow.send({ type: 'SUBMIT', ...form })
    },
  }
}
