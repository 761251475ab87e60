import { expect, test } from 'vitest'

import { attachmentViolation, fileExtension, MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'

const ALLOWED = ['pdf', 'docx']

test.each([
  [1, null],
  [511_999, null],
  [512_000, null],
  [512_001, 'too-large'],
  [0, 'empty'],
] as const)('attachmentViolation of a file of %i bytes returns %s', (size, violation) => {
  expect(attachmentViolation({ name: 'contrato.pdf', size }, ALLOWED)).toBe(violation)
  expect(MAX_ATTACHMENT_BYTES).toBe(512_000)
})

test.each([
  ['contrato.PDF', null],
  ['contrato.v2.docx', null],
  ['contrato.pdf.zip', 'extension'],
  ['contrato', 'extension'],
  ['.pdf', 'extension'],
  ['contrato.', 'extension'],
  ['contrato.pdf ', 'extension'],
] as const)('attachmentViolation of the name "%s" returns %s', (name, violation) => {
  expect(attachmentViolation({ name, size: 10 }, ALLOWED)).toBe(violation)
})

test('attachmentViolation without a file returns no-file', () => {
  expect(attachmentViolation(null, ALLOWED)).toBe('no-file')
})

test('fileExtension returns the extension in lower case and without its dot', () => {
  expect([fileExtension('a.XLSX'), fileExtension('a.b.c'), fileExtension('a')]).toEqual(['xlsx', 'c', ''])
})
