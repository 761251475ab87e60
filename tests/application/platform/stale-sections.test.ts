import { expect, test } from 'vitest'

import { createStaleSections } from '#src/application/platform/stale-sections.ts'

test('the note of a failed refresh stands in the head from two stale sections on', () => {
  const stale = createStaleSections()
  stale.addHead()
  const places = [stale.getSnapshot()]
  const ends = [1, 2, 3].map(() => {
    const end = stale.addSection()
    places.push(stale.getSnapshot())
    return end
  })
  for (const end of ends) {
    end()
    places.push(stale.getSnapshot())
  }
  expect(places).toEqual(['section', 'section', 'head', 'head', 'head', 'section', 'section'])
})

test('the note of a failed refresh stands in each section of a page without a head', () => {
  const stale = createStaleSections()
  stale.addSection()
  stale.addSection()
  expect(stale.getSnapshot()).toBe('section')
  const end = stale.addHead()
  expect(stale.getSnapshot()).toBe('head')
  end()
  expect(stale.getSnapshot()).toBe('section')
})
