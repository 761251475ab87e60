import type { RegistrationView } from '#src/application/identity/registration.ts'
import type { RegistrationForm } from '#src/domain/identity/registration.ts'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const EMPTY_FORM: RegistrationForm = {
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

/** Returns the form of the registration and the countries of its list. */
export const useRegistrationForm = (view: Pick<RegistrationView, 'findErrors' | 'countries'>) => ({
  ...useValidatedForm(view, EMPTY_FORM),
  countries: view.countries,
})

export type RegistrationState = ReturnType<typeof useRegistrationForm>
