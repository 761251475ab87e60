import {
  createRule,
  findViolation,
  hasViolations,
  type Rule,
  toViolations,
  type Violations,
} from '#src/domain/form-rules.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import {
  countCharacters,
  hasInvisibleCharacter,
  isDigits,
  isWords,
  normalizeText,
} from '#src/domain/identity/typed-text.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

/** The default countries of the registration form, in display order (D62). */
export const COUNTRIES: readonly string[] = [
  'Argentina',
  'Bolivia',
  'Brasil',
  'Chile',
  'Colombia',
  'Costa Rica',
  'Cuba',
  'Ecuador',
  'El Salvador',
  'Guatemala',
  'Haití',
  'Honduras',
  'México',
  'Nicaragua',
  'Panamá',
  'Paraguay',
  'Perú',
  'República Dominicana',
  'Uruguay',
  'Venezuela',
  'Estados Unidos',
  'Canadá',
  'España',
  'Francia',
  'Alemania',
  'Italia',
  'Reino Unido',
  'Suiza',
  'Portugal',
  'China',
  'Japón',
  'Otro',
]

export const LEGAL_PERSONS = ['natural', 'juridica'] as const
export type LegalPerson = (typeof LEGAL_PERSONS)[number]

/** C = Cédula, N = Nit (§3). */
export const IDENTIFICATIONS = ['C', 'N'] as const
export type Identification = (typeof IDENTIFICATIONS)[number]

export const PRODUCTS = ['dolar', 'analytics', 'analisisTecnico'] as const
export type Product = (typeof PRODUCTS)[number]

/**
 * Lengths in code points (§5). The telephone's maximum is that of E.164 (D82). `MIN_TELEPHONE`
 * limits the value of the number.
 */
export const REGISTRATION_LENGTHS = {
  firstName: { minimum: 4, maximum: 50 },
  lastName: { minimum: 3, maximum: 50 },
  enterprise: { minimum: 3, maximum: 25 },
  city: { minimum: 4, maximum: 25 },
  identificationNumber: { minimum: 1, maximum: 25 },
  email: { minimum: 11, maximum: 50 },
  telephone: { minimum: 7, maximum: 15 },
} as const

/** Smallest telephone number, compared as a number (§5, D14). */
const MIN_TELEPHONE = 1_111_111

/** The form as typed; a choice not yet made is ''. */
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

export type RegistrationViolations = Violations<RegistrationField, RegistrationViolation>

/**
 * A valid registration as it is sent: normalized texts, Bogotá's time in ISO 8601 with offset
 * (D14).
 */
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

type RegistrationRule = Rule<RegistrationViolation>

const checkWords: RegistrationRule = createRule(isWords, { code: 'special-character' })
const checkVisible: RegistrationRule = createRule((text) => !hasInvisibleCharacter(text), { code: 'special-character' })
const checkDigits: RegistrationRule = createRule(isDigits, { code: 'digits-only' })
const checkEmail: RegistrationRule = createRule(isEmail, { code: 'not-an-email' })
const checkMinTelephone: RegistrationRule = createRule((text) => Number(text) >= MIN_TELEPHONE, {
  code: 'below-minimum',
  minimum: MIN_TELEPHONE,
})
const requireConsent = (isGiven: boolean): RegistrationViolation | null => (isGiven ? null : { code: 'required' })
const checkChoice = (choices: readonly string[]): RegistrationRule =>
  createRule((text) => choices.includes(text), { code: 'not-offered' })

function checkLength(field: keyof typeof REGISTRATION_LENGTHS): RegistrationRule {
  const { minimum, maximum } = REGISTRATION_LENGTHS[field]
  return createRule((text) => countCharacters(text) >= minimum && countCharacters(text) <= maximum, {
    code: 'length',
    minimum,
    maximum,
  })
}

const find = (typed: string, rules: readonly RegistrationRule[]) => findViolation(normalizeText(typed), rules)

/** The errors of a registration (§5, D14); `countries` are the form's choices. */
export function registrationViolations(
  form: RegistrationForm,
  countries: readonly string[] = COUNTRIES,
): RegistrationViolations {
  return toViolations<RegistrationField, RegistrationViolation>({
    firstName: find(form.firstName, [checkWords, checkLength('firstName')]),
    lastName: find(form.lastName, [checkWords, checkLength('lastName')]),
    identification: find(form.identification, [checkChoice(IDENTIFICATIONS)]),
    identificationNumber: find(form.identificationNumber, [checkDigits, checkLength('identificationNumber')]),
    legalPerson: find(form.legalPerson, [checkChoice(LEGAL_PERSONS)]),
    enterprise: find(form.enterprise, [checkVisible, checkLength('enterprise')]),
    country: find(form.country, [checkChoice(countries)]),
    city: find(form.city, [checkWords, checkLength('city')]),
    email: find(form.email, [checkEmail, checkLength('email')]),
    telephone: find(form.telephone, [checkDigits, checkMinTelephone, checkLength('telephone')]),
    product: find(form.product, [checkChoice(PRODUCTS)]),
    acceptsTerms: requireConsent(form.acceptsTerms),
    authorisesData: requireConsent(form.authorisesData),
  })
}

const findChoice = <T extends string>(choices: readonly T[], typed: string): T | undefined =>
  choices.find((choice) => choice === normalizeText(typed))

/** Returns the record to send for a form at `now`, or the form's errors. */
export function registrationRecord(
  form: RegistrationForm,
  now: Instant,
  countries: readonly string[] = COUNTRIES,
): Result<RegistrationRecord, RegistrationViolations> {
  const violations = registrationViolations(form, countries)
  const legalPerson = findChoice(LEGAL_PERSONS, form.legalPerson)
  const identification = findChoice(IDENTIFICATIONS, form.identification)
  const product = findChoice(PRODUCTS, form.product)
  if (hasViolations(violations) || !legalPerson || !identification || !product) return err(violations)
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
    sentAt: toIso(now),
  })
}
