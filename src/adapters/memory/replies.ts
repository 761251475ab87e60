import type { CallFailure } from '#src/domain/call.ts'
import { err, type Result } from '#src/domain/result.ts'

/** A rejection with an HTTP status and without a message. */
export const rejectWith = (status: 400 | 401 | 403 | 404 | 409): Result<never, CallFailure> =>
  err({ kind: 'rejected', status, message: null })
