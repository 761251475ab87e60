import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatAuditQuery, parseAuditFilter } from '#src/application/navigation/query.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  type AuditFilter,
  chooseKind,
  findShownKind,
  matchesAction,
} from '#src/domain/imc/audit/audit.ts'

const anyFilter = fc.record<AuditFilter>({
  kind: fc.constantFrom(...AUDIT_KINDS),
  action: fc.constantFrom(null, ...AUDIT_ACTIONS),
  person: fc.constantFrom('', 'Ana'),
  from: fc.constantFrom(null, '2026-11-20' as const),
  until: fc.constant(null),
})

test.each([
  ['changes', null, 'user-edited', true],
  ['changes', null, 'password-changed', true],
  ['changes', null, 'session-ended', true],
  ['changes', null, null, true],
  ['changes', null, 'signed-in', false],
  ['changes', null, 'sign-in-refused', false],
  ['changes', null, 'signed-out', false],
  ['sign-ins', null, 'signed-out', true],
  ['sign-ins', null, 'user-edited', false],
  ['sign-ins', null, null, false],
  ['all', null, 'signed-in', true],
  ['all', null, null, true],
  ['changes', 'signed-in', 'signed-in', true],
  ['changes', 'signed-in', 'signed-out', false],
  ['sign-ins', 'user-edited', 'user-edited', true],
] as const)(
  'with the kind %s and the action %s, a line of %s matches: %s (D104)',
  (kind, action, lineAction, matches) => {
    expect(matchesAction({ kind, action }, lineAction)).toBe(matches)
  },
)

test('each line is a change or a login, and the shown kind contains every line of the filter (D104)', () => {
  fc.assert(
    fc.property(anyFilter, fc.constantFrom(null, ...AUDIT_ACTIONS), (filter, lineAction) => {
      const kinds = AUDIT_KINDS.filter((kind) => matchesAction({ kind, action: null }, lineAction))
      expect(kinds).toHaveLength(2)
      if (matchesAction(filter, lineAction)) expect(kinds).toContain(findShownKind(filter))
    }),
  )
})

test('a chosen kind is shown, whatever action was chosen before (D104)', () => {
  fc.assert(
    fc.property(anyFilter, fc.constantFrom(...AUDIT_KINDS), (filter, kind) => {
      const changed = chooseKind(filter, kind)
      expect(findShownKind(changed)).toBe(kind)
      if (kind === findShownKind(filter)) expect(changed.action).toBe(filter.action)
    }),
  )
})

test('a filter is the same after a trip through the address (D104)', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(parseAuditFilter(formatAuditQuery(filter, 1))).toEqual(filter)
    }),
  )
  expect(formatAuditQuery({ kind: 'changes', person: '', action: null, from: null, until: null }, 1)).toBe('')
  expect(parseAuditFilter('tipo=otros').kind).toBe('changes')
})
