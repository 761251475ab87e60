import type { Instant } from '#src/domain/market/bogota.ts'

/** Characters of a body shown in the list (§9). */
export const NEWS_CUT = 200

/** A piece of news as plain text; `link` is http(s) or null, `time` null when unknown. */
export interface NewsItem {
  readonly id: string
  readonly headline: string
  readonly body: string
  readonly link: string | null
  readonly time: Instant | null
}
