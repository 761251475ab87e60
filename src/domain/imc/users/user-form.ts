import {
  createRule,
  findOptionalViolation,
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
  isAlphanumeric,
  isDigits,
  normalizeText,
} from '#src/domain/identity/typed-text.ts'
import { NIT, PASSPORT } from '#src/domain/imc/users/document-types.ts'
import { IMC_ROLES, type ImcRole } from '#src/domain/imc/users/roles.ts'
import { MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH } from '#src/domain/imc/users/username.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The fields of a user that an edit can change (§5). A text without a value is ''. */
export interface UserEdit {
  readonly name: string
  /** The code of the document type, for example CC. */
  readonly documentType: string
  readonly documentNumber: string
  /** The check digit of a NIT; '' for other types (D62). */
  readonly checkDigit: string
  /** The job title. */
  readonly position: string
  readonly telephone: string
}

/** The values of a form without input. */
export const EMPTY_EDIT: UserEdit = {
  name: '',
  documentType: 'CC',
  documentNumber: '',
  checkDigit: '',
  position: '',
  telephone: '',
}

const EDIT_FIELDS = Object.keys(EMPTY_EDIT) as readonly (keyof UserEdit)[]

/** Returns only the editable fields of a user. */
export function pickEdit(user: UserEdit): UserEdit {
  const edit: { -readonly [Field in keyof UserEdit]: UserEdit[Field] } = { ...EMPTY_EDIT }
  for (const field of EDIT_FIELDS) edit[field] = user[field]
  return edit
}

/** The values that an edit changes, before and after the edit. */
export interface EditChanges {
  readonly before: Partial<UserEdit>
  readonly after: Partial<UserEdit>
}

/** Finds what an edit changes; null without a change. */
export function findEditChanges(user: UserEdit, edit: UserEdit): EditChanges | null {
  const fields = EDIT_FIELDS.filter((field) => user[field] !== edit[field])
  const pickFrom = (values: UserEdit) => Object.fromEntries(fields.map((field) => [field, values[field]]))
  return fields.length === 0 ? null : { before: pickFrom(user), after: pickFrom(edit) }
}

/** Weights of the digits from right to left, as the tax authority defines them. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** The check digit of a NIT; null unless the number has 1 to 15 characters, all digits. */
export function nitCheckDigit(number: string): string | null {
  if (!/^\d+$/.test(number) || number.length > WEIGHTS.length) return null
  const sum = [...number].toReversed().reduce((total, digit, i) => total + Number(digit) * (WEIGHTS[i] ?? 0), 0)
  const remainder = sum % 11
  return String(remainder > 1 ? 11 - remainder : remainder)
}

/** Longest texts of a user, in code points after NFC. */
const USER_LENGTHS = {
  name: 100,
  email: 100,
  position: 100,
  telephone: 30,
  documentNumber: 25,
} as const

/** The fields of a new user as typed; a choice not yet made is ''. */
export interface UserForm extends UserEdit {
  readonly role: string
  /** If '', the service derives the user name from the name. */
  readonly username: string
  readonly email: string
  readonly contingency: boolean
  readonly active: boolean
}

/** The values of the form's controls; they represent yes and no as texts. */
export interface UserFormValues extends Omit<UserForm, 'contingency' | 'active'> {
  readonly contingency: 'yes' | 'no'
  readonly active: 'yes' | 'no'
}

const EMPTY_FORM: UserFormValues = {
  ...EMPTY_EDIT,
  role: '',
  username: '',
  email: '',
  active: 'yes',
  contingency: 'no',
}

/** The values of the form before an input; `user` is null for a new user. */
export const initialFormValues = (user: UserEdit | null): UserFormValues =>
  user ? { ...EMPTY_FORM, ...pickEdit(user) } : EMPTY_FORM

/** The fields whose missing value is an error as soon as the user empties them (§5). */
export const REQUIRED_WHILE_TYPING = ['documentNumber', 'name'] as const satisfies readonly (keyof UserFormValues)[]

const FORM_FIELDS = Object.keys(EMPTY_FORM) as readonly (keyof UserFormValues)[]

/** Returns whether the user changed a field. */
export const hasFormChanges = (initial: UserFormValues, values: UserFormValues): boolean =>
  FORM_FIELDS.some((field) => initial[field] !== values[field])

/** Replaces the initial values of a form. A field that the user changed keeps the user's value. */
export const rebaseFormValues = (
  values: UserFormValues,
  initial: UserFormValues,
  nextInitial: UserFormValues,
): UserFormValues => ({
  ...nextInitial,
  ...Object.fromEntries(
    FORM_FIELDS.filter((field) => values[field] !== initial[field]).map((field) => [field, values[field]]),
  ),
})

/** An administrator needs a mail address. */
export const requiresEmail = ({ role }: Pick<UserForm, 'role'>): boolean => normalizeText(role) === 'administrator'

/** Only a NIT has a check digit. */
export const hasCheckDigit = ({ documentType }: Pick<UserForm, 'documentType'>): boolean =>
  normalizeText(documentType) === NIT

