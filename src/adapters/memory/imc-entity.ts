import type { AuditLine } from '#src/domain/imc/audit/audit.ts'
import type { RequestDocument, RequestKind, RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { ScreenKey, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A stored user, without the fields that depend on the user's screen. */
export interface MemoryUser extends Omit<EntityUser, 'status' | 'profile' | 'subscription' | 'packageId'> {
  readonly version: number
  /** In plain text; a user with null cannot sign in. */
  readonly password: string | null
  readonly mustChangePassword: boolean
}

/** A screen with its user and open request. */
export interface MemoryScreen extends ScreenKey {
  readonly status: ScreenStatus
  readonly userId: string | null
  /** The id of the open request. */
  readonly requestId: string | null
}

export interface MemorySubscription {
  readonly packageId: string
  readonly number: string
  readonly monthlyCost: number
  readonly screens: readonly MemoryScreen[]
}

export interface MemoryStep {
  readonly status: RequestStatus
  readonly at: Instant
  readonly detail: string
  /** The name of the person; '' for a step of the service. */
  readonly person: string
}

export interface MemoryRequest {
  readonly id: string
  readonly reference: string
  readonly kind: RequestKind
  readonly status: RequestStatus
  readonly administratorId: string
  readonly userId: string | null
  readonly sourceUserId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly observations: string
  readonly reason: string
  readonly target: ScreenKey | null
  readonly source: ScreenKey | null
  readonly documents: readonly RequestDocument[]
  readonly steps: readonly MemoryStep[]
}

/** The stored data of an entity. Requests and audit log are newest first. */
export interface MemoryEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly users: readonly MemoryUser[]
  readonly subscriptions: readonly MemorySubscription[]
  readonly requests: readonly MemoryRequest[]
  readonly audit: readonly AuditLine[]
}
