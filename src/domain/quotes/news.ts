import { characterStart } from '#src/domain/text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Number of code points of a body that the list shows (§9). */
export const EXCERPT_LENGTH = 200

/** A piece of news as plain text; `link` is http(s) or null, `time` null when unknown. */
export interface NewsItem {
  readonly id: string
  readonly headline: string
  readonly body: string
  readonly link: string | null
  readonly time: Instant | null
}

/** Returns the position where the first `limit` code points of a text end. */
function findEnd(text: string, limit: number): number {
  let end = 0
  let count = 0
  for (const codePoint of text) {
    if (count === limit) break
    count += 1
    end += codePoint.length
  }
  return end
}

/**
 * Returns the first 200 code points of a body (§9). A character that the limit would split is
 * omitted. `cut` is true when the body is longer.
 */
export function excerpt(body: string): { readonly text: string; readonly cut: boolean } {
  const end = findEnd(body, EXCERPT_LENGTH)
  if (end === body.length) return { text: body, cut: false }
  return { text: body.slice(0, characterStart(body, end) || end), cut: true }
}
