import type { TrmHistoryReply, TrmNowReply } from '#src/adapters/http/contract/market/trm.ts'
import type { TrmHistory, TrmNow, TrmPeriod } from '#src/domain/trading/trm-periods.ts'

const toPeriodData = ({ value, from, until, previous }: TrmPeriod) => ({
  valor: value,
  desde: from,
  hasta: until,
  valor_anterior: previous,
})

/** The TRM in force and the next TRM, in pesos. */
export const trmNowReply = ({ inForce, next }: TrmNow): TrmNowReply => ({
  data: {
    vigente: inForce && toPeriodData(inForce),
    siguiente: next && { ...toPeriodData(next), estimada: next.estimated },
  },
})

/** The TRMs of a range, in order of date, and the first and the last day with a known TRM. */
export const trmHistoryReply = ({ periods, known }: TrmHistory): TrmHistoryReply => ({
  data: periods.map(toPeriodData),
  primera: known?.from ?? null,
  ultima: known?.until ?? null,
})
