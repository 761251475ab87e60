import type { HttpClient } from '#src/adapters/http/client.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { reviewDecoder, toReviewBody } from '#src/adapters/http/contract/imc/reviews.ts'
import { createRecordDecoder } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ReviewsGateway } from '#src/application/imc/ports.ts'

const decodeReview = createRecordDecoder(reviewDecoder)

interface ReviewsApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** The yearly review of the entity at {imc-api}, an addition to the documented API (D110). */
export const createReviewsApi = ({ http, withScope }: ReviewsApiDeps): ReviewsGateway => ({
  read: (signal) =>
    withScope(({ entity }) => requestJson(http, { path: imcPaths.review(entity), signal }, decodeReview)),

  answer: (change, signal) =>
    withScope(({ entity }) =>
      requestJson(http, { path: imcPaths.review(entity), body: toReviewBody(change), signal }, () => undefined),
    ),
})
