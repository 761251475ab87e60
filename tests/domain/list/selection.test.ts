import fc from 'fast-check'
import { expect, test } from 'vitest'

import { EMPTY_SELECTION, retainIds, selectionState, toggleId, toggleIds } from '#src/domain/list/selection.ts'

test('toggleId selects an id, and a second toggleId removes the id', () => {
  const selection = toggleId(EMPTY_SELECTION, 'a')
  expect([...selection]).toEqual(['a'])
  expect(toggleId(selection, 'a').size).toBe(0)
  expect(EMPTY_SELECTION.size).toBe(0)
})

test.each([
  [[], ['a', 'b'], 'none'],
  [['a'], ['a', 'b'], 'some'],
  [['a', 'b', 'c'], ['a', 'b'], 'all'],
  [['a'], [], 'none'],
] as const)('selectionState of the selection %j and the ids %j is %s', (selected, ids, state) => {
  expect(selectionState(new Set(selected), ids)).toBe(state)
})

const anyIds = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'))

test('toggleIds selects all or none of its ids and preserves other ids', () => {
  fc.assert(
    fc.property(anyIds, anyIds, (selected, toggled) => {
      const before = new Set(selected)
      const after = toggleIds(before, toggled)
      const expected = toggled.length > 0 && selectionState(before, toggled) !== 'all' ? 'all' : 'none'
      expect(selectionState(after, toggled)).toBe(expected)
      for (const id of selected.filter((other) => !toggled.includes(other))) expect(after.has(id)).toBe(true)
      expect([...after].every((id) => before.has(id) || toggled.includes(id))).toBe(true)
    }),
  )
})

test('retainIds removes only the ids that do not exist', () => {
  const selection = new Set(['a', 'b'])
  expect(retainIds(selection, ['b', 'a', 'c'])).toBe(selection)
  expect([...retainIds(selection, ['b', 'c'])]).toEqual(['b'])
  expect(retainIds(selection, []).size).toBe(0)
})
