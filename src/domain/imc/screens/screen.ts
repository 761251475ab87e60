import type { BogotaDate } from '#src/domain/time/bogota.ts'

/** The status of a screen, and of a user by its screen (D30). */
export const SCREEN_STATUSES = ['available', 'assigned', 'transit'] as const
export type ScreenStatus = (typeof SCREEN_STATUSES)[number]

/**
 * The values that identify a screen in its entity. `number` is the number of the subscription,
 * `screen` the name of the screen.
 */
export interface ScreenKey {
  readonly packageId: string
  readonly number: string
  readonly profileId: string
  readonly screen: string
}

/** The last use of a screen, where the operator reports it (D102). */
export interface ScreenUse {
  /** The day of the last use that the operator reported; null without one. */
  readonly lastUse: BogotaDate | null
  /** False when the operator never reported uses of the entity's screens. */
  readonly isUseReported: boolean
}

/** A screen of a subscription (§3). In transit, the user is that of the open request. */
export interface ScreenRow extends ScreenKey, ScreenUse {
  readonly profile: string
  readonly userId: string | null
  readonly username: string | null
  readonly fullName: string | null
  /** Decides the actions; null is an unknown status, which has no actions (D34). */
  readonly status: ScreenStatus | null
  /** The text of the status column (D34). */
  readonly statusText: string
  /** The code of the package. */
  readonly code: string
  readonly packageName: string
  /** The open request of the screen. */
  readonly requestId: string | null
  /** The last day of the screen's user; at its end the screen is released. Null without one (D108). */
  readonly endsOn: BogotaDate | null
  /** Whether the entity has turned on that screens expire (D100). */
  readonly canExpire: boolean
}

/** A free screen that a user can be moved to; `code` is the code of its package. */
export interface FreeScreen extends ScreenKey {
  readonly code: string
  readonly profile: string
}

export interface Profile {
  readonly id: string
  readonly name: string
}

/** An active user without a screen. */
export interface AssignableUser {
  readonly id: string
  readonly name: string
}

/** Whether both keys identify the same screen. */
export const isSameScreen = (one: Pick<ScreenKey, 'number' | 'screen'>, other: Pick<ScreenKey, 'number' | 'screen'>) =>
  one.number === other.number && one.screen === other.screen

/** The key without the other values of a row. */
export const toScreenKey = ({ packageId, number, profileId, screen }: ScreenKey): ScreenKey => ({
  packageId,
  number,
  profileId,
  screen,
})
