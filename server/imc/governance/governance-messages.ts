import type { ImcFailure } from '#server/imc/failures.ts'

export const GOVERNANCE_SAVED = 'Controles actualizados.'
const INVALID_VALUES = 'El valor del control dual es un entero desde 1, y la revisión anual necesita un mes de 1 a 12.'
const SINGLE_ADMINISTRATOR =
  'El control dual necesita otro administrador que pueda ingresar. Cree uno en Mis usuarios y vuelva a intentarlo.'

type GovernanceFailure = Extract<
  ImcFailure,
  { readonly kind: 'governance-values' | 'single-administrator' } | { readonly kind: 'governance-changed' }
>

/** Why the rules of an entity were not changed. */
export function governanceMessage(failure: GovernanceFailure): string {
  if (failure.kind === 'governance-changed') {
    return `${failure.by || 'Otra persona'} cambió los controles mientras usted los editaba.`
  }
  return failure.kind === 'governance-values' ? INVALID_VALUES : SINGLE_ADMINISTRATOR
}
