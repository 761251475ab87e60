import { createActor } from 'xstate'

import type { Timers } from '#src/application/platform/clocks.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import { type CountdownInput, countdownMachine, secondsLeft } from '#src/domain/identity/countdown-machine.ts'

/** Counts the whole seconds until an instant; notifies once a second. */
export function createCountdownView(input: CountdownInput, timers: Timers): Readable<{ readonly seconds: number }> {
  let state = { seconds: secondsLeft(input.until, input.now()) }
  const subscribers = createSubscribers(() => {
    const actor = createActor(countdownMachine, { clock: timers, input })
    actor.subscribe(({ context }) => {
      if (context.seconds === state.seconds) return
      state = { seconds: context.seconds }
      subscribers.notify()
    })
    actor.start()
    return () => actor.stop()
  })
  return { getSnapshot: () => state, subscribe: subscribers.subscribe }
}
