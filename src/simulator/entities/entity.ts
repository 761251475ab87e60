import type { RequestKind, RequestStatus, Requirement } from '#src/domain/imc/requests/requests.ts'
import type { Profile, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { UserEdit } from '#src/domain/imc/users/user-form.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** A package of the catalogue. */
export interface DemoPackage {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Monthly price. */
  readonly price: number
  /** Number of screens of one package. */
  readonly screenCount: number
  /** Profile of the package's screens before the first link. */
  readonly profileId: string
  /** False for a former package, of which entities still have subscriptions. */
  readonly isOffered: boolean
}

/** Packages, profiles and required documents, which all entities share. */
export interface DemoCatalogue {
  readonly profiles: readonly Profile[]
  /** The ids of the profiles that can be linked with a screen, by the screen's profile. */
  readonly linkable: Readonly<Record<string, readonly string[]>>
  readonly requirements: readonly Requirement[]
  /** The ids of the required documents, by profile. */
  readonly required: Readonly<Record<string, readonly string[]>>
  readonly packages: readonly DemoPackage[]
}

/** A user of a demo entity; `status` is that of the user's screen. */
export interface DemoUser extends UserEdit {
  readonly id: string
  readonly username: string
  readonly role: ImcRole
  readonly status: ScreenStatus
  readonly email: string
  readonly active: boolean
  readonly contingency: boolean
  /** True for a user with the password of the demo. */
  readonly canSignIn: boolean
  readonly mustChangePassword: boolean
  readonly contractPending: boolean
  readonly createdAt: Instant
  readonly createdBy: string | null
}

export interface DemoScreen {
  readonly id: string
  readonly screen: string
  readonly profileId: string
  readonly status: ScreenStatus
  readonly userId: string | null
  /** `sequence` of the open request; null without an open request. */
  readonly request: number | null
  /** The last use that the operator reported. */
  readonly lastUse: BogotaDate | null
}

export interface DemoSubscription {
  readonly number: string
  readonly packageId: string
  readonly monthlyCost: number
  readonly createdAt: Instant
  readonly screens: readonly DemoScreen[]
}

/** A step that a request has reached; `person` is null for a step of the service. */
export interface DemoStep {
  readonly status: Exclude<RequestStatus, 'unconfirmed'>
  readonly at: Instant
  readonly person: string | null
  readonly detail: string | null
}

export interface DemoRequest {
  readonly sequence: number
  readonly kind: RequestKind
  readonly administratorId: string
  readonly userId: string | null
  readonly sourceUserId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly notes: string | null
  /** Ids of the screens. */
  readonly target: string | null
  readonly source: string | null
  readonly requirements: readonly Requirement[]
  /** At least the first step; the last step has the status of the request. */
  readonly steps: readonly [DemoStep, ...DemoStep[]]
}

/** A demo entity with all its data (D43). */
export interface DemoEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly createdAt: Instant
  readonly users: readonly DemoUser[]
  readonly subscriptions: readonly DemoSubscription[]
  readonly requests: readonly DemoRequest[]
}
