import { expect, test } from 'vitest'

import { toInitials } from '#src/domain/identity/initials.ts'

test.each([
  ['Camila Restrepo', 'CR'],
  ['Luisa Fernanda Rojas', 'LR'],
  ['  ángela   ñáñez ', 'ÁÑ'],
  ['demo', 'D'],
  ['', ''],
  ['😀 Peña', '😀P'],
])('toInitials of "%s" returns %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})
