import { expect, test } from 'vitest'
import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'
import { createAnnouncer, createOutage } from '#src/application/platform/notices.ts'

test('the outage announces ten failures once, and announces the next failure after their recovery', () => {
  const announcer = createAnnouncer()
  const outage = createOutage(announcer.announce)
  const removers = Array.from({ length: 10 }, outage.addFailure)
  expect(announcer.getSnapshot()).toEqual({ text: SECTIONS_FAILED, number: 1 })
  for (const remove of removers.slice(1)) remove()
  outage.addFailure()()
  expect(announcer.getSnapshot().number).toBe(1)
  removers[0]?.()
  outage.addFailure()
  expect(announcer.getSnapshot().number).toBe(2)
})

test('announcing the same text twice creates two announcements', () => {
  const announcer = createAnnouncer()
  let calls = 0
  announcer.subscribe(() => {
    calls += 1
  })
  announcer.announce('Orden original')
  announcer.announce('Orden original')
  expect(announcer.getSnapshot()).toEqual({ text: 'Orden original', number: 2 })
  expect(calls).toBe(2)
})
