import { useState } from 'react'
import { type FieldError, type Resolver, useForm } from 'react-hook-form'

import type { RegistrationView } from '#src/application/identity/registration-view.ts'
import type { RegistrationForm } from '#src/domain/identity/registration.ts'
import { useFormFields } from '#src/ui/parts/use-form-fields.ts'

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

/** The view's errors in the form that react-hook-form expects. */
const createResolver =
  (view: Pick<RegistrationView, 'findErrors'>): Resolver<RegistrationForm> =>
  (form) => {
    const found = view.findErrors(form)
    if (found.length === 0) return { values: form, errors: {} }
    const errors = found.map(({ field, code, message }): readonly [string, FieldError] => [
      field,
      { type: code, message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/** The typed registration; a field is checked on leaving it and, once wrong, with each change. */
export function useRegistrationForm(view: Pick<RegistrationView, 'findErrors' | 'countries'>) {
  const [resolver] = useState(() => createResolver(view))
  const form = useForm<RegistrationForm>({ mode: 'onBlur', defaultValues: EMPTY, resolver })
  return { form, countries: view.countries, ...useFormFields(form) }
}

export type RegistrationState = ReturnType<typeof useRegistrationForm>
