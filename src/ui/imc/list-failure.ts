import { listFailureMessage } from '#src/application/imc/imc-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type FailedProps, hasFailed } from '#src/ui/parts/resource-view.tsx'

/** Returns the failure of a resource without a value, for the UI; null without a failure (§8). */
export const toListFailure = (
  resource: ResourceState<unknown>,
  title: string,
  describe: (failure: CallFailure | null) => string = listFailureMessage,
): FailedProps | null =>
  hasFailed(resource)
    ? { title, text: describe(resource.failure), busy: resource.loading, onRetry: resource.retry }
    : null
