import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type {
  AssignableUser,
  FreeScreen,
  Profile,
  Requirement,
  ScreenKey,
  ScreenRow,
} from '#src/domain/imc/products.ts'
import type { RequestReceipt } from '#src/domain/imc/requests.ts'
import type { ChangeRequest, LinkRequest } from '#src/domain/imc/screen-requests.ts'
import type { Result } from '#src/domain/result.ts'

type Response<T> = Promise<Result<T, GatewayFailure>>

/**
 * The screens of the signed-in user's entity; failures as in `UsersGateway`. One request is created
 * per `key` (D28). A screen or user that is no longer free is `rejected` with 409.
 */
export interface ScreensGateway {
  /** The screens of one subscription. */
  list(number: string, signal?: AbortSignal): Response<readonly ScreenRow[]>
  /** The free screens that accept this profile. */
  free(profileId: string, signal?: AbortSignal): Response<readonly FreeScreen[]>
  /** The active users without a screen. */
  assignable(signal?: AbortSignal): Response<readonly AssignableUser[]>
  /** The profiles that a screen of this profile can be linked with. */
  profiles(profileId: string, signal?: AbortSignal): Response<readonly Profile[]>
  /** The documents that a profile requires. */
  requirements(profileId: string, signal?: AbortSignal): Response<readonly Requirement[]>
  link(request: LinkRequest, key: string, signal?: AbortSignal): Response<RequestReceipt>
  change(request: ChangeRequest, key: string, signal?: AbortSignal): Response<RequestReceipt>
  release(screen: ScreenKey, key: string, signal?: AbortSignal): Response<RequestReceipt>
}
