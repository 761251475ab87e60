import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  COUNTRIES,
  type RegistrationField,
  type RegistrationForm,
  type RegistrationViolation,
  registrationRecord,
  registrationViolations,
} from '#src/domain/identity/registration.ts'
import { err, ok } from '#src/domain/result.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'
import { anyText } from '#tests/support/texts.ts'

const FORM: RegistrationForm = {
  firstName: 'Mariana',
  lastName: 'Ordóñez',
  enterprise: 'Comercial Ñandú 24/7',
  legalPerson: 'natural',
  identification: 'C',
  identificationNumber: '1020304050',
  email: 'mordonez@nandu.example',
  country: 'Colombia',
  city: 'Bogotá',
  telephone: '3105550142',
  product: 'dolar',
  acceptsTerms: true,
  authorisesData: true,
}
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
/** 2026-11-21 09:43:15 in Bogotá. */
const NOW = Date.UTC(2026, 10, 21, 14, 43, 15)

const REQUIRED: RegistrationViolation = { code: 'required' }
const SPECIAL_CHARACTER: RegistrationViolation = { code: 'special-character' }
const DIGITS_ONLY: RegistrationViolation = { code: 'digits-only' }
const NOT_OFFERED: RegistrationViolation = { code: 'not-offered' }
const NOT_AN_EMAIL: RegistrationViolation = { code: 'not-an-email' }
const BELOW_MINIMUM: RegistrationViolation = { code: 'below-minimum', minimum: 1_111_111 }
const createLengthViolation = (minimum: number, maximum: number): RegistrationViolation => ({
  code: 'length',
  minimum,
  maximum,
})

const findViolation = (field: RegistrationField, value: string | boolean) =>
  registrationViolations({ ...FORM, [field]: value })[field] ?? null

const createEmail = (length: number) => `${'a'.repeat(length - 5)}@x.co`

test('a valid form has no violations', () => {
  expect(registrationViolations(FORM)).toEqual({})
})

test('an empty form has a required violation for each field in the form order', () => {
  const violations = registrationViolations(EMPTY_FORM)
  expect(Object.keys(violations)).toEqual([
    'firstName',
    'lastName',
    'identification',
    'identificationNumber',
    'legalPerson',
    'enterprise',
    'country',
    'city',
    'email',
    'telephone',
    'product',
    'acceptsTerms',
    'authorisesData',
  ])
  expect(Object.values(violations).every(({ code }) => code === 'required')).toBe(true)
})

test.each(Object.entries(EMPTY_FORM))('a missing %s is a violation of that field only', (field, emptyValue) => {
  expect(registrationViolations({ ...FORM, [field]: emptyValue })).toEqual({ [field]: REQUIRED })
})

test.each<[RegistrationField, string, RegistrationViolation | null]>([
  ['firstName', 'Ana', createLengthViolation(4, 50)],
  ['firstName', 'Anaí', null],
  ['firstName', 'Mari\u0301', null],
  ['firstName', 'Ani\u0301', createLengthViolation(4, 50)],
  ['firstName', 'a'.repeat(49), null],
  ['firstName', 'a'.repeat(50), null],
  ['firstName', 'a'.repeat(51), createLengthViolation(4, 50)],
  ['lastName', 'Li', createLengthViolation(3, 50)],
  ['lastName', 'Gil', null],
  ['lastName', 'Gila', null],
  ['lastName', 'a'.repeat(50), null],
  ['lastName', 'a'.repeat(51), createLengthViolation(3, 50)],
  ['enterprise', 'AB', createLengthViolation(3, 25)],
  ['enterprise', 'A&B', null],
  ['enterprise', 'a'.repeat(25), null],
  ['enterprise', 'a'.repeat(26), createLengthViolation(3, 25)],
  ['city', 'Oca', createLengthViolation(4, 25)],
  ['city', 'Cali', null],
  ['city', 'a'.repeat(25), null],
  ['city', 'a'.repeat(26), createLengthViolation(4, 25)],
  ['identificationNumber', '1', null],
  ['identificationNumber', '1'.repeat(25), null],
  ['identificationNumber', '1'.repeat(26), createLengthViolation(1, 25)],
  ['email', createEmail(10), createLengthViolation(11, 50)],
  ['email', createEmail(11), null],
  ['email', createEmail(50), null],
  ['email', createEmail(51), createLengthViolation(11, 50)],
  ['telephone', '1111110', BELOW_MINIMUM],
  ['telephone', '1111111', null],
  ['telephone', '1111112', null],
  ['telephone', '999999', BELOW_MINIMUM],
  ['telephone', '0001111111', null],
  ['telephone', '0'.repeat(15), BELOW_MINIMUM],
  ['telephone', '1'.repeat(15), null],
  ['telephone', '1'.repeat(16), createLengthViolation(7, 15)],
])('the violation of the field %s with the value %j is %j', (field, value, violation) => {
  expect(findViolation(field, value)).toEqual(violation)
})

