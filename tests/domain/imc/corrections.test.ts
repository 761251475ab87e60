import { describe, expect, test } from 'vitest'
import {
  type Correction,
  canCorrect,
  correctionViolation,
  findNamedDocuments,
  type RejectedRequest,
} from '#src/domain/imc/corrections.ts'

const DOCUMENTS = [
  { id: 'carta', name: 'Carta de autorización', file: 'carta-nino.pdf', uploaded: true },
  { id: 'copia', name: 'Copia del documento de identidad', file: 'cedula.png', uploaded: true },
]
const LINK: RejectedRequest = {
  kind: 'link',
  userId: 'usr-1',
  observations: 'Vacaciones.',
  quantity: null,
  documents: DOCUMENTS,
}
const SAME: Correction = {
  userId: null,
  observations: 'Vacaciones.',
  quantity: null,
  price: null,
  keptIds: ['carta', 'copia'],
}
const ORDER: RejectedRequest = { kind: 'purchase', userId: null, observations: '', quantity: 2, documents: [] }
const ordered = (quantity: number | null): Correction => ({
  userId: null,
  observations: '',
  quantity,
  price: 100,
  keptIds: [],
})

test('only a rejected request without a correction can be corrected (D90)', () => {
  const receipt = { id: 'sol-2', reference: 'S-2' }
  const statuses = ['created', 'documents', 'in-progress', 'approved', 'refused', null] as const
  expect(statuses.filter((status) => canCorrect({ status, correction: null }))).toEqual(['refused'])
  expect(canCorrect({ status: 'refused', correction: receipt })).toBe(false)
})

describe('a correction of a request with documents changes a file or the observation (D90)', () => {
  test.each([
    ['nothing', SAME, { code: 'unchanged' }],
    ['only spaces of the observation', { ...SAME, observations: ' Vacaciones. ' }, { code: 'unchanged' }],
    ['the same user', { ...SAME, userId: 'usr-1' }, { code: 'unchanged' }],
    ['another user', { ...SAME, userId: 'usr-2' }, null],
    ['a file', { ...SAME, keptIds: ['copia'] }, null],
    ['the observation', { ...SAME, observations: 'Licencia.' }, null],
    ['500 characters', { ...SAME, observations: 'x'.repeat(500) }, null],
    [
      '501 characters',
      { ...SAME, observations: 'x'.repeat(501) },
      { code: 'observations', violation: { code: 'length', maximum: 500 } },
    ],
  ] as const)('%s', (_, correction, violation) => {
    expect(correctionViolation(LINK, correction)).toEqual(violation)
  })

  test('a document that was never uploaded is a change', () => {
    const documents = DOCUMENTS.map((one) => ({ ...one, uploaded: one.id === 'copia' }))
    expect(correctionViolation({ ...LINK, documents }, SAME)).toBeNull()
  })
})

test.each([
  [null, 'quantity'],
  [0, 'quantity'],
  [1, null],
  [2, null],
  [999, null],
  [1_000, 'quantity'],
  [1.5, 'quantity'],
] as const)('a purchase of %s packages can be sent again: %s (D90)', (quantity, code) => {
  expect(correctionViolation(ORDER, ordered(quantity))?.code ?? null).toBe(code)
})

test.each([
  ['La carta de autorizacion no está firmada.', ['carta']],
  ['El archivo CEDULA.PNG está borroso.', ['copia']],
  ['Faltan firmas en la Carta de autorización y la copia del documento de identidad.', ['carta', 'copia']],
  ['La persona no tiene contrato.', []],
  ['', []],
])('the reason %j names %j (D90)', (reason, ids) => {
  expect(findNamedDocuments(reason, DOCUMENTS)).toEqual(ids)
})
