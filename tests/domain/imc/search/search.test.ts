import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  indexItems,
  SEARCH_GROUPS,
  type SearchGroup,
  type SearchItem,
  searchItems,
} from '#src/domain/imc/search/search.ts'

const createItem = (title: string, texts: readonly string[] = [], group: SearchGroup = 'person'): SearchItem => ({
  group,
  title,
  texts,
})

const find = (items: readonly SearchItem[], query: string, limit = 5) =>
  searchItems(indexItems(items), query, limit).map(({ group, items: found, total }) => ({
    group,
    titles: found.map(({ title }) => title),
    total,
  }))

const findTitles = (items: readonly SearchItem[], query: string) => find(items, query).flatMap(({ titles }) => titles)

const ITEM = fc.record({
  group: fc.constantFrom(...SEARCH_GROUPS),
  title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((title) => title.trim() !== ''),
  texts: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
})

test('every item is found by its exact name (D107)', () => {
  fc.assert(
    fc.property(fc.uniqueArray(ITEM, { selector: ({ title }) => title, minLength: 1, maxLength: 30 }), (items) => {
      for (const item of items) {
        const group = searchItems(indexItems(items), item.title, items.length).find((one) => one.group === item.group)
        expect(group?.items).toContain(item)
      }
    }),
  )
})

test('the start of a word is before an inner match, whatever the order of the items (D107)', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcñé'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(word, word, (query, other) => {
      const inner = createItem(`z${query}`)
      const start = createItem(`${other}z ${query}z`)
      expect(findTitles([inner, start], query)).toEqual([start.title, inner.title])
      expect(findTitles([start, inner], query)).toEqual([start.title, inner.title])
    }),
  )
})

test('case, accents and signs do not matter to what is found (D107)', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aáeéiñNÑ-. '), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(letters, (title) => {
      const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '')
      const items = [createItem(title)]
      expect(find(items, plain.toUpperCase())).toEqual(find(items, title))
    }),
  )
})

test.each([
  ['the whole title first', 'ana', ['Ana', 'Ana María', 'Juan Anaya', 'Mariana']],
  ['words in any order', 'maria ana', ['Ana María', 'Mariana']],
  ['a text after a title', 'mesa', ['Mesa Uno', 'Paula']],
  ['an inner part', 'arian', ['Mariana']],
  ['a reference by its number', '00418', ['S-2026-00418']],
  ['nothing for a word that is missing', 'ana zapata', []],
  ['nothing for no text', '  ', []],
])('searchItems finds %s (D107)', (_, query, titles) => {
  const items = [
    createItem('Mariana'),
    createItem('Juan Anaya'),
    createItem('Ana María'),
    createItem('Ana'),
    createItem('Paula', ['Mesa Dos']),
    createItem('Mesa Uno'),
    createItem('S-2026-00418'),
  ]
  expect(findTitles(items, query)).toEqual(titles)
})

test.each([
  [4, 4, 4],
  [5, 5, 5],
  [6, 5, 6],
])('of %i matches a group shows %i and counts %i (D107)', (count, shown, total) => {
  const items = Array.from({ length: count }, (_, i) => createItem(`Ana ${i}`))
  expect(find(items, 'ana')).toEqual([
    { group: 'person', titles: items.slice(0, shown).map(({ title }) => title), total },
  ])
})

test('the group with the best match is first; equal groups have a fixed order (D107)', () => {
  const items = [
    createItem('Mis usuarios', [], 'action'),
    createItem('P-01', ['Usuarios'], 'screen'),
    createItem('Usuarios Gil', [], 'person'),
  ]
  expect(find(items, 'mis').map(({ group }) => group)).toEqual(['action'])
  expect(find(items, 'usuarios').map(({ group }) => group)).toEqual(['person', 'action', 'screen'])
})