// "phone minimum 1111111" (§5); the maximum is that of ITU-T E.164.
test.each([
  ['0'.repeat(7) + '11111111', null],
  ['573105550142000', null],
  ['5731055501420001', createLengthViolation(7, 15)],
])('the violation of the telephone %s is %j (D82)', (telephone, violation) => {
  expect(findViolation('telephone', telephone)).toEqual(violation)
})

test.each<[RegistrationField, RegistrationViolation]>([
  ['firstName', SPECIAL_CHARACTER],
  ['lastName', SPECIAL_CHARACTER],
  ['city', SPECIAL_CHARACTER],
])('the field %s accepts only letters and single spaces between words', (field, violation) => {
  for (const validText of ['María Fernanda', 'Ñañez Muñoz', 'Güiza', '  José  '])
    expect(findViolation(field, validText)).toBeNull()
  const invalidTexts = [
    'Mar1ana',
    'Ana  María',
    'Ana-María',
    "O'Brien",
    'Ana.',
    '<b>Ana</b>',
    'Ana😀ss',
    'A\u0000nas',
    'An\u200Fas',
  ]
  for (const value of [...invalidTexts, "'; DROP TABLE x; --", '1'.repeat(60)]) {
    expect(findViolation(field, value)).toEqual(violation)
  }
})

test.each<[RegistrationField, string, RegistrationViolation]>([
  ['identificationNumber', '52.841.k07', DIGITS_ONLY],
  ['identificationNumber', '-1', DIGITS_ONLY],
  ['identificationNumber', '1 2', DIGITS_ONLY],
  ['identificationNumber', '1e9', DIGITS_ONLY],
  ['telephone', '300 555 01 87', DIGITS_ONLY],
  ['telephone', '+573105550142', DIGITS_ONLY],
  ['telephone', '31055501٤٢', DIGITS_ONLY],
  ['telephone', 'abc', DIGITS_ONLY],
  ['email', 'no es un correo', NOT_AN_EMAIL],
  ['email', 'a@b', NOT_AN_EMAIL],
  ['enterprise', 'A\u0000B', SPECIAL_CHARACTER],
  ['enterprise', 'A\u202EBC', SPECIAL_CHARACTER],
  ['enterprise', 'A\nB', SPECIAL_CHARACTER],
  ['country', 'Atlantis', NOT_OFFERED],
  ['country', 'colombia', NOT_OFFERED],
  ['legalPerson', 'otra', NOT_OFFERED],
  ['identification', 'X', NOT_OFFERED],
  ['product', 'oro', NOT_OFFERED],
  ['firstName', '   ', REQUIRED],
])('the field %s with the invalid value %j has the violation %j', (field, value, violation) => {
  expect(findViolation(field, value)).toEqual(violation)
})

