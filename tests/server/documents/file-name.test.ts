import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_FILE_NAME_LENGTH, toSafeFileName } from '#server/documents/documents.ts'

test.each([
  ['carta.pdf', 'carta.pdf'],
  ['Carta de Niño (1).PDF', 'Carta de Niño (1).PDF'],
  ['nin\u0303o.pdf', 'niño.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\ana\\carta.pdf', 'carta.pdf'],
  ['carta.pdf.exe', 'carta.pdf.exe'],
  ['carta\u0000.exe.pdf', 'carta.exe.pdf'],
  ['carta\r\nSet-Cookie: a=b.pdf', 'cartaSet-Cookie_ a=b.pdf'],
  ['factura\u202Efdp.exe', 'facturafdp.exe'],
  ['a"b<c>d|e?f*g:h.pdf', 'a_b_c_d_e_f_g_h.pdf'],
  ['   carta   del  mes .pdf ', 'carta del mes.pdf'],
  ['.pdf', 'pdf'],
  ['...', ''],
  ['', ''],
  ['/', ''],
  ['carta.pdf.', 'carta.pdf'],
])('toSafeFileName converts %j to %j', (sentName, name) => {
  expect(toSafeFileName(sentName)).toBe(name)
})

test('toSafeFileName shortens a long name but preserves a short extension', () => {
  const name = toSafeFileName(`${'ñ'.repeat(300)}.pdf`)
  expect(name.endsWith('ñ.pdf')).toBe(true)
  expect([...name]).toHaveLength(MAX_FILE_NAME_LENGTH)
  expect([...toSafeFileName(`a.${'x'.repeat(300)}`)].length).toBeLessThanOrEqual(MAX_FILE_NAME_LENGTH)
})

test('toSafeFileName converts any text to a short name without path and control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sentName) => {
      const name = toSafeFileName(sentName)
      expect([...name].length).toBeLessThanOrEqual(MAX_FILE_NAME_LENGTH)
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
      expect(name.startsWith('.')).toBe(false)
      // A second conversion changes nothing.
      expect(toSafeFileName(name)).toBe(name)
    }),
  )
})
