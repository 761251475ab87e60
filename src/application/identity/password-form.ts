import { createFormState, type FormSnapshot, type FormState } from '#src/application/identity/form-state.ts'
import type { PasswordMessage } from '#src/application/identity/password-messages.ts'
import {
  type PasswordField,
  type PasswordRuleState,
  type PasswordStrength,
  passwordRuleStates,
  passwordStrength,
  passwordViolations,
  toInvalidField,
} from '#src/domain/identity/password.ts'

/** A new password, typed twice. */
export interface TypedPassword {
  readonly password: string
  readonly repeat: string
}

/** The fields of a new password with its rules and strength, as typed. */
export interface PasswordFormSnapshot extends FormSnapshot<TypedPassword, PasswordField> {
  readonly rules: readonly PasswordRuleState[]
  /** Null before anything is typed. */
  readonly strength: PasswordStrength | null
}

const FIELDS: readonly PasswordField[] = ['password', 'repeat']

export interface PasswordForm extends Omit<FormState<TypedPassword, PasswordField>, 'read'> {
  read(): PasswordFormSnapshot
}

/** The two fields of every screen that sets a password, with the messages of that screen (D12). */
export function createPasswordForm(toMessage: PasswordMessage): PasswordForm {
  const form = createFormState<TypedPassword, PasswordField>({
    initial: { password: '', repeat: '' },
    fields: FIELDS,
    findError(field, values) {
      const violations = passwordViolations(values.password, values.repeat)
      const violation = violations.find((broken) => toInvalidField(broken) === field)
      if (violation) return toMessage(violation)
      return values[field] === '' ? toMessage({ code: 'empty', field }) : null
    },
  })
  return {
    ...form,
    read() {
      const snapshot = form.read()
      const { password, repeat } = snapshot.values
      const strength = password === '' ? null : passwordStrength(password)
      return { ...snapshot, rules: passwordRuleStates(password, repeat), strength }
    },
  }
}
