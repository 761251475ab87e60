import { SIMULATED_DATA } from '#src/application/market/market-messages.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'
import { useConfig } from '#src/ui/shell/config-context.tsx'

interface Props {
  readonly of: SimulatedKind
  readonly className?: string
}

/** 'Datos simulados' where the data of a kind is simulated, nothing where it is real (D41). */
export function SimulatedMark({ of, className = '' }: Props) {
  return useConfig().simulated.includes(of) ? <span className={`mark ${className}`}>{SIMULATED_DATA}</span> : null
}
