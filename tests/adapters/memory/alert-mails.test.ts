import { expect, test } from 'vitest'

import { startAlertMails } from '#src/adapters/memory/alert-mails.ts'
import { type AlertsState, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { createMemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createState } from '#src/application/platform/readable.ts'
import { HOUR_MS, toInstant } from '#src/domain/time/bogota.ts'

/** A client, with these channels, whose alert fires when the test wants it. */
function openMails(channels: Partial<AlertsState['channels'][number]> = {}) {
  const clock = createMemoryClock(toInstant('2026-11-20', '21:00'))
  const state = createState<AlertsState>({
    ...NO_ALERTS_STATE,
    channels: [{ clientId: '7', mail: true, quiet: null, webhook: null, ...channels }],
  })
  const mailbox = createMemoryMailbox(clock)
  const findClient = (id: string) => (id === '7' ? { name: 'Camila', email: 'camila@correo.example' } : null)
  const mails = startAlertMails({ state, findClient, mailbox, clock, timers: clock })
  const rule = {
    kind: 'price',
    market: 'spot',
    side: 'above',
    level: 4_000,
    minutes: null,
    pause: 5,
    until: null,
  } as const
  return {
    clock,
    listMails: () => mailbox.getSnapshot().map(({ to, subject, text }) => ({ to, subject, text })),
    fire(price: number, kind: 'fired' | 'corrected' = 'fired') {
      const { firings } = state.getSnapshot()
      const id = firings.length + 1
      const firing = {
        id,
        alertId: 'a',
        clientId: '7',
        dealId: 'd',
        rule,
        kind,
        at: clock.now(),
        price,
        isCorrected: false,
      }
      state.set({ ...state.getSnapshot(), firings: [...firings, firing] })
      mails.announce(id)
    },
  }
}

test('a firing is mailed at once, and a correction says so (D125)', () => {
  const { fire, listMails } = openMails()
  fire(4_001)
  fire(4_001, 'corrected')
  expect(listMails().map(({ subject }) => subject)).toEqual([
    'Corrección de su alerta: Dólar spot: sube a 4.000,00',
    'Alerta: Dólar spot: sube a 4.000,00',
  ])
  expect(listMails()[1]).toMatchObject({
    to: 'camila@correo.example',
    text: expect.stringContaining('Operación de 4.001,00, 2026-11-20, 21:00'),
  })
})

test('firings of the quiet hours come as one mail at their end (D125)', () => {
  const { fire, listMails, clock } = openMails({ quiet: { from: '22:00', until: '06:00' } })
  clock.advance(HOUR_MS)
  fire(4_001)
  clock.advance(HOUR_MS)
  fire(4_002)
  clock.advance(7 * HOUR_MS - 1)
  expect(listMails()).toEqual([])
  clock.advance(1)
  const [mail, ...others] = listMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 avisos de sus alertas en las horas de silencio')
  expect(mail?.text).toMatch(/4\.001,00.*\n.*4\.002,00/)
  fire(4_003)
  expect(listMails()).toHaveLength(2)
})

test('a client without mails gets none (D125)', () => {
  const { fire, listMails } = openMails({ mail: false })
  fire(4_001)
  expect(listMails()).toEqual([])
})
