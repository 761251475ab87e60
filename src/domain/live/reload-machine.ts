import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval at which a postponed reload checks whether the user is still busy, in ms. */
export const RELOAD_RECHECK_MS = SECOND_MS

/** `interval` in ms; `now`: real clock; `busy` is true while a reload would lose user input. */
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
  /** The remaining time at the instant `since`, in ms. */
  readonly remaining: number
  readonly since: Instant
}

/** Changes of the page and of the live stream. */
export interface ReloadEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_STARTED' | 'STREAM_ENDED'
}

/** Returns the remaining time. A clock that is set back does not increase the remaining time. */
const computeRemaining = ({ remaining, since, now }: ReloadContext) =>
  Math.max(0, remaining - Math.max(0, now() - since))

/**
 * Reloads the page after `interval` (§4, D18).
 *
 * The countdown runs only while the page is visible and online. An open live stream stops the
 * countdown (D53); the end of the stream resets it to the full interval. A due reload waits while a
 * dialog is open or a field has focus.
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
    recordStart: assign({ since: ({ context }) => context.now() }),
    saveRemaining: assign({ remaining: ({ context }) => computeRemaining(context) }),
    clearRemaining: assign({ remaining: 0 }),
    resetRemaining: assign({ remaining: ({ context }) => context.interval }),
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
      actions: [assign({ streaming: false }), 'resetRemaining'],
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isStreaming', target: 'streaming' },
        { guard: 'isHiddenOrOffline', target: 'paused' },
        { guard: 'hasTimeLeft', target: 'counting' },
        { guard: 'isBusy', target: 'postponed' },
        // If the page did not reload, the countdown starts again.
        { target: 'counting', actions: ['reload', 'resetRemaining'] },
      ],
    },
    counting: {
      entry: 'recordStart',
      exit: 'saveRemaining',
      after: { remaining: { target: 'deciding', actions: 'clearRemaining' } },
    },
    postponed: { after: { recheck: 'deciding' } },
    paused: {},
    streaming: {},
  },
})
