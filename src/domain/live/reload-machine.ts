import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** How often a postponed reload checks whether the user is still busy, in ms. */
export const RELOAD_RECHECK_MS = SECOND_MS

/** `interval` in ms, `now` the real clock; `busy` is true while a reload would lose something. */
export interface ReloadInput {
  readonly interval: number
  readonly now: () => Instant
  readonly busy: () => boolean
  readonly reload: () => void
  readonly visible: boolean
  readonly online: boolean
  readonly streaming: boolean
}

interface ReloadContext extends ReloadInput {
  /** The remaining time, in ms, and the instant since which it counts down. */
  readonly left: number
  readonly since: Instant
}

/** Changes of the page and of the live stream. */
export interface ReloadEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_STARTED' | 'STREAM_ENDED'
}

/** The remaining time; a clock that was set back adds nothing to it. */
const remainingTime = ({ left, since, now }: ReloadContext) => Math.max(0, left - Math.max(0, now() - since))

/**
 * Reloads the page after some time on screen (§4, D18).
 *
 * Only time visible and online counts. The live stream stops the count (D53), and its end starts
 * it again from the beginning. A due reload waits while a dialog is open or a field has focus.
 *
 * States: `counting`, `held` while the user is busy, `paused`, `excused` while streaming.
 */
export const reloadMachine = setup({
  types: {
    context: {} as ReloadContext,
    events: {} as ReloadEvent,
    input: {} as ReloadInput,
  },
  guards: {
    streaming: ({ context }) => context.streaming,
    away: ({ context }) => !(context.visible && context.online),
    counting: ({ context }) => context.left > 0,
    busy: ({ context }) => context.busy(),
  },
  actions: {
    startCount: assign({ since: ({ context }) => context.now() }),
    stopCount: assign({ left: ({ context }) => remainingTime(context) }),
    useUp: assign({ left: 0 }),
    restartCount: assign({ left: ({ context }) => context.interval }),
    reload: ({ context }) => context.reload(),
  },
  delays: {
    left: ({ context }) => context.left,
    recheck: RELOAD_RECHECK_MS,
  },
}).createMachine({
  id: 'reload',
  context: ({ input }) => ({ ...input, left: input.interval, since: input.now() }),
  initial: 'deciding',
  on: {
    SHOWN: { target: '.deciding', actions: assign({ visible: true }) },
    HIDDEN: { target: '.deciding', actions: assign({ visible: false }) },
    ONLINE: { target: '.deciding', actions: assign({ online: true }) },
    OFFLINE: { target: '.deciding', actions: assign({ online: false }) },
    STREAM_STARTED: { target: '.deciding', actions: assign({ streaming: true }) },
    STREAM_ENDED: { guard: 'streaming', target: '.deciding', actions: [assign({ streaming: false }), 'restartCount'] },
  },
  states: {
    deciding: {
      always: [
        { guard: 'streaming', target: 'excused' },
        { guard: 'away', target: 'paused' },
        { guard: 'counting', target: 'counting' },
        { guard: 'busy', target: 'held' },
        // a page that did not reload counts down again
        { target: 'counting', actions: ['reload', 'restartCount'] },
      ],
    },
    counting: {
      entry: 'startCount',
      exit: 'stopCount',
      after: { left: { target: 'deciding', actions: 'useUp' } },
    },
    held: { after: { recheck: 'deciding' } },
    paused: {},
    excused: {},
  },
})
