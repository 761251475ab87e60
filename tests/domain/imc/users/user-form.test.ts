import { expect, test } from 'vitest'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'
import { DOCUMENT_TYPE_CODES } from '#src/domain/imc/users/document-types.ts'
import {
  checkNewUser,
  checkUserEdit,
  EMPTY_EDIT,
  findEditChanges,
  newUserViolations,
  pickEdit,
  type UserEdit,
  type UserForm,
  userEditViolations,
} from '#src/domain/imc/users/user-form.ts'
import { ok } from '#src/domain/result.ts'
import { createEntityUser } from '#tests/support/entity-users.ts'

const createForm = (overrides: Partial<UserForm> = {}): UserForm => ({
  role: 'administrator',
  username: 'mrojas',
  email: 'mrojas@andina.example',
  name: 'Marta Rojas Gil',
  documentType: 'CC',
  documentNumber: '1020304053',
  checkDigit: '',
  position: 'Gerente',
  telephone: '6015550144',
  contingency: false,
  active: true,
  ...overrides,
})

test('a complete form has no errors', () => {
  expect(newUserViolations(createForm(), DOCUMENT_TYPE_CODES)).toEqual({})
  expect(
    newUserViolations(
      createForm({ role: 'user', email: '', username: '', position: '', telephone: '' }),
      DOCUMENT_TYPE_CODES,
    ),
  ).toEqual({})
})

test('newUserViolations names every required field of an empty form (§5)', () => {
  const empty = createForm({ role: '', username: '', email: '', name: ' ', documentType: '', documentNumber: '' })
  expect(newUserViolations(empty, DOCUMENT_TYPE_CODES)).toEqual({
    role: { code: 'required' },
    documentType: { code: 'required' },
    documentNumber: { code: 'required' },
    name: { code: 'required' },
  })
})

test('only an administrator requires an e-mail (§5)', () => {
  expect(newUserViolations(createForm({ email: '' }), DOCUMENT_TYPE_CODES)).toEqual({ email: { code: 'required' } })
  expect(newUserViolations(createForm({ role: 'user', email: '' }), DOCUMENT_TYPE_CODES)).toEqual({})
})

test.each([
  ['contrato.pdf', 512_000, null],
  ['contrato.docx', 1, null],
  ['contrato.XLSX', 1, null],
  ['contrato.pdf', 512_001, 'too-large'],
  ['contrato.pdf', 0, 'empty'],
  ['contrato.doc', 1, 'extension'],
  ['contrato.pdf.zip', 1, 'extension'],
] as const)('the violation of a contract file %s of %i bytes is %s (§5, D29)', (name, size, reason) => {
  expect(contractViolation({ name, size })).toBe(reason)
})

test.each([
  ['role', { role: 'gerente' }, { code: 'not-offered' }],
  ['username', { username: 'ab' }, { code: 'length', minimum: 3, maximum: 50 }],
  ['username', { username: 'marta.rojas' }, { code: 'invalid-character' }],
  ['username', { username: 'ñandú' }, { code: 'invalid-character' }],
  ['username', { username: 'a'.repeat(51) }, { code: 'length', minimum: 3, maximum: 50 }],
  ['email', { email: 'mrojas' }, { code: 'not-an-email' }],
  ['email', { role: 'user', email: 'x@y' }, { code: 'not-an-email' }],
  ['name', { name: 'a'.repeat(101) }, { code: 'length', minimum: 1, maximum: 100 }],
  ['name', { name: 'Marta\u0000' }, { code: 'invalid-character' }],
  ['documentType', { documentType: 'XX' }, { code: 'not-offered' }],
  ['documentNumber', { documentNumber: '10a' }, { code: 'digits-only' }],
  ['documentNumber', { documentNumber: '1'.repeat(26) }, { code: 'length', minimum: 1, maximum: 25 }],
  ['documentNumber', { documentType: 'PA', documentNumber: 'AB-1' }, { code: 'invalid-character' }],
  ['checkDigit', { documentType: 'NIT', documentNumber: '800197268', checkDigit: '5' }, { code: 'check-digit' }],
  ['telephone', { telephone: 'llamar' }, { code: 'invalid-character' }],
  ['position', { position: 'a'.repeat(101) }, { code: 'length', minimum: 1, maximum: 100 }],
] as const)('the violation of the field %s in %j is %j', (field, overrides, violation) => {
  expect(newUserViolations(createForm(overrides), DOCUMENT_TYPE_CODES)).toEqual({ [field]: violation })
})

