import { type CheckedRequestDeps, createCheckedRequest } from '#src/application/identity/checked-request.ts'
import type { HumanCheckActions, HumanCheckFormState } from '#src/application/identity/human-check-runner.ts'
import type { Register } from '#src/application/identity/register.ts'
import { registrationViolationMessage } from '#src/application/identity/registration-messages.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import { COUNTRIES } from '#src/domain/identity/countries.ts'
import {
  type RegistrationField,
  type RegistrationForm,
  type RegistrationViolation,
  registrationRecord,
  registrationViolations,
} from '#src/domain/identity/registration.ts'

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

export interface RegistrationViewDeps extends CheckedRequestDeps {
  readonly register: Register
  /** The configured countries; null selects the default list (D62). */
  readonly countries: readonly string[] | null
}

const isField = (field: string, form: RegistrationForm): field is RegistrationField => Object.hasOwn(form, field)

export function createRegistrationView({
  register,
  countries: configuredCountries,
  ...deps
}: RegistrationViewDeps): RegistrationView {
  const countries = configuredCountries ?? COUNTRIES
  const request = createCheckedRequest(deps, register, () => update())

  function readSnapshot(): RegistrationSnapshot {
    const { done, failure, ...state } = request.read()
    return { ...state, step: done ? 'done' : 'form', error: failure && requestFailureMessage(failure.error) }
  }

  let snapshot = readSnapshot()
  const subscribers = createSubscribers(request.start)

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,
    humanCheck: request.humanCheck,
    countries,

    findErrors(form) {
      const violations = Object.entries<RegistrationViolation>(registrationViolations(form, countries))
      return violations.flatMap(([field, violation]) =>
        isField(field, form) ? [{ field, code: violation.code, message: registrationViolationMessage(violation) }] : [],
      )
    },

    submit(form) {
      const record = registrationRecord(form, register.now(), countries)
      if (record.ok) request.submit(record.value)
    },
  }
}
