import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseBoolean } from '#src/adapters/http/decode/parse-values.ts'
import { unwrap } from '#src/adapters/http/decode/records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { HolidayGateway } from '#src/application/market/ports.ts'

/** Reads US holidays from {market-api}. The reply is a boolean, alone or in `data` (§7.1). */
export function createHolidayApi({ http }: { readonly http: HttpClient }): HolidayGateway {
  return {
    isUsHoliday: (date, signal) =>
      requestJson(http, { path: `${MARKET_PATHS.holiday}/${encodeURIComponent(date)}`, signal }, (body) =>
        parseBoolean(unwrap(body)),
      ),
  }
}
