import { expect, test } from 'vitest'

import { initialsOf } from '#src/domain/identity/initials.ts'

test.each([
  ['Camila Restrepo', 'CR'],
  ['Luisa Fernanda Rojas', 'LR'],
  ['  ángela   ñáñez ', 'ÁÑ'],
  ['demo', 'D'],
  ['', ''],
  ['😀 Peña', '😀P'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
