import { expect, test } from 'vitest'
import { createMemoryClock, createMemoryPage } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createExpiryNoticeView } from '#src/application/identity/expiry-notice.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'
import { createClientSession } from '#src/application/identity/session.ts'
import { HOUR_MS, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'

const NOW = toInstant('2026-11-20', '23:00')

/** The session never expires by itself. */
const NO_TIMERS = { setTimeout: () => null, clearTimeout: () => {} }

/** Opens the notice at 23:00 for a client whose last day is 25 November. */
function openNotice() {
  const clock = createMemoryClock(NOW)
  const page = createMemoryPage()
  let expiresAt = toInstant('2026-11-26', '00:00')
  const user = { id: '7', name: '', email: '', token: '', passwordExpired: false, termsAcceptedAt: NOW }
  const session: SessionStore = {
    ...createMemoryPorts().session,
    read: () => ({
      kind: 'session',
      session: { username: 'demo', startedAt: NOW, user: { ...user, expiresAt } },
    }),
  }
  const clientSession = createClientSession({ ...createMemoryPorts(), session, clock, timers: NO_TIMERS })
  clientSession.subscribe()
  const view = createExpiryNoticeView({ clientSession, clock, timers: clock, page })
  const leads: (string | null)[] = []
  const unsubscribe = view.subscribe(() => leads.push(view.getSnapshot().lead)).unsubscribe
  return {
    clock,
    page,
    view,
    leads,
    unsubscribe,
    extendAccount(newEnd: number) {
      expiresAt = newEnd
      clientSession.send({ type: 'STORED' })
    },
  }
}

test('the notice shows one day less after each midnight in Bogotá', () => {
  const { clock, view, leads, unsubscribe } = openNotice()
  expect(view.getSnapshot().lead).toBe('Su cuenta vence en 5 días.')
  clock.advance(HOUR_MS - MINUTE_MS)
  expect(leads).toEqual([])
  clock.advance(MINUTE_MS)
  expect(leads).toEqual(['Su cuenta vence en 4 días.'])
  clock.advance(24 * HOUR_MS)
  expect(leads.at(-1)).toBe('Su cuenta vence en 3 días.')
  unsubscribe()
  expect(clock.timerCount()).toBe(0)
})

test('showing the page updates the notice after a suspension over midnight', () => {
  const { clock, page, leads } = openNotice()
  page.setVisible(false)
  clock.suspend(25 * HOUR_MS + MINUTE_MS)
  page.setVisible(true)
  expect(leads).toEqual(['Su cuenta vence en 3 días.'])
})

test('the notice disappears when the account gets a later end', () => {
  const { view, extendAccount } = openNotice()
  extendAccount(toInstant('2027-11-26', '00:00'))
  expect(view.getSnapshot().lead).toBeNull()
})
