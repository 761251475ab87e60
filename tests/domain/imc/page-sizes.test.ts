import { expect, test } from 'vitest'

import { PAGE_SIZES, toPageSizeChoices } from '#src/domain/imc/page-sizes.ts'

test('the choices have the page size of the table in order, once (§9, D98)', () => {
  expect(toPageSizeChoices(PAGE_SIZES.users)).toEqual([10, 25, 40, 50, 100])
  expect(toPageSizeChoices(PAGE_SIZES.packages)).toEqual([5, 10, 25, 50, 100])
  expect(toPageSizeChoices(25)).toEqual([10, 25, 50, 100])
})
