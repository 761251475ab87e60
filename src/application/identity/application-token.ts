import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Result } from '#src/domain/result.ts'

export interface ApplicationToken {
  /** Whether the environment wants the token copied to the clipboard. */
  readonly copied: boolean
  /**
   * Asks the configured hosts in their order until one answers, 10 s for all of them together (D10); null when none is
   * configured. The failure is the last host's.
   */
  request(signal?: AbortSignal): Promise<Result<string | null, GatewayFailure>>
}
