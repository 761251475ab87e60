import { noDealsNotice } from '#src/application/market/market-messages.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { TRADING_HOURS } from '#src/domain/trading/trading-hours.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'

interface Props {
  readonly market: Market
  /** The trading day is over. */
  readonly isDayOver: boolean
  readonly onFiveDays: () => void
}

/** The notice of a day without deals, with a button for the period of five days. */
export function NoDealsNotice({ market, isDayOver, onFiveDays }: Props) {
  const { lead, rest } = noDealsNotice(TRADING_HOURS[market].opens, isDayOver)
  return (
    <Empty
      lead={lead}
      rest={rest}
      action={
        <Button variant="secondary" size="small" onClick={onFiveDays}>
          Ver 5D
        </Button>
      }
    />
  )
}
