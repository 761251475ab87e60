import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseBoolean } from '#src/adapters/http/decode/parse-values.ts'
import { unwrap } from '#src/adapters/http/decode/records.ts'
import { createMarketReads, type MarketReadsDeps } from '#src/adapters/http/market/market-reads.ts'
import type { HolidayGateway } from '#src/application/market/ports.ts'

/** Reads US holidays from {market-api}. The reply is a boolean, alone or in `data` (§7.1). */
export function createHolidayApi(deps: MarketReadsDeps): HolidayGateway {
  const reads = createMarketReads(deps)
  return {
    isUsHoliday: (date, signal) =>
      reads.json(
        { path: `${MARKET_PATHS.holiday}/${encodeURIComponent(date)}`, signal },
        { path: MARKET_PATHS.holiday, fields: { fecha: date } },
        (body) => parseBoolean(unwrap(body)),
      ),
  }
}
