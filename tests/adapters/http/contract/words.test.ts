import { expect, test } from 'vitest'

import {
  ACTION_WORDS,
  KIND_WORDS,
  REQUEST_STATUS_WORDS,
  ROLE_WORDS,
  STATUS_WORDS,
} from '#src/adapters/http/contract/imc/words.ts'
import { ORDER_STATUS_WORDS } from '#src/adapters/http/contract/payment/payments.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'

test.each([ACTION_WORDS, KIND_WORDS, ORDER_STATUS_WORDS, PLAN_WORDS, REQUEST_STATUS_WORDS, ROLE_WORDS, STATUS_WORDS])(
  'parseWord ignores case, accents and outer white space: %j',
  (words) => {
    for (const [code, word] of Object.entries(words)) {
      const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
      for (const text of [word, word.toUpperCase(), ` ${plain} `]) expect(parseWord<string>(words, text)).toBe(code)
    }
  },
)

test.each(['', 'Otra', 'Creada hoy'])('parseWord returns null for the unknown word %j', (text) => {
  expect(parseWord(REQUEST_STATUS_WORDS, text)).toBeNull()
})
