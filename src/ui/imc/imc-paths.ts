import { SCREENS } from '#src/application/navigation/screens.ts'

/** Returns the address of a package's subscriptions (§2.1). */
export const toPackagePath = (packageId: string): string =>
  `${SCREENS.imcPackages.path}/Detalles/${encodeURIComponent(packageId)}`

/** The user id in an address that marks no row (D57). */
export const NO_USER = '0'

/** Returns the address of the stored subscription's screens, with a marked user (D26). */
export const toScreensPath = (userId: string = NO_USER): string =>
  `${SCREENS.imcPackages.path}/Detalles/SubDetalles/${encodeURIComponent(userId)}`

/** The query parameter of the chosen request. */
export const REQUEST_QUERY = 'solicitud'

/** Returns the address of a request and its timeline. */
export const toRequestPath = (requestId: string): string =>
  `${SCREENS.imcRequests.path}?${REQUEST_QUERY}=${encodeURIComponent(requestId)}`
