/** What the log says of a holiday lookup that failed; the user is told nothing (§8). */
export const HOLIDAY_LOOKUP_FAILED = 'Error al consultar días festivos'

/** What the log says of a call that threw what nobody foresaw. */
export const UNEXPECTED_ANSWER = 'Error inesperado al consultar'

/** What the log says of an event of the live stream that could not be read; what it told is asked for. */
export const UNREADABLE_EVENT = 'Evento ilegible en la transmisión del mercado'

/** What the log says of a part of the page that could not be drawn. */
export const UNEXPECTED_DRAWING = 'Error inesperado al mostrar la página'

/** What the log says of an application token that was not got; the login goes on without it (D10). */
export const APPLICATION_TOKEN_FAILED = 'Error al obtener el token de la aplicación'

/** What the log says of a session that the service could not be told to end. */
export const SIGN_OUT_FAILED = 'Error al cerrar la sesión en el servicio'

/** What the log says when it could not even be asked whether the session is still good. */
export const SESSION_CHECK_FAILED = 'Error al comprobar la sesión'
