/** Seconds after which a refused caller may try again. */
export const BUSY_RETRY_SECONDS = 5

/** Error: too much work of this kind waits already. The reply is 503 with `Retry-After` (D44). */
export class BusyError extends Error {
  constructor() {
    super('too much work waits')
  }
}
