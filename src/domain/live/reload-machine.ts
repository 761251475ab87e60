import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval at which a postponed reload checks whether the user is still busy, in ms. */
export const RELOAD_RECHECK_MS = SECOND_MS

/** `interval` in ms, `now` the real clock; `busy` is true while a reload would lose user input. */
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
  readonly remaining: number
  readonly since: Instant
}

/** Changes of the page and of the live stream. */
export interface ReloadEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_STARTED' | 'STREAM_ENDED'
}

/** Returns the remaining time. Setting the clock back does not increase it. */
const computeRemaining = ({ remaining, since, now }: ReloadContext) =>
  Math.max(0, remaining - Math.max(0, now() - since))

/**
 * Reloads the page after some time on screen (§4, D18).
 *
 * Only time visible and online counts. The live stream stops the count (D53); the stream's end
 * restarts the count. A due reload waits while a dialog is open or a field has focus.
 *
 * States: `counting`, `postponed` while the user is busy, `paused`, `streaming`.
 */
export const reloadMachine = setup({
  types: {
    context: {} as ReloadContext,
    events: {} as ReloadEvent,
    input: {} as ReloadInput,
  },
  guards: {
    isStreaming: ({ context }) => context.streaming,
    isHiddenOrOffline: ({ context }) => !(context.visible && context.online),
    hasTimeLeft: ({ context }) => context.remaining > 0,
    isBusy: ({ context }) => context.busy(),
  },
  actions: {
    startCount: assign({ since: ({ context }) => context.now() }),
    stopCount: assign({ remaining: ({ context }) => computeRemaining(context) }),
    clearRemaining: assign({ remaining: 0 }),
    restartCount: assign({ remaining: ({ context }) => context.interval }),
    reload: ({ context }) => context.reload(),
  },
  delays: {
    remaining: ({ context }) => context.remaining,
    recheck: RELOAD_RECHECK_MS,
  },
}).createMachine({
  id: 'reload',
  context: ({ input }) => ({ ...input, remaining: input.interval, since: input.now() }),
  initial: 'deciding',
  on: {
    SHOWN: { target: '.deciding', actions: assign({ visible: true }) },
    HIDDEN: { target: '.deciding', actions: assign({ visible: false }) },
    ONLINE: { target: '.deciding', actions: assign({ online: true }) },
    OFFLINE: { target: '.deciding', actions: assign({ online: false }) },
    STREAM_STARTED: { target: '.deciding', actions: assign({ streaming: true }) },
    STREAM_ENDED: {
      guard: 'isStreaming',
      target: '.deciding',
      actions: [assign({ streaming: false }), 'restartCount'],
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isStreaming', target: 'streaming' },
        { guard: 'isHiddenOrOffline', target: 'paused' },
        { guard: 'hasTimeLeft', target: 'counting' },
        { guard: 'isBusy', target: 'postponed' },
        // If the page did not reload, the count starts again.
        { target: 'counting', actions: ['reload', 'restartCount'] },
      ],
    },
    counting: {
      entry: 'startCount',
      exit: 'stopCount',
      after: { remaining: { target: 'deciding', actions: 'clearRemaining' } },
    },
    postponed: { after: { recheck: 'deciding' } },
    paused: {},
    streaming: {},
  },
})
