import type { HttpClient } from '#src/adapters/http/client.ts'
import { holidayReply } from '#src/adapters/http/contract/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { unwrapped } from '#src/adapters/http/decode/loose-records.ts'
import { booleanOf } from '#src/adapters/http/decode/loose-values.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { HolidayGateway } from '#src/application/market/holiday-gateway.ts'

/** US holidays from {market-api}: a bare boolean, or one inside `data`. */
export function createHolidayApi({ http }: { readonly http: HttpClient }): HolidayGateway {
  return {
    isUsHoliday: (date, signal) =>
      requestJson(
        http,
        { path: `${MARKET_PATHS.holiday}/${encodeURIComponent(date)}`, signal },
        (body) => holidayReply.safeParse(booleanOf(unwrapped(body))).data ?? null,
      ),
  }
}
