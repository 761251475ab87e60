import * as z from 'zod/mini'

import { FEED_ROW } from '#src/adapters/http/contract/market/market-fields.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'

/** The statuses of the feeds: the source and the age of their data. */
export const feedsReply = z.object({ data: z.array(toReplySchema(FEED_ROW, {})) })
export type FeedsReply = z.infer<typeof feedsReply>
