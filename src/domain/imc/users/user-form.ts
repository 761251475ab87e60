import type { AttachmentViolation, FileFacts } from '#src/domain/attachment.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import {
  countCharacters,
  hasInvisibleCharacter,
  isAlphanumeric,
  isDigits,
  normalizeText,
} from '#src/domain/identity/typed-text.ts'
import { NIT, nitCheckDigit } from '#src/domain/imc/nit.ts'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'
import { type EntityUser, IMC_ROLES, type ImcRole } from '#src/domain/imc/users/entity-user.ts'
import { MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH } from '#src/domain/imc/users/username.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Longest texts of a user, in code points after NFC. */
export const USER_LENGTHS = {
  name: 100,
  email: 100,
  position: 100,
  telephone: 30,
  documentNumber: 25,
} as const

/** The fields that an edit can change (§5). */
export interface UserEdit {
  readonly name: string
  readonly documentType: string
  readonly documentNumber: string
  /** Only for a NIT; '' if omitted. */
  readonly checkDigit: string
  readonly position: string
  readonly telephone: string
}

/** The fields of a new user as typed; a choice not yet made is ''. */
export interface UserForm extends UserEdit {
  readonly role: string
  /** If '', the service derives the user name from the name. */
  readonly username: string
  readonly email: string
  readonly contingency: boolean
  readonly active: boolean
}

/** A new user as it is sent: normalized texts. */
export interface NewUser extends Omit<UserForm, 'role'> {
  readonly role: ImcRole
}

export type UserField = keyof UserForm | 'contract'

export type UserViolation =
  | { readonly code: 'required' }
  | { readonly code: 'not-offered' }
  | { readonly code: 'not-an-email' }
  | { readonly code: 'invalid-character' }
  | { readonly code: 'digits-only' }
  | { readonly code: 'length'; readonly minimum: number; readonly maximum: number }
  | { readonly code: 'check-digit' }
  | { readonly code: 'contract'; readonly reason: AttachmentViolation }

/** The first broken rule of each wrong field; valid fields have no key. */
export type UserViolations = Readonly<Partial<Record<UserField, UserViolation>>>

type Rule = (text: string) => UserViolation | null

const createRule =
  (isValid: (text: string) => boolean, violation: UserViolation): Rule =>
  (text) =>
    isValid(text) ? null : violation

const checkLength = (minimum: number, maximum: number): Rule =>
  createRule((text) => countCharacters(text) >= minimum && countCharacters(text) <= maximum, {
    code: 'length',
    minimum,
    maximum,
  })

const checkRequired: Rule = createRule((text) => text !== '', { code: 'required' })
const checkVisible = createRule((text) => !hasInvisibleCharacter(text), { code: 'invalid-character' })
const checkTelephone = createRule((text) => /^[+0-9][0-9 ()-]*$/.test(text), { code: 'invalid-character' })

/** The first broken rule of a text. An empty text is valid when `canBeEmpty`. */
function findViolation(typed: string, rules: readonly Rule[], canBeEmpty: boolean): UserViolation | null {
  const text = normalizeText(typed)
  if (text === '' && canBeEmpty) return null
  for (const rule of [checkRequired, ...rules]) {
    const violation = rule(text)
    if (violation) return violation
  }
  return null
}

/** Type of a passport. Its number may have letters; other document numbers have only digits. */
const PASSPORT = 'PA'

const toDocumentRules = (documentType: string): readonly Rule[] => [
  documentType === PASSPORT
    ? createRule(isAlphanumeric, { code: 'invalid-character' })
    : createRule(isDigits, { code: 'digits-only' }),
  checkLength(1, USER_LENGTHS.documentNumber),
]

const omitNull = (results: Readonly<Record<string, UserViolation | null>>): UserViolations =>
  Object.fromEntries(Object.entries(results).filter(([, violation]) => violation !== null))