export const toUserForm = (values: UserFormValues): UserForm => ({
  ...values,
  active: values.active === 'yes',
  contingency: values.contingency === 'yes',
})

/** A new user as it is sent: normalized texts. */
export interface NewUser extends Omit<UserForm, 'role'> {
  readonly role: ImcRole
}

export type UserViolation =
  | { readonly code: 'required' }
  | { readonly code: 'not-offered' }
  | { readonly code: 'not-an-email' }
  | { readonly code: 'invalid-character' }
  | { readonly code: 'digits-only' }
  | { readonly code: 'length'; readonly minimum: number; readonly maximum: number }
  | { readonly code: 'check-digit' }

export type UserViolations = Violations<keyof UserForm, UserViolation>

type UserRule = Rule<UserViolation>

const checkLength = (minimum: number, maximum: number): UserRule =>
  createRule((text) => countCharacters(text) >= minimum && countCharacters(text) <= maximum, {
    code: 'length',
    minimum,
    maximum,
  })

const checkVisible: UserRule = createRule((text) => !hasInvisibleCharacter(text), { code: 'invalid-character' })
const checkTelephone: UserRule = createRule((text) => /^[+0-9][0-9 ()-]*$/.test(text), { code: 'invalid-character' })

const toDocumentRules = (documentType: string): readonly UserRule[] => [
  documentType === PASSPORT
    ? createRule(isAlphanumeric, { code: 'invalid-character' })
    : createRule(isDigits, { code: 'digits-only' }),
  checkLength(1, USER_LENGTHS.documentNumber),
]

/** The errors of an edit (§5); `documentTypes` are the offered codes. */
export function userEditViolations(form: UserEdit, documentTypes: readonly string[]): UserViolations {
  const { name, documentType, documentNumber, checkDigit, position, telephone } = toUserEdit(form)
  return toViolations<keyof UserForm, UserViolation>({
    documentType: findViolation(documentType, [
      createRule((code) => documentTypes.includes(code), { code: 'not-offered' }),
    ]),
    documentNumber: findViolation(documentNumber, toDocumentRules(documentType)),
    checkDigit: findOptionalViolation(checkDigit, [
      createRule((digit) => digit === nitCheckDigit(documentNumber), { code: 'check-digit' }),
    ]),
    name: findViolation(name, [checkVisible, checkLength(1, USER_LENGTHS.name)]),
    position: findOptionalViolation(position, [checkVisible, checkLength(1, USER_LENGTHS.position)]),
    telephone: findOptionalViolation(telephone, [checkTelephone, checkLength(1, USER_LENGTHS.telephone)]),
  })
}

/**
 * The errors of a new user except those of the contract, in the form's order (§5). The contract
 * arrives in a separate call.
 */
export function newUserViolations(form: UserForm, documentTypes: readonly string[]): UserViolations {
  const findEmailViolation = requiresEmail(form) ? findViolation : findOptionalViolation
  return {
    ...toViolations<keyof UserForm, UserViolation>({
      role: findViolation(normalizeText(form.role), [
        createRule((role) => IMC_ROLES.some((known) => known === role), { code: 'not-offered' }),
      ]),
      username: findOptionalViolation(normalizeText(form.username), [
        createRule((text) => /^[A-Za-z0-9]*$/.test(text), { code: 'invalid-character' }),
        checkLength(MIN_USERNAME_LENGTH, MAX_USERNAME_LENGTH),
      ]),
      email: findEmailViolation(normalizeText(form.email), [
        createRule(isEmail, { code: 'not-an-email' }),
        checkLength(1, USER_LENGTHS.email),
      ]),
    }),
    ...userEditViolations(form, documentTypes),
  }
}

/** Normalizes an edit. */
function toUserEdit(form: UserEdit): UserEdit {
  return {
    name: normalizeText(form.name),
    documentType: normalizeText(form.documentType),
    documentNumber: normalizeText(form.documentNumber),
    checkDigit: hasCheckDigit(form) ? normalizeText(form.checkDigit) : '',
    position: normalizeText(form.position),
    telephone: normalizeText(form.telephone),
  }
}

/** Returns the edit to send, or the form's errors. */
export function checkUserEdit(form: UserEdit, documentTypes: readonly string[]): Result<UserEdit, UserViolations> {
  const violations = userEditViolations(form, documentTypes)
  return hasViolations(violations) ? err(violations) : ok(toUserEdit(form))
}

/** Returns the new user to send, or the form's errors without those of the contract. */
export function checkNewUser(form: UserForm, documentTypes: readonly string[]): Result<NewUser, UserViolations> {
  const violations = newUserViolations(form, documentTypes)
  const role = IMC_ROLES.find((known) => known === normalizeText(form.role))
  if (hasViolations(violations) || !role) return err(violations)
  return ok({
    ...toUserEdit(form),
    role,
    username: normalizeText(form.username),
    email: normalizeText(form.email),
    contingency: form.contingency,
    active: form.active,
  })
}
