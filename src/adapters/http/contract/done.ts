import * as z from 'zod/mini'

/** Confirms a call with a message in Spanish. */
export const doneReply = z.object({ message: z.string() })
export type DoneReply = z.infer<typeof doneReply>
