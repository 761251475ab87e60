import type { PasswordMessage } from '#src/application/identity/password-messages.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { type PasswordField, passwordViolations, toInvalidField } from '#src/domain/identity/password.ts'

/** A new password, entered twice. */
export interface NewPasswordForm {
  readonly password: string
  readonly repeat: string
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
