import { expect, test } from 'vitest'

import { attachmentViolation, fileExtension, MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'

const ALLOWED = ['pdf', 'docx']

test.each([
  [1, null],
  [511_999, null],
  [512_000, null],
  [512_001, 'too-large'],
  [0, 'empty'],
] as const)('a file of %i bytes gives %s', (size, violation) => {
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
] as const)('the name "%s" gives %s', (name, violation) => {
  expect(attachmentViolation({ name, size: 10 }, ALLOWED)).toBe(violation)
})

test('no file is its own violation', () => {
  expect(attachmentViolation(null, ALLOWED)).toBe('no-file')
})

test('an extension is lower case and without its dot', () => {
  expect([fileExtension('a.XLSX'), fileExtension('a.b.c'), fileExtension('a')]).toEqual(['xlsx', 'c', ''])
})
