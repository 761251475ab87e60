import { expect, test } from 'vitest'

import { createStaleSections } from '#src/application/platform/notices.ts'

test('the note of a failed refresh is shown once in the page header when two sections are stale', () => {
  const stale = createStaleSections()
  stale.addHeader()
  const positions = [stale.getSnapshot().position]
  const removers = [1, 2, 3].map(() => {
    const remove = stale.addSection()
    positions.push(stale.getSnapshot().position)
    return remove
  })
  for (const remove of removers) {
    remove()
    positions.push(stale.getSnapshot().position)
  }
  expect(positions).toEqual(['section', 'section', 'header', 'header', 'header', 'section', 'section'])
})

test('the note of a failed refresh is shown in each section when the page has no header', () => {
  const stale = createStaleSections()
  stale.addSection()
  stale.addSection()
  expect(stale.getSnapshot().position).toBe('section')
  const remove = stale.addHeader()
  expect(stale.getSnapshot().position).toBe('header')
  remove()
  expect(stale.getSnapshot().position).toBe('section')
})
