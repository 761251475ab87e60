import { describe, expect, test } from 'vitest'
import {
  areValidSettings,
  type GovernanceForm,
  governanceViolations,
  lacksSecondPerson,
  MAX_FOUR_EYES_AMOUNT,
  NO_GOVERNANCE,
  rebaseGovernanceForm,
  toGovernanceForm,
  toGovernanceSettings,
} from '#src/domain/imc/governance/governance.ts'

const FORM: GovernanceForm = toGovernanceForm(NO_GOVERNANCE)

test.each([
  [0, false],
  [1, true],
  [1.5, false],
  [MAX_FOUR_EYES_AMOUNT, true],
  [MAX_FOUR_EYES_AMOUNT + 1, false],
])('an amount of %d is valid: %s (D100)', (fourEyesAbove, isValid) => {
  expect(areValidSettings({ ...NO_GOVERNANCE, fourEyesAbove })).toBe(isValid)
})

test.each([
  [null, false],
  [0, false],
  [1, true],
  [12, true],
  [13, false],
])('a yearly review in month %s is valid: %s (D100)', (reviewMonth, isValid) => {
  expect(areValidSettings({ ...NO_GOVERNANCE, yearlyReview: true, reviewMonth })).toBe(isValid)
})

describe('a second person (D100)', () => {
  const on = { ...NO_GOVERNANCE, fourEyesRequests: true }
  const above = { ...NO_GOVERNANCE, fourEyesAbove: 1 }

  test.each([
    [0, true],
    [1, true],
    [2, false],
  ])('with %d administrators four eyes cannot be turned on: %s', (administrators, isLacking) => {
    expect(lacksSecondPerson(NO_GOVERNANCE, on, administrators)).toBe(isLacking)
    expect(lacksSecondPerson(NO_GOVERNANCE, above, administrators)).toBe(isLacking)
  })

  test('one administrator may turn them off, leave them on, and change the amount', () => {
    expect(lacksSecondPerson(on, NO_GOVERNANCE, 1)).toBe(false)
    expect(lacksSecondPerson(on, { ...on, screenExpiry: true }, 1)).toBe(false)
    expect(lacksSecondPerson(above, { ...above, fourEyesAbove: 2 }, 1)).toBe(false)
  })
})

test.each([
  ['', 'required'],
  [' ', 'required'],
  ['0', 'amount'],
  ['5.5', 'amount'],
  ['-1', 'amount'],
  ['mil', 'amount'],
  ['5.000.000', undefined],
  ['5 000 000', undefined],
  ['5000000', undefined],
])('the typed amount %j has the error %s, only while purchases need a second person (D100)', (fourEyesAbove, code) => {
  const form = { ...FORM, fourEyesPurchases: true, fourEyesAbove }
  expect(governanceViolations(form).fourEyesAbove?.code).toBe(code)
  expect(governanceViolations({ ...form, fourEyesPurchases: false })).toEqual({})
})

test('a review needs a month; a switch that is off stores no value (D100)', () => {
  expect(governanceViolations({ ...FORM, yearlyReview: true })).toEqual({ reviewMonth: { code: 'required' } })
  const form = { ...FORM, fourEyesPurchases: true, fourEyesAbove: '5.000.000', yearlyReview: true, reviewMonth: '3' }
  expect(toGovernanceSettings(form)).toMatchObject({ fourEyesAbove: 5_000_000, yearlyReview: true, reviewMonth: 3 })
  expect(toGovernanceSettings({ ...form, fourEyesPurchases: false, yearlyReview: false })).toEqual(NO_GOVERNANCE)
})

test('a form keeps what the user changed when another person changed other rules (D100)', () => {
  const mine = { ...FORM, fourEyesPurchases: true, fourEyesAbove: '7' }
  const theirs = toGovernanceForm({ ...NO_GOVERNANCE, screenExpiry: true, fourEyesAbove: 9 })
  expect(rebaseGovernanceForm(mine, FORM, theirs)).toEqual({ ...theirs, fourEyesAbove: '7' })
})
