import { expect, test } from 'vitest'

import { selectedText } from '#src/application/platform/list-messages.ts'

test.each([
  [1, { one: 'usuario', many: 'usuarios' }, '1 usuario seleccionado'],
  [2, { one: 'usuario', many: 'usuarios' }, '2 usuarios seleccionados'],
  [1, { one: 'pantalla', many: 'pantallas', feminine: true }, '1 pantalla seleccionada'],
  [1_200, { one: 'pantalla', many: 'pantallas', feminine: true }, '1.200 pantallas seleccionadas'],
] as const)('selectedText of %d with the names %j returns "%s"', (selected, names, text) => {
  expect(selectedText(selected, names)).toBe(text)
})
