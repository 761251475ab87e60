import type { CallFailure } from '#src/domain/call.ts'

/** First sentence after a failed request of a form (§8). */
export const APOLOGY = 'Pedimos disculpas'

/** Message of a failed form without a more specific message (§8). */
export const TRY_LATER = 'Ha ocurrido un error, por favor intenta más tarde'

/** A sentence of §8, and the cause as a second sentence in smaller type (D65). */
export interface FailureText {
  readonly message: string
  readonly detail: string | null
}

/** Returns both sentences as one text, for a UI without a second line. */
export const formatFailure = ({ message, detail }: FailureText): string =>
  detail === null ? message : `${message}. ${detail}`

/** HTTP statuses of replies with a `message` for users (D65). */
const USER_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 409, 413, 429, 503])

/** Returns the service's message for the user; null without one and for any other status (D65). */
export const serviceMessage = (failure: CallFailure | null): string | null =>
  failure?.kind === 'rejected' && USER_STATUSES.has(failure.status) ? failure.message : null

const UNREACHABLE = 'No pudimos comunicarnos con el servicio. Revise su conexión e inténtelo de nuevo.'

/**
 * Returns why no reply arrived to a list or to an action without a form; null for any other
 * failure.
 */
export function connectionCause(failure: CallFailure | null): string | null {
  if (failure?.kind === 'timeout') return 'El servicio tardó más de 10 segundos en responder. Inténtelo de nuevo.'
  return failure?.kind === 'unreachable' ? UNREACHABLE : null
}

/** The same for a form, which still shows what the user typed. */
export const formConnectionCause = (failure: CallFailure | null): string | null =>
  failure?.kind === 'timeout'
    ? 'El servicio tardó más de 10 segundos en responder. Lo que escribió sigue aquí; inténtelo de nuevo.'
    : connectionCause(failure)

/** Explains in one sentence why a form's request failed; null is an unexpected error. */
export const requestFailureMessage = (failure: CallFailure | null): string =>
  serviceMessage(failure) ?? formConnectionCause(failure) ?? TRY_LATER
