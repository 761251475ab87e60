import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { ANNOUNCEMENT_MS, createAnnouncer, MAX_ANNOUNCEMENTS } from '#src/application/platform/notices.ts'

function openAnnouncer() {
  const { clock, timers } = createMemoryPorts()
  return { clock, announcer: createAnnouncer(timers) }
}

test('announcing the same text twice creates two announcements', () => {
  const { announcer } = openAnnouncer()
  let calls = 0
  announcer.subscribe(() => {
    calls += 1
  })
  announcer.announce('Orden original')
  announcer.announce('Orden original')
  expect(announcer.getSnapshot()).toMatchObject({ text: 'Orden original', number: 2 })
  expect(calls).toBe(2)
})

/** An announcement, or time that passes. */
const STEP = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: ANNOUNCEMENT_MS }))

test('an announcement is there for its time unless too many follow, in order, each with a number of its own', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
      const { announcer, clock } = openAnnouncer()
      const announced: { readonly text: string; readonly at: number }[] = []
      for (const step of steps) {
        if (typeof step === 'number') clock.advance(step)
        else {
          announcer.announce(step)
          announced.push({ text: step, at: clock.now() })
        }
        const expected = announced
          .map(({ text, at }, index) => ({ text, at, number: index + 1 }))
          .slice(-MAX_ANNOUNCEMENTS)
          .filter(({ at }) => clock.now() < at + ANNOUNCEMENT_MS)
          .map(({ text, number }) => ({ text, number }))
        expect(announcer.getSnapshot().recent).toEqual(expected)
      }
    }),
  )
})
