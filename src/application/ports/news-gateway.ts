import type { GatewayFailure } from '#src/application/failure.ts'
import type { NewsItem } from '#src/domain/market/news.ts'
import type { Result } from '#src/domain/result.ts'

export interface NewsGateway {
  /** Newest first. */
  latest(signal?: AbortSignal): Promise<Result<readonly NewsItem[], GatewayFailure>>
}
