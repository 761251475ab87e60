import { expect, test } from 'vitest'

import { REQUIREMENT_EXTENSIONS, requirementViolation } from '#src/domain/imc/requests/attachments.ts'
import {
  checkChange,
  checkLink,
  fileViolations,
  observationsViolation,
  toChangeKind,
} from '#src/domain/imc/screens/screen-requests.ts'

const SCREEN = { packageId: 'paq-usd-pro', number: '004512', profileId: 'prf-operador', screen: 'P-07' }
const SOURCE = { ...SCREEN, screen: 'P-05', userId: 'usr-andina-operador' }
const { userId: _user, ...SOURCE_KEY } = SOURCE
const REQUIREMENTS = [
  { id: 'req-autorizacion', name: 'Carta de autorización' },
  { id: 'req-documento', name: 'Copia del documento de identidad' },
]
const OFFER = { profiles: [{ id: 'prf-operador', name: 'Operador dólar' }], requirements: REQUIREMENTS }
const PDF = { name: 'carta.pdf', size: 1_000 }
const FILES = { 'req-autorizacion': PDF, 'req-documento': PDF }
const CHOICE = { profileId: 'prf-operador', userId: 'usr-andina-cnino', observations: ' Reemplazo. ' }

test('checkLink returns the request of a complete choice', () => {
  expect(checkLink(SCREEN, CHOICE, FILES, OFFER)).toEqual({
    ok: true,
    value: { screen: SCREEN, profileId: 'prf-operador', userId: 'usr-andina-cnino', observations: 'Reemplazo.' },
  })
})

test('checkLink returns an error for each missing profile, user and file (§5)', () => {
  const emptyChoice = { profileId: null, userId: null, observations: '' }
  expect(checkLink(SCREEN, emptyChoice, { 'req-documento': null }, OFFER)).toEqual({
    ok: false,
    error: {
      profile: { code: 'required' },
      user: { code: 'required' },
      files: { 'req-autorizacion': 'no-file', 'req-documento': 'no-file' },
    },
  })
})

test('checkLink refuses a profile that is not offered', () => {
  expect(checkLink(SCREEN, { ...CHOICE, profileId: 'prf-otro' }, FILES, OFFER)).toEqual({
    ok: false,
    error: { profile: { code: 'not-offered' } },
  })
})

test('checkLink without a screen returns its error, and none of the profile that follows from it (D103)', () => {
  const choice = { profileId: null, userId: 'usr-andina-cnino', observations: '' }
  expect(checkLink(null, choice, {}, { profiles: [], requirements: [] })).toEqual({
    ok: false,
    error: { screen: { code: 'required' } },
  })
})

test('checkLink requires no file for a profile without requirements', () => {
  expect(checkLink(SCREEN, CHOICE, {}, { ...OFFER, requirements: [] }).ok).toBe(true)
})

test('checkChange with a screen moves the user of the source (D27, D58)', () => {
  const target = { ...SCREEN, screen: 'P-08' }
  const choice = { target, userId: null, observations: '' }
  expect(checkChange(SOURCE, choice, FILES, REQUIREMENTS)).toEqual({
    ok: true,
    value: { source: SOURCE_KEY, target, userId: 'usr-andina-operador', observations: '' },
  })
})

test('checkChange with a user replaces the user of the same screen (D27, D58)', () => {
  const choice = { target: null, userId: 'usr-andina-cnino', observations: '' }
  expect(checkChange(SOURCE, choice, FILES, REQUIREMENTS)).toEqual({
    ok: true,
    value: { source: SOURCE_KEY, target: SOURCE_KEY, userId: 'usr-andina-cnino', observations: '' },
  })
})

test.each([
  ['nothing chosen', { target: null, userId: null }],
  ['the same user', { target: null, userId: 'usr-andina-operador' }],
  ['the same screen', { target: SOURCE_KEY, userId: null }],
])('checkChange with %s requires a user (D27)', (_case, choice) => {
  expect(checkChange(SOURCE, { ...choice, observations: '' }, FILES, REQUIREMENTS)).toEqual({
    ok: false,
    error: { user: { code: 'required' } },
  })
})

test.each([
  [512_000, {}],
  [512_001, { 'req-documento': 'too-large' }],
  [0, { 'req-documento': 'empty' }],
])('fileViolations of a document of %i bytes returns %j (D29)', (size, violations) => {
  expect(fileViolations(REQUIREMENTS, { ...FILES, 'req-documento': { name: 'a.png', size } })).toEqual(violations)
})

test('requirementViolation accepts only the extensions of D29, in any case', () => {
  expect(REQUIREMENT_EXTENSIONS).toHaveLength(28)
  for (const extension of REQUIREMENT_EXTENSIONS) {
    expect(requirementViolation({ name: `a.${extension.toUpperCase()}`, size: 1 })).toBeNull()
  }
  for (const name of ['a.exe', 'a.pdf.exe', 'a.svg', 'a.html', '.pdf', 'a', 'a.zip']) {
    expect(requirementViolation({ name, size: 1 })).toBe('extension')
  }
})

test('an observation may have several lines, up to 500 characters', () => {
  expect(observationsViolation('')).toBeNull()
  expect(observationsViolation('uno\ndos\r\n\ttres ñ 😀')).toBeNull()
  expect(observationsViolation('ñ'.repeat(500))).toBeNull()
  expect(observationsViolation('ñ'.repeat(501))).toEqual({ code: 'length', maximum: 500 })
  expect(observationsViolation('a\u0000b')).toEqual({ code: 'invalid-character' })
  expect(observationsViolation('a\u202Eb')).toEqual({ code: 'invalid-character' })
})

test('toChangeKind returns user-change for the same screen, else screen-change (D27, D58)', () => {
  const screen = { packageId: 'paq-usd-pro', number: '004512', profileId: 'prf-operador', screen: 'P-05' }
  expect(toChangeKind(screen, { ...screen })).toBe('user-change')
  expect(toChangeKind(screen, { ...screen, screen: 'P-08' })).toBe('screen-change')
  expect(toChangeKind(screen, { ...screen, number: '004538' })).toBe('screen-change')
})
