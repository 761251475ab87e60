/** Logged when a holiday lookup fails; the page does not show the failure (§8). */
export const HOLIDAY_LOOKUP_FAILED = 'Error al consultar días festivos'

/** Logged when a call throws an unexpected error. */
export const UNEXPECTED_ERROR = 'Error inesperado al consultar'

/**
 * Logged when an event of the live stream is malformed. The portal then reloads the series and
 * reconnects.
 */
export const UNREADABLE_EVENT = 'Evento ilegible en la transmisión del mercado'

/** Logged when a part of the page cannot be rendered. */
export const UNEXPECTED_RENDER_ERROR = 'Error inesperado al mostrar la página'

/** Logged when the application token cannot be loaded; the login continues without it (D10). */
export const APPLICATION_TOKEN_FAILED = 'Error al obtener el token de la aplicación'

/** Logged when the request to end a client's session fails. */
export const SIGN_OUT_FAILED = 'Error al cerrar la sesión en el servicio'

/**
 * Logged when the verification of a session throws an unexpected error. Network and HTTP failures
 * are not logged.
 */
export const SESSION_CHECK_FAILED = 'Error al comprobar la sesión'

/** Logged when the request to end the session of an entity's user fails. */
export const IMC_SIGN_OUT_FAILED = 'Error al cerrar la sesión de la entidad en el servicio'
