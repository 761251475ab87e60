import { foldText } from '#src/domain/text.ts'

/** The kinds of items that the search of the back-office finds, in the order of equal matches. */
export const SEARCH_GROUPS = ['person', 'screen', 'subscription', 'request', 'action'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

export interface SearchItem {
  readonly group: SearchGroup
  readonly title: string
  /** Other texts by which the item is found, such as the user name of a person. */
  readonly texts: readonly string[]
}

/** The words of an item, folded in advance: a search only folds its query. */
export interface SearchEntry<Item extends SearchItem> {
  readonly item: Item
  /** A space before each word, so that ` ana` is the start of a word. */
  readonly title: string
  readonly all: string
}

/** How a query matches, the best first: whole title, its start, starts of words, inside words. */
const RANKS = 5

/** Folds case, accents and signs: `S-2026-00418` becomes `s 2026 00418`. A text of signs remains. */
function toWords(text: string): string {
  const folded = foldText(text).trim()
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || folded
}

/** Prepares items for many searches. */
export const indexItems = <Item extends SearchItem>(items: readonly Item[]): readonly SearchEntry<Item>[] =>
  items.map((item) => {
    const title = ` ${toWords(item.title)}`
    return { item, title, all: [title, ...item.texts.map((text) => ` ${toWords(text)}`)].join('') }
  })

/** The rank of a match, 0 is the best; null if a word of the query is nowhere in the item. */
function findRank({ title, all }: SearchEntry<SearchItem>, query: string, words: readonly string[]): number | null {
  if (!words.every((word) => all.includes(word))) return null
  if (title === ` ${query}`) return 0
  if (title.startsWith(` ${query}`)) return 1
  if (words.every((word) => title.includes(` ${word}`))) return 2
  return words.every((word) => all.includes(` ${word}`)) ? 3 : 4
}

/** The items of one kind: the best `limit`, and the number of all that match. */
export interface FoundGroup<Item> {
  readonly group: SearchGroup
  readonly items: readonly Item[]
  readonly total: number
}

/**
 * Finds the items that contain all words of the query; case, accents and signs are ignored. The
 * group with the best match is first. Items of equal rank keep their order. An empty query finds
 * nothing.
 */
export function searchItems<Item extends SearchItem>(
  entries: readonly SearchEntry<Item>[],
  typed: string,
  limit: number,
): readonly FoundGroup<Item>[] {
  const query = toWords(typed)
  if (query === '') return []
  const words = query.split(' ')
  const ranked = new Map<SearchGroup, Item[][]>()
  for (const entry of entries) {
    const rank = findRank(entry, query, words)
    if (rank === null) continue
    const { group } = entry.item
    const ranks = ranked.get(group) ?? Array.from({ length: RANKS }, () => [])
    ranks[rank]?.push(entry.item)
    ranked.set(group, ranks)
  }
  const toBestRank = (group: SearchGroup) => ranked.get(group)?.findIndex(({ length }) => length > 0) ?? RANKS
  return SEARCH_GROUPS.filter((group) => ranked.has(group))
    .toSorted((one, other) => toBestRank(one) - toBestRank(other))
    .map((group) => {
      const items = ranked.get(group)?.flat() ?? []
      return { group, items: items.slice(0, limit), total: items.length }
    })
}
