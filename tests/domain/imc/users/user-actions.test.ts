import { expect, test } from 'vitest'
import { SCREEN_STATUSES } from '#src/domain/imc/screens/screen.ts'
import { IMC_ROLES } from '#src/domain/imc/users/roles.ts'
import { activationRefusal, findActivation, isAssignable } from '#src/domain/imc/users/user-actions.ts'

const STATUSES = [...SCREEN_STATUSES, null]

test.each([
  ['administrator', true, 'available', null],
  ['administrator', true, 'assigned', null],
  ['administrator', true, 'transit', null],
  ['administrator', true, null, null],
  ['administrator', false, 'available', null],
  ['administrator', false, 'assigned', null],
  ['administrator', false, 'transit', null],
  ['administrator', false, null, null],
  ['user', true, 'available', { action: 'deactivate', refusal: null }],
  ['user', true, 'assigned', { action: 'deactivate', refusal: 'has-screen' }],
  ['user', true, 'transit', { action: 'deactivate', refusal: 'request-in-progress' }],
  ['user', true, null, { action: 'deactivate', refusal: 'unknown-status' }],
  ['user', false, 'available', { action: 'activate', refusal: null }],
  ['user', false, 'assigned', { action: 'activate', refusal: null }],
  ['user', false, 'transit', { action: 'activate', refusal: null }],
  ['user', false, null, { action: 'activate', refusal: null }],
] as const)('findActivation of %s, active %s, status %s returns %j (§4, D35)', (role, active, status, action) => {
  expect(findActivation({ role, active, status })).toEqual(action)
})

test.each(STATUSES.flatMap((status) => [true, false].map((active) => ({ active, status }))))(
  'isAssignable accepts only an active user without a screen: active $active, status $status (D103)',
  ({ active, status }) => {
    expect(isAssignable({ active, status })).toBe(active && status === 'available')
  },
)

test('activationRefusal agrees with findActivation for every combination (D35)', () => {
  for (const role of IMC_ROLES) {
    for (const active of [true, false]) {
      for (const status of STATUSES) {
        const facts = { role, active, status }
        const offered = findActivation(facts)
        const refusal = activationRefusal(facts, !active)
        expect(refusal).toBe(offered === null ? 'administrator' : offered.refusal)
      }
    }
  }
})

test('activationRefusal allows setting the current value', () => {
  for (const status of STATUSES) {
    expect(activationRefusal({ role: 'user', active: true, status }, true)).toBeNull()
    expect(activationRefusal({ role: 'user', active: false, status }, false)).toBeNull()
  }
})
