import { PATHS } from '#src/ui/shell/routes.ts'

/** The address of the subscriptions of a package (§2.1). */
export const toProductPath = (packageId: string): string =>
  `${PATHS.imcProducts}/Detalles/${encodeURIComponent(packageId)}`

/** The user id of an address without a marked row (D57). */
export const NO_USER = '0'

/** The address of the screens of the stored subscription; the row of this user is marked (D26). */
export const toScreensPath = (userId: string = NO_USER): string =>
  `${PATHS.imcProducts}/Detalles/SubDetalles/${encodeURIComponent(userId)}`

/** The query parameter of the chosen request. */
export const REQUEST_QUERY = 'solicitud'

/** The address of one request and its timeline. */
export const toRequestPath = (requestId: string): string =>
  `${PATHS.imcRequests}?${REQUEST_QUERY}=${encodeURIComponent(requestId)}`
