import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'

/** The application token of the client's session (D10). */
export interface ApplicationToken {
  /** True if the configuration requires a copy of the token in the clipboard. */
  readonly requiresCopy: boolean
  /**
   * Requests the token from the configured hosts in order, until one returns a token or refuses.
   * The total timeout is 10 s (D10). Returns null without a configured host. Without a token,
   * returns the last host's failure.
   */
  request(signal?: AbortSignal): Promise<Result<string | null, CallFailure>>
}
