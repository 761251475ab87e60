import { SIMULATED_DATA } from '#src/application/market/market-messages.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'
import { Mark } from '#src/ui/parts/mark.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'

interface Props {
  readonly kind: SimulatedKind
  readonly className?: string
}

/** Shows 'Datos simulados' if the data of this kind is simulated (D41). */
export function SimulatedMark({ kind, className = '' }: Props) {
  return useConfig().simulated.includes(kind) ? <Mark text={SIMULATED_DATA} className={className} /> : null
}
