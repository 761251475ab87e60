import type { CallFailure } from '#src/domain/call.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { Result } from '#src/domain/result.ts'

export interface NewsGateway {
  /** Newest first. */
  latest(signal?: AbortSignal): Promise<Result<readonly NewsItem[], CallFailure>>
}
