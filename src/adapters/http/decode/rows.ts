import type * as z from 'zod/mini'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findList, getField, isRecord, type LooseRecord, unwrap } from '#src/adapters/http/decode/records.ts'

/**
 * Creates a decoder of the list in an envelope (D23). It returns null without a list. It also
 * returns null for a malformed row: a screen or a user must not disappear without an error.
 */
export const createListDecoder =
  <T>(row: z.ZodMiniType<T>) =>
  (body: unknown): readonly T[] | null => {
    const list = findList(body)
    if (!list) return null
    const rows: T[] = []
    for (const item of list) {
      const parsed = row.safeParse(item)
      if (!parsed.success) return null
      rows.push(parsed.data)
    }
    return rows
  }

/** Creates a decoder of one record: `{data: […]}`, `{data: {…}}` or the record without envelope. */
export const createRecordDecoder =
  <T>(row: z.ZodMiniType<T>) =>
  (body: unknown): T | null =>
    row.safeParse(unwrap(body)).data ?? null

/** Decodes a word. An unknown word has no code; a missing word also has the text ''. */
export function decodeWord<Code extends string>(
  words: Readonly<Record<Code, string>>,
  value: unknown,
): { readonly code: Code | null; readonly text: string } {
  const text = parseText(value)?.trim() ?? ''
  return { code: parseWord(words, text), text }
}

/** Converts '' to null; any other text is unchanged. */
export const emptyToNull = (text: string): string | null => (text === '' ? null : text)

/** Returns the first value that is not null among the properties with these names. */
export const getFirst = (record: LooseRecord, ...names: readonly string[]): unknown =>
  names.map((name) => getField(record, name)).find((value) => value !== undefined && value !== null)

/** Creates a decoder of ids with names. A service may use any of the field names. */
export const createNamesDecoder =
  (idFields: readonly string[], nameFields: readonly string[]) =>
  (body: unknown): readonly { readonly id: string; readonly name: string }[] | null => {
    const list = findList(body)
    if (!list) return null
    const rows = list.flatMap((item) => {
      if (!isRecord(item)) return []
      const id = parseText(getFirst(item, ...idFields))
      return id === null || id === '' ? [] : [{ id, name: parseText(getFirst(item, ...nameFields)) ?? id }]
    })
    return rows.length === list.length ? rows : null
  }
