import type { CallFailure } from '#src/domain/call.ts'

/** Announced once, even when several sections of a page fail. */
export const SECTIONS_FAILED = 'No pudimos consultar algunas secciones. Cada una ofrece Reintentar.'

export const NOT_REFRESHED = 'No se pudo actualizar'

/** The age of a value; `time` as '12:41' or '12:41:30'. */
export const updatedAtText = (time: string): string => `Actualizado a las ${time}`

const OTHER_SECTIONS_UPDATE = 'El resto de la página sigue actualizándose.'

/** Describes a failed call in one or two sentences; null is an unexpected error. */
export function failureMessage(failure: CallFailure | null): string {
  switch (failure?.kind) {
    case 'timeout':
      return `El servicio tardó más de 10 segundos en responder. ${OTHER_SECTIONS_UPDATE}`
    case 'unreachable':
      return 'No pudimos comunicarnos con el servicio. Revise su conexión e inténtelo de nuevo.'
    case 'rejected':
      return failure.message ?? `El servicio no aceptó la consulta. ${OTHER_SECTIONS_UPDATE}`
    case 'server-error':
      return failure.message ?? `El servicio presentó un error. ${OTHER_SECTIONS_UPDATE}`
    case 'malformed':
      return `El servicio respondió con datos que no pudimos leer. ${OTHER_SECTIONS_UPDATE}`
    case 'storage-unavailable':
    case 'passkey':
    case 'crashed':
    case undefined:
      return `Ocurrió un error inesperado. ${OTHER_SECTIONS_UPDATE}`
  }
}
