import type { CallFailure } from '#src/domain/call.ts'

/** An invalid field of the portal's configuration; `field` is a path, `humanCheck.provider`. */
export interface ConfigProblem {
  readonly field: string
  readonly reason: 'missing' | 'invalid'
}

/** Why the portal cannot start (D39): the configuration did not load, or has invalid fields. */
export type ConfigFailure =
  | CallFailure
  | { readonly kind: 'invalid-config'; readonly problems: readonly ConfigProblem[] }

const PROBLEM_WORDS: Readonly<Record<ConfigProblem['reason'], string>> = {
  missing: 'falta',
  invalid: 'tiene un valor que no es válido',
}

/**
 * Explains why the portal cannot start (D39). Returns one line per invalid field of the
 * configuration, or one line for any other failure.
 */
export function startProblems(failure: ConfigFailure): readonly string[] {
  switch (failure.kind) {
    case 'invalid-config':
      return failure.problems.map(({ field, reason }) => `El campo «${field}» ${PROBLEM_WORDS[reason]}.`)
    case 'timeout':
      return ['La configuración tardó más de 10 segundos en llegar.']
    case 'unreachable':
      return ['No pudimos comunicarnos con el servidor del portal. Revise su conexión.']
    case 'rejected':
    case 'server-error':
      return [failure.message ?? `El servidor del portal respondió con el error ${failure.status}.`]
    case 'malformed':
    case 'storage-unavailable':
    case 'passkey':
    case 'crashed':
      return ['La configuración no está en un formato que se pueda leer.']
  }
}
