import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

export interface HolidayGateway {
  /** Whether the day is a US (Federal Reserve) holiday (D2). */
  isUsHoliday(date: BogotaDate, signal?: AbortSignal): Promise<Result<boolean, CallFailure>>
}
