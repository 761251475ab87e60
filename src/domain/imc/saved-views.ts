import { hasInvisibleCharacter, normalizeText } from '#src/domain/identity/typed-text.ts'
import { foldText } from '#src/domain/text.ts'

/** The lists whose views can be saved; the words are values on the wire. */
export const VIEW_LISTS = ['usuarios'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Longest name and query of a view, and the most views of a scope of a list (D92). */
export const MAX_VIEW_NAME_LENGTH = 60
export const MAX_VIEW_QUERY_LENGTH = 1_000
export const MAX_VIEWS = 30

/** A name for the filters, order and columns of a list. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The query of the address, without question mark and page. */
  readonly query: string
  /** Whether all users of the entity see the view. */
  readonly shared: boolean
  /** Whether the caller saved it. */
  readonly own: boolean
}

export interface NewView extends Pick<SavedView, 'name' | 'query' | 'shared'> {
  readonly list: ViewList
}

/** Returns the normalized name; null for an empty, too long or invisible one. */
export function parseViewName(text: string): string | null {
  const name = normalizeText(text)
  const isValid = name !== '' && [...name].length <= MAX_VIEW_NAME_LENGTH && !hasInvisibleCharacter(name)
  return isValid ? name : null
}

/** Names that only differ in case or accents are the same. */
export const toViewKey = (name: string): string => foldText(name)

/** A private view belongs to its owner; one of the entity to all administrators (D92). */
export const canChangeView = ({ shared, own }: Pick<SavedView, 'shared' | 'own'>, isAdministrator: boolean): boolean =>
  shared ? isAdministrator : own

/** Returns the parts of a saved query that the list no longer knows. `known` is what it reads. */
export function findUnknownParts(saved: string, known: string): readonly string[] {
  const knownParts = new URLSearchParams(known)
  return [...new URLSearchParams(saved)].flatMap(([name, value]) => (knownParts.get(name) === value ? [] : [name]))
}
