import * as z from 'zod/mini'

import { REFUSAL_REASONS } from '#src/domain/identity/session.ts'

/** The body of every error reply: a message in Spanish (D44). */
export const errorReply = z.object({ message: z.string() })

/** The body of a 401 to a request with a session: the message and a reason code (D54). */
export const refusedSessionReply = z.object({ message: z.string(), reason: z.enum(REFUSAL_REASONS) })
export type RefusedSessionReply = z.infer<typeof refusedSessionReply>
