import { expect, test } from 'vitest'

import { EMPTY_EDIT, findEditChanges, pickEdit, type UserEdit } from '#src/domain/imc/users/user-edit.ts'
import { createEntityUser } from '#tests/support/entity-users.ts'

const OTHER_VALUES: UserEdit = {
  name: 'Marta Rojas Gil',
  documentType: 'NIT',
  documentNumber: '800197268',
  checkDigit: '4',
  position: 'Gerente',
  telephone: '6015550144',
}

test.each(Object.entries(OTHER_VALUES))('an edit of %s alone is a change', (field, value) => {
  const user = createEntityUser()
  const before = Object.entries(user).find(([name]) => name === field)?.[1]
  expect(findEditChanges(user, { ...pickEdit(user), [field]: value })).toEqual({
    before: { [field]: before },
    after: { [field]: value },
  })
})

test('the same values are no change', () => {
  expect(findEditChanges(createEntityUser(), pickEdit(createEntityUser()))).toBeNull()
})

test('pickEdit leaves the other fields of a user out', () => {
  expect(pickEdit(createEntityUser(OTHER_VALUES))).toEqual(OTHER_VALUES)
  expect(Object.keys(OTHER_VALUES).sort()).toEqual(Object.keys(EMPTY_EDIT).sort())
})
