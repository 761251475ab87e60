import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { SECTIONS_FAILED } from '#src/application/platform/failure-messages.ts'
import { createAnnouncer, createOutage } from '#src/application/platform/notices.ts'

test('the outage announces ten failures once, and announces the next failure after their recovery', () => {
  const announcer = createAnnouncer(createMemoryPorts().timers)
  const outage = createOutage(announcer.announce)
  const removers = Array.from({ length: 10 }, outage.addFailure)
  expect(announcer.getSnapshot()).toMatchObject({ text: SECTIONS_FAILED, number: 1 })
  for (const remove of removers.slice(1)) remove()
  outage.addFailure()()
  expect(announcer.getSnapshot().number).toBe(1)
  removers[0]?.()
  outage.addFailure()
  expect(announcer.getSnapshot().number).toBe(2)
})
