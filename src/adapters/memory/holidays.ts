import { answered } from '#src/adapters/memory/answers.ts'
import type { HolidayGateway } from '#src/application/ports/holiday-gateway.ts'
import { isUsHoliday } from '#src/domain/market/calendar.ts'

/** The market calendar's own answer (D2). */
export const createMemoryHolidays = (): HolidayGateway => ({
  isUsHoliday: (date, signal) => answered(signal, () => isUsHoliday(date)),
})
