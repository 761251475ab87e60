import { replyOk } from '#src/adapters/memory/replies.ts'
import type { HolidayGateway } from '#src/application/market/ports.ts'
import { isUsHoliday } from '#src/domain/trading/calendar.ts'

/** US holidays of the domain's calendar (D2). */
export const createMemoryHolidays = (): HolidayGateway => ({
  isUsHoliday: (date, signal) => replyOk(signal, () => isUsHoliday(date)),
})
