import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessPerson, findAccessRefusal, toAccessStatus } from '#src/domain/imc/users/access.ts'

const AT = 1_000

const createPerson = (id: string, changes: Partial<AccessPerson> = {}): AccessPerson => ({
  id,
  name: id,
  username: id,
  role: 'administrator',
  email: `${id}@andina.example`,
  active: true,
  contractPending: false,
  temporary: null,
  sessions: 0,
  ...changes,
})

test.each([
  ['inactive', { active: false, contractPending: true }],
  ['contract-pending', { contractPending: true, temporary: { until: AT, usedAt: null } }],
  ['temporary-expired', { temporary: { until: AT, usedAt: null } }],
  ['temporary', { temporary: { until: AT + 1, usedAt: null } }],
  ['temporary', { temporary: { until: null, usedAt: null } }],
  ['active', {}],
] as const)('a status is %s with %j (D111)', (status, changes) => {
  expect(toAccessStatus(createPerson('a', changes), AT)).toBe(status)
})

test.each([
  ['the own access', 'a', 'deactivate', {}, 'own'],
  ['the own password', 'a', 'send-password', {}, 'own'],
  ['a user', 'b', 'deactivate', { role: 'user' }, 'not-administrator'],
  ['the password of a user', 'b', 'send-password', { role: 'user' }, null],
  ['another administrator', 'b', 'deactivate', {}, null],
  ['an inactive administrator', 'b', 'activate', { active: false }, null],
  ['a password without an address', 'b', 'send-password', { email: '' }, 'no-email'],
  ['the password of an inactive person', 'b', 'send-password', { active: false }, 'inactive'],
] as const)('an administrator changes %s: %s %s', (_, id, change, changes, refusal) => {
  const people = [createPerson('a'), createPerson('b', changes)]
  const person = people.find((candidate) => candidate.id === id) ?? createPerson('none')
  expect(findAccessRefusal(person, change, people, { callerId: 'a', at: AT })).toBe(refusal)
})

test.each([
  [{ active: false }],
  [{ contractPending: true }],
  [{ role: 'user' }],
  [{ temporary: { until: AT, usedAt: null } }],
] as const)('the operator cannot deactivate the last who can sign in, next to one with %j (D111)', (changes) => {
  const people = [createPerson('a'), createPerson('b', changes)]
  expect(findAccessRefusal(createPerson('a'), 'deactivate', people, { callerId: null, at: AT })).toBe(
    'last-administrator',
  )
  expect(findAccessRefusal(createPerson('a'), 'send-password', people, { callerId: null, at: AT })).toBeNull()
})

test('whatever administrators and operator do, one administrator can sign in (D111)', () => {
  const step = fc.record({
    callerId: fc.constantFrom(null, 'a', 'b', 'c'),
    id: fc.constantFrom('a', 'b', 'c'),
    change: fc.constantFrom('activate' as const, 'deactivate' as const),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let people = ['a', 'b', 'c'].map((id) => createPerson(id))
      for (const { callerId, id, change } of steps) {
        const isCallerActive = callerId === null || people.some((person) => person.id === callerId && person.active)
        const person = people.find((candidate) => candidate.id === id)
        if (!isCallerActive || !person || findAccessRefusal(person, change, people, { callerId, at: AT })) continue
        people = people.map((one) => (one.id === id ? { ...one, active: change === 'activate' } : one))
      }
      expect(people.some(({ active }) => active)).toBe(true)
    }),
  )
})
