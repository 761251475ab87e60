/** A package on offer; `price` is the monthly price of one package in pesos. */
export interface PackageOffer {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly price: number
}

/** Numbers of screens; `assigned` and `transit` are null when the service omits them. */
export interface ScreenCounts {
  readonly screens: number
  readonly available: number
  readonly assigned: number | null
  readonly transit: number | null
}

/** The subscriptions of one package; `monthlyCost` is their sum in pesos. */
export interface PackageGroup extends ScreenCounts {
  readonly packageId: string
  readonly code: string
  readonly name: string
  readonly monthlyCost: number
}

/** One subscription; its number may start with zeros. */
export interface Subscription extends ScreenCounts {
  readonly packageId: string
  readonly code: string
  readonly number: string
  readonly monthlyCost: number
}
