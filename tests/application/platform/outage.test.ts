import { expect, test } from 'vitest'

import { createAnnouncer } from '#src/application/platform/announcer.ts'
import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'
import { createOutage } from '#src/application/platform/outage.ts'

test('ten failed sections are announced once, and the next failure after their recovery again', () => {
  const announcer = createAnnouncer()
  const outage = createOutage(announcer.announce)
  const ends = Array.from({ length: 10 }, outage.addFailure)
  expect(announcer.getSnapshot()).toEqual({ text: SECTIONS_FAILED, number: 1 })
  for (const end of ends.slice(1)) end()
  outage.addFailure()()
  expect(announcer.getSnapshot().number).toBe(1)
  ends[0]?.()
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
