import type { CallFailure } from '#src/domain/call.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import type { ChangeRequest, LinkRequest } from '#src/domain/imc/requests/screen-requests.ts'
import type {
  AssignableUser,
  FreeScreen,
  Profile,
  Requirement,
  ScreenKey,
  ScreenRow,
} from '#src/domain/imc/screens/screen.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/**
 * The screens of the user's entity. Failures as in `UsersGateway`. All calls with the same
 * idempotency key create one request (D28). A request fails with `rejected` and 409 if its screen
 * or user is no longer free.
 */
export interface ScreensGateway {
  /** Lists the screens of a subscription. */
  list(number: string, signal?: AbortSignal): Reply<readonly ScreenRow[]>
  /** Lists the free screens that accept this profile. */
  free(profileId: string, signal?: AbortSignal): Reply<readonly FreeScreen[]>
  /** Lists the active users without a screen. */
  assignable(signal?: AbortSignal): Reply<readonly AssignableUser[]>
  /** Lists the profiles that can be linked with a screen of this profile. */
  profiles(profileId: string, signal?: AbortSignal): Reply<readonly Profile[]>
  /** Lists the documents that a profile requires. */
  requirements(profileId: string, signal?: AbortSignal): Reply<readonly Requirement[]>
  link(request: LinkRequest, idempotencyKey: string, signal?: AbortSignal): Reply<RequestReceipt>
  change(request: ChangeRequest, idempotencyKey: string, signal?: AbortSignal): Reply<RequestReceipt>
  release(screen: ScreenKey, idempotencyKey: string, signal?: AbortSignal): Reply<RequestReceipt>
}
