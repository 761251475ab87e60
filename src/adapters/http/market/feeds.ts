import * as z from 'zod/mini'

import { FEED_WORDS } from '#src/adapters/http/contract/market/feed-words.ts'
import { FEED_ROW } from '#src/adapters/http/contract/market/market-fields.ts'
import { parseItems } from '#src/adapters/http/decode/lenient.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import { FEED_NAMES, type FeedStatuses } from '#src/domain/quotes/feeds.ts'

/** Decodes the statuses of the feeds; ignores unknown feeds. Returns null without a list. */
export function decodeFeeds(body: unknown): FeedStatuses | null {
  const list = findList(body)
  if (list === null) return null
  const rows = parseItems(z.object(FEED_ROW), list)
  return Object.fromEntries(
    FEED_NAMES.flatMap((name) => {
      const row = rows.find(({ fuente }) => fuente === FEED_WORDS[name])
      return row === undefined ? [] : [[name, { updatedAt: row.actualizado, late: row.atrasada }]]
    }),
  )
}
