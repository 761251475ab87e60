import { afterEach, expect, test } from 'vitest'
import { formatClock, formatLongDate } from '#src/domain/text.ts'
import { addDays, formatTime, toDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

const processZone = process.env['TZ']

afterEach(() => {
  if (processZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = processZone
})

test.each(['UTC', 'America/Bogota', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Tokyo'])(
  'the time functions return the same results on a machine in %s',
  (zone) => {
    process.env['TZ'] = zone
    const saturdayMorning = Date.parse('2026-11-21T15:00:00Z')
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect([
      toDate(saturdayMorning),
      formatTime(saturdayMorning),
      referenceDate(saturdayMorning),
      toWeekday('2026-11-21'),
      addDays('2026-03-07', 2),
      toInstant('2026-03-08', '02:30'),
      formatLongDate('2026-11-21'),
      formatClock(saturdayMorning),
    ]).toEqual([
      '2026-11-21',
      '10:00:00',
      '2026-11-20',
      6,
      '2026-03-09',
      Date.UTC(2026, 2, 8, 7, 30),
      'Sábado, 21 de noviembre de 2026',
      '10:00:00',
    ])
  },
)
