import * as z from 'zod/mini'

import { isoInstant } from '#src/adapters/http/contract/values.ts'

/** Plain text; `link` is http(s) or null. */
export const newsRow = z.object({
  id: z.string(),
  headline: z.string(),
  body: z.string(),
  link: z.nullable(z.string()),
  fecha: z.nullable(isoInstant),
})
export type NewsRow = z.infer<typeof newsRow>

/** Newest first. */
export const newsReply = z.array(newsRow)
export type NewsReply = z.infer<typeof newsReply>
