import { answered } from '#src/adapters/memory/answers.ts'
import type { HolidayGateway } from '#src/application/market/holiday-gateway.ts'
import { isUsHoliday } from '#src/domain/time/calendar.ts'

/** The market calendar's own answer (D2). */
export const createMemoryHolidays = (): HolidayGateway => ({
  isUsHoliday: (date, signal) => answered(signal, () => isUsHoliday(date)),
})
