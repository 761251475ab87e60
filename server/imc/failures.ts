import type { KeyReused } from '#server/database/idempotency.ts'
import type { Ownership } from '#server/imc/entity-store.ts'
import type { CorrectionViolation } from '#src/domain/imc/corrections.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'
import type { ExpiryViolation } from '#src/domain/imc/screens/screen-expiry.ts'
import type { ObservationsViolation } from '#src/domain/imc/screens/screen-requests.ts'
import type { AccessRefusal } from '#src/domain/imc/users/access.ts'
import type { TemporaryRefusal } from '#src/domain/imc/users/temporary-password.ts'
import type { ActivationRefusal } from '#src/domain/imc/users/user-actions.ts'
import type { UserViolations } from '#src/domain/imc/users/user-form.ts'

/** Reasons an entity user's login is refused. Only `invalid` is possible with a wrong password. */
export type LoginRefusal = 'invalid' | 'closed' | 'contract-pending' | TemporaryRefusal

/** The kinds of items that a call can name. */
export type Item = 'user' | 'subscription' | 'screen' | 'package' | 'profile' | 'request' | 'view'

/** Subscription number and name of a screen, as messages show them. */
interface NamedScreen {
  readonly number: string
  readonly screen: string
}

/**
 * Reasons a screen accepts no request. It is in transit, has a user, has no user, or has changed
 * since the caller read it.
 */
type ScreenConflict = 'screen-in-transit' | 'screen-taken' | 'screen-free' | 'screen-changed'

/** Reasons a call of the back-office is refused. */
export type ImcFailure =
  | KeyReused
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown'; readonly item: Item }
  | { readonly kind: 'invalid-user'; readonly violations: UserViolations }
  | { readonly kind: 'username-taken'; readonly username: string }
  | { readonly kind: 'user-changed'; readonly by: string }
  | { readonly kind: 'activation'; readonly reason: ActivationRefusal }
  | { readonly kind: 'view-name' | 'view-name-taken' | 'too-many-views' | 'view-not-own' }
  | { readonly kind: 'price-changed' }
  | { readonly kind: 'governance-values' | 'single-administrator' }
  | { readonly kind: 'governance-changed'; readonly by: string }
  | { readonly kind: 'access'; readonly reason: AccessRefusal }
  | { readonly kind: 'caller-inactive' }
  | { readonly kind: 'expiry-off' }
  | { readonly kind: 'review-closed' | 'review-released' }
  | { readonly kind: 'expiry-date'; readonly violation: ExpiryViolation }
  | { readonly kind: ScreenConflict; readonly screen: NamedScreen }
  | { readonly kind: 'user-taken' | 'user-inactive' }
  | { readonly kind: 'no-source' | 'not-holder' | 'same-user' | 'profile-not-offered' }
  | { readonly kind: 'observations'; readonly violation: ObservationsViolation }
  | { readonly kind: 'not-rejected' }
  | { readonly kind: 'not-pending' | 'documents-missing' | 'others-confirm' }
  | { readonly kind: 'decided'; readonly decision: ConfirmationDecision; readonly by: string }
  | { readonly kind: 'own-confirmation'; readonly decision: ConfirmationDecision }
  | { readonly kind: 'corrected'; readonly reference: string; readonly by: string }
  | { readonly kind: 'correction'; readonly code: Exclude<CorrectionViolation['code'], 'observations'> }

/** Returns the failure for an item of another entity or an unknown item. */
export const toMissing = (ownership: Exclude<Ownership, 'own'>, item: Item): ImcFailure =>
  ownership === 'foreign' ? { kind: 'foreign' } : { kind: 'unknown', item }

const STATUSES: Readonly<Record<ImcFailure['kind'], 400 | 403 | 404 | 409>> = {
  'key-reused': 409,
  foreign: 403,
  unknown: 404,
  'invalid-user': 400,
  'username-taken': 409,
  'user-changed': 409,
  activation: 409,
  access: 409,
  'caller-inactive': 403,
  'view-name': 400,
  'view-name-taken': 409,
  'too-many-views': 409,
  'view-not-own': 403,
  'price-changed': 409,
  'governance-values': 400,
  'single-administrator': 409,
  'governance-changed': 409,
  'expiry-off': 409,
  'review-closed': 409,
  'review-released': 409,
  'expiry-date': 400,
  'screen-in-transit': 409,
  'screen-taken': 409,
  'screen-free': 409,
  'screen-changed': 409,
  'user-taken': 409,
  'user-inactive': 409,
  'no-source': 409,
  'not-holder': 409,
  'same-user': 400,
  'profile-not-offered': 400,
  observations: 400,
  'not-rejected': 409,
  'not-pending': 409,
  'documents-missing': 409,
  decided: 409,
  'own-confirmation': 409,
  'others-confirm': 409,
  corrected: 409,
  correction: 400,
}

/** Returns the HTTP status of a failure (D44). */
export const toStatus = ({ kind }: ImcFailure): 400 | 403 | 404 | 409 => STATUSES[kind]

/** Whether a failure names a screen. The reply then contains the current state of the screen. */
export const isScreenConflict = (
  failure: ImcFailure,
): failure is Extract<ImcFailure, { readonly screen: NamedScreen }> => 'screen' in failure
