import * as z from 'zod/mini'

/** What every refused call answers: a sentence in Spanish (D44). */
export const errorReply = z.object({ message: z.string() })
export type ErrorReply = z.infer<typeof errorReply>
