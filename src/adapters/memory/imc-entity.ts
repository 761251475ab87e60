import type { AuditLine } from '#src/domain/imc/audit.ts'
import type { EntityUser } from '#src/domain/imc/entity-user.ts'
import type { ScreenKey } from '#src/domain/imc/products.ts'
import type { RequestDocument, RequestKind, RequestStatus } from '#src/domain/imc/requests.ts'
import type { ScreenStatus } from '#src/domain/imc/screen-status.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A user as stored; the fields that depend on its screen are read from the screens. */
export interface MemoryUser extends Omit<EntityUser, 'status' | 'profile' | 'subscription' | 'packageId'> {
  /** In plain text; null cannot sign in. */
  readonly password: string | null
  readonly mustChangePassword: boolean
}

/** A screen with the user who has it. */
export interface MemoryScreen extends ScreenKey {
  readonly status: ScreenStatus
  readonly userId: string | null
  /** The open request. */
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
  /** Who took the step; '' for the service itself. */
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

/** Everything that the service stores of one entity; requests and audit newest first. */
export interface MemoryEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly users: readonly MemoryUser[]
  readonly subscriptions: readonly MemorySubscription[]
  readonly requests: readonly MemoryRequest[]
  readonly audit: readonly AuditLine[]
}
