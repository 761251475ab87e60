import * as z from 'zod/mini'

import { isoInstant } from '#src/adapters/http/contract/values.ts'

/** Texts are plain; `link` is an http(s) address or null. */
const newsRow = z.object({
  id: z.string(),
  headline: z.string(),
  body: z.string(),
  link: z.nullable(z.string()),
  fecha: z.nullable(isoInstant),
})

/** Newest first. */
export const newsReply = z.array(newsRow)
export type NewsReply = z.infer<typeof newsReply>
