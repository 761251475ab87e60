import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Result } from '#src/domain/result.ts'

/** The application token of the client's session (D10). */
export interface ApplicationToken {
  /** Whether the configuration requires a copy of the token in the clipboard. */
  readonly requiresCopy: boolean
  /**
   * Requests the token from the configured hosts in order until one responds; all together take at
   * most 10 s (D10). Null without a configured host. The failure is that of the last host.
   */
  request(signal?: AbortSignal): Promise<Result<string | null, GatewayFailure>>
}
