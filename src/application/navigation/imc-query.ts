import { LIST_NAMES, MAX_LIST_VALUE_LENGTH, omitQueryValues } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'

/** The query parameter of the marked user in Mis usuarios. */
const USER_QUERY = 'usuario'

/** The path and query of Mis usuarios, with the row of one user found by its name and marked (D107). */
export function toUserAddress(id: string, name: string): string {
  const search = name.slice(0, MAX_LIST_VALUE_LENGTH)
  return `${SCREENS.imcUsers.path}?${new URLSearchParams({ [LIST_NAMES.search]: search, [USER_QUERY]: id })}`
}

/** Reads the user to mark from a query; null if it is missing. */
export const readMarkedUser = (query: string): string | null => new URLSearchParams(query).get(USER_QUERY)

/** The query parameter of a form that the page opens. */
const FORM_QUERY = 'abrir'

/** The forms that an address opens, each with its page (D107). */
const FORM_PAGES = {
  usuario: SCREENS.imcUsers.path,
  csv: SCREENS.imcUsers.path,
  paquete: SCREENS.imcPackages.path,
} as const
export type AddressedForm = keyof typeof FORM_PAGES

const FORMS = ['usuario', 'csv', 'paquete'] as const satisfies readonly AddressedForm[]

/** The path and query that open a form. */
export const toFormAddress = (form: AddressedForm): string => `${FORM_PAGES[form]}?${FORM_QUERY}=${form}`

/** Reads the form that a query opens; null without one, or for an unknown form. */
export function readAddressedForm(query: string): AddressedForm | null {
  const value = new URLSearchParams(query).get(FORM_QUERY)
  return FORMS.find((form) => form === value) ?? null
}

/** Removes the form from a query: a reload or Back does not open it again. */
export const omitAddressedForm = (query: string): string => omitQueryValues(query, [FORM_QUERY])
