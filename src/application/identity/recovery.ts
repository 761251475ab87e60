import {
  type CheckedFormDeps,
  createCheckedForm,
  type HumanCheckActions,
  type HumanCheckFormState,
} from '#src/application/identity/human-check.ts'
import { createNewPasswordView, type NewPasswordView, setPassword } from '#src/application/identity/password.ts'
import type { IdentityPorts, RecoveryTokens } from '#src/application/identity/ports.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { type EmailViolation, emailViolation } from '#src/domain/identity/email.ts'
import { linkCheckMachine } from '#src/domain/identity/password-machines.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'

/** Exact text of §8, for known and unknown mail addresses (D15). */
export const RECOVERY_SENT = 'Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.'

/** Shown below the apology when the check of a recovery link failed (D40). */
export const LINK_NOT_CHECKED = 'No pudimos comprobar su enlace. Sigue siendo válido.'

/** The error message of the mail address (§5). */
export function recoveryViolationMessage(violation: EmailViolation): string {
  switch (violation.code) {
    case 'required':
      return 'Por favor, no deje el campo de correo electrónico vacio'
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
  }
}

export interface RecoveryForm {
  readonly email: string
}

/** The state of the form for a forgotten password, for the UI. */
export interface RecoverySnapshot extends HumanCheckFormState {
  readonly step: 'form' | 'sent'
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. The service's reply NO has no cause. */
  readonly error: string | null
}

/** Requests the mail with a recovery link (D15). */
export interface RecoveryView extends Readable<RecoverySnapshot> {
  readonly humanCheck: HumanCheckActions
  readonly findErrors: FindErrors<RecoveryForm>
  /** Sends the form if the mail address is valid. */
  submit(form: RecoveryForm): void
}

const findErrors: FindErrors<RecoveryForm> = ({ email }) => {
  const violation = emailViolation(email)
  return violation ? [{ field: 'email', code: violation.code, message: recoveryViolationMessage(violation) }] : []
}

interface RecoveryDeps extends CheckedFormDeps, Pick<IdentityPorts, 'passwords'> {}

export function createRecoveryView({ passwords, ...deps }: RecoveryDeps): RecoveryView {
  const form = createCheckedForm<string>(deps, ({ content, proof }, signal) =>
    passwords.requestRecovery(content, proof, signal),
  )

  return {
    ...combine(
      { form },
      ({ form: { done, failure, ...state } }): RecoverySnapshot => ({
        ...state,
        step: done ? 'sent' : 'form',
        error: failure && requestFailureMessage(failure.cause),
      }),
    ),
    humanCheck: form.humanCheck,
    findErrors,

    submit(values) {
      if (findErrors(values).length === 0) form.submit(normalizeText(values.email))
    },
  }
}

/**
 * The steps of a recovery link (§4, D40). In `check-failed` the user can retry.
 * A refused link opens the home; a valid link opens the form.
 */
type ResetStep = 'checking' | 'check-failed' | 'refused' | 'form'

interface ResetSnapshot {
  readonly step: ResetStep
}

/** Checks a recovery link and sets a new password with it. */
export interface ResetView extends Readable<ResetSnapshot> {
  /** Checks the link again after a failure. */
  retry(): void
  /** The view of the step `form`. */
  readonly newPassword: NewPasswordView
}

interface ResetDeps extends FlowDeps, Pick<IdentityPorts, 'passwords'> {}

export function createResetView({ passwords, ...deps }: ResetDeps, tokens: RecoveryTokens): ResetView {
  const call = createCaller(deps)
  const machine = linkCheckMachine.provide({
    actors: { checkLink: call((_, signal) => passwords.verifyTokens(tokens, signal)) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (state): ResetSnapshot => ({ step: state.value }),
  })

  return {
    ...flow,
    retry: () => flow.send({ type: 'RETRY' }),
    newPassword: createNewPasswordView(
      (password, repeat, signal) =>
        setPassword(password, repeat, () => passwords.reset(tokens, password, repeat, signal)),
      deps,
    ),
  }
}
