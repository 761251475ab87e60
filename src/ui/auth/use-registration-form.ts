import { type FieldError, type Resolver, useForm } from 'react-hook-form'

import { registrationViolationMessage } from '#src/application/identity/registration-messages.ts'
import { COUNTRIES } from '#src/domain/identity/countries.ts'
import {
  type RegistrationForm,
  type RegistrationViolation,
  registrationViolations,
} from '#src/domain/identity/registration.ts'
import { useFormFields } from '#src/ui/parts/use-form-fields.ts'
import { useConfig } from '#src/ui/shell/config-context.tsx'

const EMPTY: RegistrationForm = {
  firstName: '',
  lastName: '',
  enterprise: '',
  legalPerson: '',
  identification: '',
  identificationNumber: '',
  email: '',
  country: '',
  city: '',
  telephone: '',
  product: '',
  acceptsTerms: false,
  authorisesData: false,
}

/** The rules of the domain as the form's library asks for them. */
const resolverOf =
  (countries: readonly string[]): Resolver<RegistrationForm> =>
  (form) => {
    const violations = Object.entries<RegistrationViolation>(registrationViolations(form, countries))
    if (violations.length === 0) return { values: form, errors: {} }
    const errors = violations.map(([field, violation]): readonly [string, FieldError] => [
      field,
      { type: violation.code, message: registrationViolationMessage(violation) },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/** The registration as it is typed; a field is judged on leaving it and, once wrong, as it is typed. */
export function useRegistrationForm() {
  const { countries } = useConfig()
  const offered = countries ?? COUNTRIES
  const form = useForm<RegistrationForm>({ mode: 'onBlur', defaultValues: EMPTY, resolver: resolverOf(offered) })
  return { form, countries: offered, ...useFormFields(form) }
}

export type RegistrationState = ReturnType<typeof useRegistrationForm>