test('a passport may have letters, and only the check digit of a NIT is checked (D62)', () => {
  expect(newUserViolations(createForm({ documentType: 'PA', documentNumber: 'AB1234' }), DOCUMENT_TYPE_CODES)).toEqual(
    {},
  )
  expect(newUserViolations(createForm({ checkDigit: '9' }), DOCUMENT_TYPE_CODES)).toEqual({})
  const nit = createForm({ documentType: 'NIT', documentNumber: '800197268', checkDigit: '4' })
  expect(newUserViolations(nit, DOCUMENT_TYPE_CODES)).toEqual({})
})

test('checkNewUser trims the texts, and removes the check digit of a document that is not a NIT', () => {
  const result = checkNewUser(
    createForm({ name: ' Óscar  Riaño ', checkDigit: '9', email: ' mrojas@andina.example ' }),
    DOCUMENT_TYPE_CODES,
  )
  expect(result).toEqual({
    ok: true,
    value: { ...createForm(), name: 'Óscar  Riaño', email: 'mrojas@andina.example', checkDigit: '' },
  })
  expect(checkNewUser(createForm({ role: 'x' }), DOCUMENT_TYPE_CODES)).toEqual({
    ok: false,
    error: { role: { code: 'not-offered' } },
  })
})

test('a document type with spaces is the type that its rules check and that is sent', () => {
  const nit = { documentType: ' NIT ', documentNumber: '900123456', checkDigit: '8' }
  const result = checkNewUser(createForm(nit), DOCUMENT_TYPE_CODES)
  expect(result).toMatchObject(ok({ documentType: 'NIT', checkDigit: '8' }))
  const passport = { documentType: ' PA ', documentNumber: 'AV123' }
  expect(checkUserEdit(createForm(passport), DOCUMENT_TYPE_CODES)).toMatchObject(ok({ documentType: 'PA' }))
})

test('an edit checks only the fields that it may change (§5)', () => {
  const { name, documentType, documentNumber, checkDigit, position, telephone } = createForm()
  const edit = { name, documentType, documentNumber, checkDigit, position, telephone }
  expect(checkUserEdit(edit, DOCUMENT_TYPE_CODES)).toEqual({ ok: true, value: edit })
  expect(userEditViolations({ ...edit, name: '', documentNumber: ' ' }, DOCUMENT_TYPE_CODES)).toEqual({
    name: { code: 'required' },
    documentNumber: { code: 'required' },
  })
})

const OTHER_VALUES: UserEdit = {
  name: 'Marta Rojas Gil',
  documentType: 'NIT',
  documentNumber: '800197268',
  checkDigit: '4',
  position: 'Gerente',
  telephone: '6015550144',
}

test.each(Object.entries(OTHER_VALUES))('an edit of %s alone is a change', (field, value) => {
  const user = createEntityUser()
  const before = Object.entries(user).find(([name]) => name === field)?.[1]
  expect(findEditChanges(user, { ...pickEdit(user), [field]: value })).toEqual({
    before: { [field]: before },
    after: { [field]: value },
  })
})

test('the same values are no change', () => {
  expect(findEditChanges(createEntityUser(), pickEdit(createEntityUser()))).toBeNull()
})

test('pickEdit leaves the other fields of a user out', () => {
  expect(pickEdit(createEntityUser(OTHER_VALUES))).toEqual(OTHER_VALUES)
  expect(Object.keys(OTHER_VALUES).sort()).toEqual(Object.keys(EMPTY_EDIT).sort())
})