/** The errors of an edit (§5); `documentTypes` are the offered codes. */
export function userEditViolations(form: UserEdit, documentTypes: readonly string[]): UserViolations {
  const number = normalizeText(form.documentNumber)
  const isNit = form.documentType === NIT
  return omitNull({
    documentType: findViolation(
      form.documentType,
      [createRule((code) => documentTypes.includes(code), { code: 'not-offered' })],
      false,
    ),
    documentNumber: findViolation(number, toDocumentRules(form.documentType), false),
    checkDigit: isNit
      ? findViolation(
          form.checkDigit,
          [createRule((digit) => digit === nitCheckDigit(number), { code: 'check-digit' })],
          true,
        )
      : null,
    name: findViolation(form.name, [checkVisible, checkLength(1, USER_LENGTHS.name)], false),
    position: findViolation(form.position, [checkVisible, checkLength(1, USER_LENGTHS.position)], true),
    telephone: findViolation(form.telephone, [checkTelephone, checkLength(1, USER_LENGTHS.telephone)], true),
  })
}

/**
 * The errors of a new user except those of the contract, in the form's order (§5). The server uses
 * this function because the contract arrives in a separate call.
 */
export function newUserViolations(form: UserForm, documentTypes: readonly string[]): UserViolations {
  const isAdministrator = form.role === 'administrator'
  return {
    ...omitNull({
      role: findViolation(
        form.role,
        [createRule((role) => IMC_ROLES.some((known) => known === role), { code: 'not-offered' })],
        false,
      ),
      username: findViolation(
        form.username,
        [
          createRule((text) => /^[A-Za-z0-9]*$/.test(text), { code: 'invalid-character' }),
          checkLength(MIN_USERNAME_LENGTH, MAX_USERNAME_LENGTH),
        ],
        true,
      ),
      email: findViolation(
        form.email,
        [createRule(isEmail, { code: 'not-an-email' }), checkLength(1, USER_LENGTHS.email)],
        !isAdministrator,
      ),
    }),
    ...userEditViolations(form, documentTypes),
  }
}

/** The errors of the form with the chosen contract, which only an administrator needs (§6). */
export function userFormViolations(
  form: UserForm,
  contract: FileFacts | null,
  documentTypes: readonly string[],
): UserViolations {
  const reason = form.role === 'administrator' ? contractViolation(contract) : null
  return { ...newUserViolations(form, documentTypes), ...(reason && { contract: { code: 'contract', reason } }) }
}

/** Normalizes an edit; only a NIT has a check digit. */
export const toUserEdit = (form: UserEdit): UserEdit => ({
  name: normalizeText(form.name),
  documentType: form.documentType,
  documentNumber: normalizeText(form.documentNumber),
  checkDigit: form.documentType === NIT ? normalizeText(form.checkDigit) : '',
  position: normalizeText(form.position),
  telephone: normalizeText(form.telephone),
})

/** Returns the edit to send, or the form's errors. */
export function checkUserEdit(form: UserEdit, documentTypes: readonly string[]): Result<UserEdit, UserViolations> {
  const violations = userEditViolations(form, documentTypes)
  return Object.keys(violations).length > 0 ? err(violations) : ok(toUserEdit(form))
}

/** Returns the new user to send, or the form's errors without those of the contract. */
export function checkNewUser(form: UserForm, documentTypes: readonly string[]): Result<NewUser, UserViolations> {
  const violations = newUserViolations(form, documentTypes)
  const role = IMC_ROLES.find((known) => known === form.role)
  if (Object.keys(violations).length > 0 || !role) return err(violations)
  return ok({
    ...toUserEdit(form),
    role,
    username: normalizeText(form.username),
    email: normalizeText(form.email),
    contingency: form.contingency,
    active: form.active,
  })
}

/** The form of an existing user. */
export const toEditForm = (user: EntityUser): UserEdit => ({
  name: user.name,
  documentType: user.documentType,
  documentNumber: user.documentNumber,
  checkDigit: user.checkDigit,
  position: user.position,
  telephone: user.telephone,
})
