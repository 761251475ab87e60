import { COUNTRIES } from '#src/domain/identity/countries.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import {
  countCharacters,
  hasInvisibleCharacter,
  isDigits,
  isWords,
  normalizeText,
} from '#src/domain/identity/typed-text.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, isoOf } from '#src/domain/time/bogota.ts'

export const LEGAL_PERSONS = ['natural', 'juridica'] as const
export type LegalPerson = (typeof LEGAL_PERSONS)[number]

/** C = Cédula, N = Nit (§3). */
export const IDENTIFICATIONS = ['C', 'N'] as const
export type Identification = (typeof IDENTIFICATIONS)[number]

export const PRODUCTS = ['dolar', 'analytics', 'analisisTecnico'] as const
export type Product = (typeof PRODUCTS)[number]

/** Lengths in code points (§5). The telephone's upper one is E.164's; its lower rule is `MIN_TELEPHONE`. */
export const REGISTRATION_LENGTHS = {
  firstName: { minimum: 4, maximum: 50 },
  lastName: { minimum: 3, maximum: 50 },
  enterprise: { minimum: 3, maximum: 25 },
  city: { minimum: 4, maximum: 25 },
  identificationNumber: { minimum: 1, maximum: 25 },
  email: { minimum: 11, maximum: 50 },
  telephone: { minimum: 7, maximum: 15 },
} as const

/** Smallest telephone, as a number (§5, D14). */
export const MIN_TELEPHONE = 1_111_111

/** The form as it is typed; a choice not made yet is the empty text. */
export interface RegistrationForm {
  readonly firstName: string
  readonly lastName: string
  readonly enterprise: string
  readonly legalPerson: string
  readonly identification: string
  readonly identificationNumber: string
  readonly email: string
  readonly country: string
  readonly city: string
  readonly telephone: string
  readonly product: string
  readonly acceptsTerms: boolean
  readonly authorisesData: boolean
}

export type RegistrationField = keyof RegistrationForm

export type RegistrationViolation =
  | { readonly code: 'required' }
  | { readonly code: 'special-character' }
  | { readonly code: 'digits-only' }
  | { readonly code: 'length'; readonly minimum: number; readonly maximum: number }
  | { readonly code: 'not-an-email' }
  | { readonly code: 'below-minimum'; readonly minimum: number }
  | { readonly code: 'not-offered' }

/** For each wrong field, in the form's order, the first rule it breaks; no key means that the field is right. */
export type RegistrationViolations = Readonly<Partial<Record<RegistrationField, RegistrationViolation>>>

/** A registration that keeps every rule, as it is sent: texts normalizeText, the time Bogotá's in ISO 8601 with offset (D14). */
export interface RegistrationRecord {
  readonly firstName: string
  readonly lastName: string
  readonly enterprise: string
  readonly legalPerson: LegalPerson
  readonly identification: Identification
  readonly identificationNumber: string
  readonly email: string
  readonly country: string
  readonly city: string
  readonly telephone: string
  readonly product: Product
  readonly sentAt: string
}

type Rule = (text: string) => RegistrationViolation | null

const check =
  (holds: (text: string) => boolean, violation: RegistrationViolation): Rule =>
  (text) =>
    holds(text) ? null : violation

const words = check(isWords, { code: 'special-character' })
const seen = check((text) => !hasInvisibleCharacter(text), { code: 'special-character' })
const digits = check(isDigits, { code: 'digits-only' })
const email = check(isEmail, { code: 'not-an-email' })
const longEnough = check((text) => Number(text) >= MIN_TELEPHONE, { code: 'below-minimum', minimum: MIN_TELEPHONE })
const ticked = (value: boolean): RegistrationViolation | null => (value ? null : { code: 'required' })
const oneOf = (offered: readonly string[]) => check((text) => offered.includes(text), { code: 'not-offered' })

function within(field: keyof typeof REGISTRATION_LENGTHS): Rule {
  const { minimum, maximum } = REGISTRATION_LENGTHS[field]
  return check((text) => countCharacters(text) >= minimum && countCharacters(text) <= maximum, {
    code: 'length',
    minimum,
    maximum,
  })
}

/** The first rule that a text breaks; an empty one breaks no other than being required. */
function firstBroken(typed: string, rules: readonly Rule[]): RegistrationViolation | null {
  const text = normalizeText(typed)
  if (text === '') return { code: 'required' }
  for (const rule of rules) {
    const violation = rule(text)
    if (violation) return violation
  }
  return null
}

/** Everything wrong with a registration (§5, D14); `countries` as the portal offers them. */
export function registrationViolations(
  form: RegistrationForm,
  countries: readonly string[] = COUNTRIES,
): RegistrationViolations {
  const judged: Readonly<Record<RegistrationField, RegistrationViolation | null>> = {
    firstName: firstBroken(form.firstName, [words, within('firstName')]),
    lastName: firstBroken(form.lastName, [words, within('lastName')]),
    identification: firstBroken(form.identification, [oneOf(IDENTIFICATIONS)]),
    identificationNumber: firstBroken(form.identificationNumber, [digits, within('identificationNumber')]),
    legalPerson: firstBroken(form.legalPerson, [oneOf(LEGAL_PERSONS)]),
    enterprise: firstBroken(form.enterprise, [seen, within('enterprise')]),
    country: firstBroken(form.country, [oneOf(countries)]),
    city: firstBroken(form.city, [words, within('city')]),
    email: firstBroken(form.email, [email, within('email')]),
    telephone: firstBroken(form.telephone, [digits, longEnough, within('telephone')]),
    product: firstBroken(form.product, [oneOf(PRODUCTS)]),
    acceptsTerms: ticked(form.acceptsTerms),
    authorisesData: ticked(form.authorisesData),
  }
  return Object.fromEntries(Object.entries(judged).filter(([, violation]) => violation !== null))
}

const chosen = <T extends string>(offered: readonly T[], typed: string): T | undefined =>
  offered.find((choice) => choice === normalizeText(typed))

/** What is sent of a form at that instant, or all that is wrong with it. */
export function registrationRecord(
  form: RegistrationForm,
  now: Instant,
  countries: readonly string[] = COUNTRIES,
): Result<RegistrationRecord, RegistrationViolations> {
  const violations = registrationViolations(form, countries)
  const legalPerson = chosen(LEGAL_PERSONS, form.legalPerson)
  const identification = chosen(IDENTIFICATIONS, form.identification)
  const product = chosen(PRODUCTS, form.product)
  if (Object.keys(violations).length > 0 || !legalPerson || !identification || !product) return err(violations)
  return ok({
    firstName: normalizeText(form.firstName),
    lastName: normalizeText(form.lastName),
    enterprise: normalizeText(form.enterprise),
    legalPerson,
    identification,
    identificationNumber: normalizeText(form.identificationNumber),
    email: normalizeText(form.email),
    country: normalizeText(form.country),
    city: normalizeText(form.city),
    telephone: normalizeText(form.telephone),
    product,
    sentAt: isoOf(now),
  })
}
