import type { GatewayFailure } from '#src/application/failure.ts'
import type { BogotaDate } from '#src/domain/market/bogota.ts'
import type { Result } from '#src/domain/result.ts'

export interface HolidayGateway {
  /** Whether the day is a US (Federal Reserve) holiday (D2). */
  isUsHoliday(date: BogotaDate, signal?: AbortSignal): Promise<Result<boolean, GatewayFailure>>
}
