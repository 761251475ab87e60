import type { FlagFailure } from '#src/domain/command-flags.ts'
import { hideCredentials } from '#src/domain/url-credentials.ts'

/** Error message for refused flags or words. */
export const flagFailureMessage = (failure: Exclude<FlagFailure, { readonly kind: 'help' }>): string =>
  failure.kind === 'missing'
    ? `Falta ${failure.what}.`
    : `El argumento «${hideCredentials(failure.text)}» no se admite en esta orden.`
