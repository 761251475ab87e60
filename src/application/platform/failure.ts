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
