import fc from 'fast-check'
import { expect, test } from 'vitest'

import { EMPTY_SELECTION, retainIds, selectionState, toggleId, toggleIds } from '#src/domain/list/selection.ts'

test('toggling an id selects it, toggling it again removes it', () => {
  const one = toggleId(EMPTY_SELECTION, 'a')
  expect([...one]).toEqual(['a'])
  expect(toggleId(one, 'a').size).toBe(0)
  expect(EMPTY_SELECTION.size).toBe(0)
})

test.each([
  [[], ['a', 'b'], 'none'],
  [['a'], ['a', 'b'], 'some'],
  [['a', 'b', 'c'], ['a', 'b'], 'all'],
  [['a'], [], 'none'],
] as const)('selectionState with %o selected returns for the ids %o: %s', (selected, ids, state) => {
  expect(selectionState(new Set(selected), ids)).toBe(state)
})

const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'))

test('toggling several ids selects all of them or none, and leaves the others', () => {
  fc.assert(
    fc.property(ids, ids, (selected, toggled) => {
      const before = new Set(selected)
      const after = toggleIds(before, toggled)
      const expected = toggled.length > 0 && selectionState(before, toggled) !== 'all' ? 'all' : 'none'
      expect(selectionState(after, toggled)).toBe(expected)
      for (const id of selected.filter((other) => !toggled.includes(other))) expect(after.has(id)).toBe(true)
      expect([...after].every((id) => before.has(id) || toggled.includes(id))).toBe(true)
    }),
  )
})

test('a refresh removes only the ids that no longer exist', () => {
  const selection = new Set(['a', 'b'])
  expect(retainIds(selection, ['b', 'a', 'c'])).toBe(selection)
  expect([...retainIds(selection, ['b', 'c'])]).toEqual(['b'])
  expect(retainIds(selection, []).size).toBe(0)
})
