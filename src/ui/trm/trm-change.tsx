import { toTrmMove } from '#src/application/market/trm.ts'
import { formatPercent, formatSigned } from '#src/domain/money.ts'
import { changeDirection } from '#src/domain/trading/figures.ts'
import type { TrmPeriod } from '#src/domain/trading/trm-periods.ts'
import { Change, Missing } from '#src/ui/parts/figures.tsx'

interface Props {
  readonly row: TrmPeriod
  /** Adds the change in percent. */
  readonly withPercent?: boolean
  readonly isInTable?: boolean
}

/** The change of a TRM from the previous TRM. */
export function TrmChange({ row, withPercent = false, isInTable = false }: Props) {
  const move = toTrmMove(row)
  if (move === null) return <Missing />
  return (
    <Change
      text={formatSigned(move.pesos, 2)}
      direction={changeDirection(move.pesos, 2)}
      isInTable={isInTable}
      {...(withPercent && { aside: `(${formatPercent(move.percent)})` })}
    />
  )
}
