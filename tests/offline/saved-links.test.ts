import { expect, test } from 'vitest'

import { keepSavedLinks } from '#src/offline/saved-links.ts'

test.each([
  [['/', '/convertidor/'], []],
  [['/convertidor/'], ['/']],
  [[], ['/', '/convertidor/']],
])('with %j saved, the offline page loses its links to %j', async (saved, lost) => {
  const removed: string[] = []
  const links = ['/', '/convertidor/'].map((pathname) => ({ pathname, remove: () => void removed.push(pathname) }))
  await keepSavedLinks(links, async (path) => (saved.some((one) => one === path) ? new Response() : undefined))
  expect(removed).toEqual(lost)
})
