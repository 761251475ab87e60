import {
  type CheckedFormDeps,
  createCheckedForm,
  type HumanCheckActions,
  type HumanCheckFormState,
} from '#src/application/identity/human-check.ts'
import type { IdentityPorts } from '#src/application/identity/ports.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import {
  COUNTRIES,
  type RegistrationForm,
  type RegistrationRecord,
  type RegistrationViolation,
  registrationRecord,
  registrationViolations,
} from '#src/domain/identity/registration.ts'
import { ok } from '#src/domain/result.ts'

/** Exact text of §8. */
export const REGISTERED = '¡Gracias! Hemos recibido sus datos'

/** Shown before the reason of a failed registration. */
export const NOT_REGISTERED = 'No pudimos enviar sus datos. Lo que escribió sigue aquí.'

/** The error message of a registration field (§5, D63). */
export function registrationViolationMessage(violation: RegistrationViolation): string {
  switch (violation.code) {
    case 'required':
      return 'El campo es requerido'
    case 'special-character':
      return 'El campo no debe contener caracteres especiales'
    case 'digits-only':
      return 'El campo sólo debe contener números'
    case 'length':
      return `Entre ${violation.minimum} y ${violation.maximum} caracteres`
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
    case 'below-minimum':
      return `El número mínimo es ${violation.minimum}`
    case 'not-offered':
      return 'Elija una de las opciones'
  }
}

/** The state of the registration, for the UI. */
export interface RegistrationSnapshot extends HumanCheckFormState {
  readonly step: 'form' | 'done'
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: string | null
}

/** Requests a demo or an account (§2.3). */
export interface RegistrationView extends Readable<RegistrationSnapshot> {
  readonly humanCheck: HumanCheckActions
  /** The countries that the form offers. */
  readonly countries: readonly string[]
  readonly findErrors: FindErrors<RegistrationForm>
  /** Sends the form if it is valid. */
  submit(form: RegistrationForm): void
}

interface RegistrationDeps extends CheckedFormDeps, Pick<IdentityPorts, 'registrations'> {}

/** `configuredCountries` null selects the default list (D62). */
export function createRegistrationView(
  { registrations, ...deps }: RegistrationDeps,
  configuredCountries: readonly string[] | null,
): RegistrationView {
  const countries = configuredCountries ?? COUNTRIES
  const form = createCheckedForm<RegistrationRecord>(deps, async ({ content, proof }, signal) => {
    const result = await registrations.register(content, proof, signal)
    return result.ok ? ok('done') : result
  })

  return {
    ...combine(
      { form },
      ({ form: { done, failure, ...state } }): RegistrationSnapshot => ({
        ...state,
        step: done ? 'done' : 'form',
        error: failure && requestFailureMessage(failure.cause),
      }),
    ),
    humanCheck: form.humanCheck,
    countries,

    findErrors: (values) =>
      toFieldErrors(registrationViolations(values, countries), (_, violation) =>
        registrationViolationMessage(violation),
      ),

    submit(values) {
      const record = registrationRecord(values, deps.clock.now(), countries)
      if (record.ok) form.submit(record.value)
    },
  }
}
