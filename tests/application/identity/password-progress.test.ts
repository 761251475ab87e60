import { expect, test } from 'vitest'

import { describePassword, STRENGTH_WORDS } from '#src/application/identity/password.ts'

// "Strength meter by length: under 12 small, 12-15 medium, 16-17 large, 18 or more secure." (§5)
test.each([
  ['', 0, 'Corta', '0 caracteres. Con 12 o más será media.'],
  ['A'.repeat(11), 1, 'Corta', '11 caracteres. Con 12 o más será media.'],
  ['A'.repeat(12), 2, 'Media', '12 caracteres. Con 16 o más será larga.'],
  ['A'.repeat(15), 2, 'Media', '15 caracteres. Con 16 o más será larga.'],
  ['A'.repeat(16), 3, 'Larga', '16 caracteres. Con 18 o más será segura.'],
  ['A'.repeat(18), 4, 'Segura', '18 caracteres.'],
])('the password %j has level %i, %s (§5)', (password, level, word, hint) => {
  const progress = describePassword({ password, repeat: '' })
  expect([progress.level, STRENGTH_WORDS[progress.strength], progress.hint]).toEqual([level, word, hint])
})

test('the checklist has each rule with its state, in the order of the page (§5)', () => {
  const { rules } = describePassword({ password: 'Corta ñ', repeat: 'otra' })
  expect(rules.map(({ code, state }) => `${code} ${state}`)).toEqual([
    'too-short broken',
    'missing-uppercase met',
    'missing-special broken',
    'invalid-character broken',
    'too-long met',
    'mismatch broken',
  ])
})
