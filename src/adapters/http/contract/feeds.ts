import * as z from 'zod/mini'

import { FEED_ROW } from '#src/adapters/http/contract/market-fields.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'

/** The states of the feeds: the source of their data, and its age. */
export const feedsReply = z.object({ data: z.array(toReplySchema(FEED_ROW, {})) })
export type FeedsReply = z.infer<typeof feedsReply>