test.each([
  ['legalPerson', 'natural'],
  ['legalPerson', 'juridica'],
  ['identification', 'C'],
  ['identification', 'N'],
  ['product', 'dolar'],
  ['product', 'analytics'],
  ['product', 'analisisTecnico'],
  ['country', 'Otro'],
] as const)('the field %s accepts %s', (field, value) => {
  expect(findViolation(field, value)).toBeNull()
  expect(registrationRecord({ ...FORM, [field]: value }, NOW)).toMatchObject({ ok: true, value: { [field]: value } })
})

test('there are 32 different countries, and the last is Otro', () => {
  expect(COUNTRIES).toHaveLength(32)
  expect(new Set(COUNTRIES).size).toBe(32)
  expect(COUNTRIES).toEqual(
    expect.arrayContaining(['Colombia', 'Haití', 'República Dominicana', 'Estados Unidos', 'Reino Unido', 'Japón']),
  )
  expect(COUNTRIES.at(-1)).toBe('Otro')
})

test('the configured countries replace the default countries', () => {
  expect(registrationViolations(FORM, ['Chile'])).toEqual({ country: NOT_OFFERED })
  expect(registrationRecord(FORM, NOW, ['Chile'])).toEqual(err({ country: NOT_OFFERED }))
  expect(registrationViolations({ ...FORM, country: 'Narnia' }, ['Narnia'])).toEqual({})
})

test('a valid form becomes a record with the time in Bogotá', () => {
  expect(registrationRecord(FORM, NOW)).toEqual(
    ok({
      firstName: 'Mariana',
      lastName: 'Ordóñez',
      enterprise: 'Comercial Ñandú 24/7',
      legalPerson: 'natural',
      identification: 'C',
      identificationNumber: '1020304050',
      email: 'mordonez@nandu.example',
      country: 'Colombia',
      city: 'Bogotá',
      telephone: '3105550142',
      product: 'dolar',
      sentAt: '2026-11-21T09:43:15-05:00',
    }),
  )
})

test('the record has normalized texts', () => {
  const typedFields = { ...FORM, firstName: '  Jose\u0301 ', email: ' a@nandu.example ', telephone: '3105550142\n' }
  const paddedFields = {
    enterprise: ' A&B ',
    lastName: ' Gil ',
    city: ' Cali ',
    identificationNumber: ' 1 ',
    country: ' Chile ',
  }
  expect(registrationRecord({ ...typedFields, ...paddedFields }, NOW)).toMatchObject({
    ok: true,
    value: {
      firstName: 'José',
      email: 'a@nandu.example',
      telephone: '3105550142',
      enterprise: 'A&B',
      lastName: 'Gil',
      city: 'Cali',
      identificationNumber: '1',
      country: 'Chile',
    },
  })
})

test('a form becomes a record if and only if it has no violations', () => {
  const text = fc.oneof(anyText, fc.constantFrom('', 'Ana', 'Mariana', '3105550142', 'Colombia'))
  const fields = fc.record(
    { firstName: text, enterprise: text, country: text, telephone: text, product: text, acceptsTerms: fc.boolean() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fields, (changed) => {
      const form = { ...FORM, ...changed }
      const violations = registrationViolations(form)
      const record = registrationRecord(form, NOW)
      expect(record.ok).toBe(Object.keys(violations).length === 0)
      if (!record.ok) expect(record.error).toEqual(violations)
    }),
  )
})

test('registrationViolations rejects a megabyte in each field in under 5 s of CPU time', () => {
  const spentMs = measureCpuMs(() => {
    for (const text of ['a'.repeat(1_000_000), '1'.repeat(1_000_000), '\u0301\u0323'.repeat(500_000)]) {
      const typedFields = Object.fromEntries(Object.keys(FORM).map((field) => [field, text]))
      const violations = registrationViolations({ ...FORM, ...typedFields, acceptsTerms: true, authorisesData: true })
      expect(Object.keys(violations)).toHaveLength(11)
    }
  })
  expect(spentMs).toBeLessThan(5_000)
})
