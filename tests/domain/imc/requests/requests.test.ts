import { expect, test } from 'vitest'

import {
  acceptsDocuments,
  canSettle,
  isSettled,
  needsDocuments,
  REQUEST_STATUSES,
  toOpenStatus,
} from '#src/domain/imc/requests/requests.ts'

test.each([
  [0, 0, 'in-progress'],
  [3, 0, 'created'],
  [3, 1, 'documents'],
  [3, 2, 'documents'],
  [3, 3, 'in-progress'],
  [1, 0, 'created'],
  [1, 1, 'in-progress'],
] as const)(
  'a request with %i required and %i uploaded documents has the status %s (D28, D59)',
  (required, uploaded, status) => {
    expect(toOpenStatus({ required, uploaded })).toBe(status)
  },
)

test('a request accepts documents until it is in progress', () => {
  expect(REQUEST_STATUSES.filter(acceptsDocuments)).toEqual(['unconfirmed', 'created', 'documents'])
  expect(acceptsDocuments(null)).toBe(false)
})

test('only a request in progress can be approved, and every open request can be refused', () => {
  expect(REQUEST_STATUSES.filter((status) => canSettle(status, 'approved'))).toEqual(['in-progress'])
  expect(REQUEST_STATUSES.filter((status) => canSettle(status, 'refused'))).toEqual([
    'created',
    'documents',
    'in-progress',
  ])
  expect(REQUEST_STATUSES.filter(isSettled)).toEqual(['approved', 'refused'])
})

test.each([
  ['created', false, true],
  ['documents', false, true],
  ['documents', true, false],
  ['in-progress', false, false],
  ['approved', false, false],
  [null, false, false],
] as const)(
  'a request with status %s and an uploaded document (%s) needs documents: %s',
  (status, uploaded, needed) => {
    const documents = [{ id: 'd1', name: 'Cédula', uploaded, file: null, bytes: null }]
    expect(needsDocuments({ status, documents })).toBe(needed)
  },
)
