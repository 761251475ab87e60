/** What the log says of a holiday lookup that failed; the user is told nothing (§8). */
export const HOLIDAY_LOOKUP_FAILED = 'Error al consultar días festivos'
