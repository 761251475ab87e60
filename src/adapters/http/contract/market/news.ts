import * as z from 'zod/mini'

import { NEWS_ROW } from '#src/adapters/http/contract/market/market-fields.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'

const newsRow = toReplySchema(NEWS_ROW, { headline: z.string() })

/** News, the newest first. */
export const newsReply = z.array(newsRow)
export type NewsReply = z.infer<typeof newsReply>
