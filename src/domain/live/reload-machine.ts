import { assign, setup } from 'xstate'

import { declareEffect, declareGuard, type Timed } from '#src/domain/call.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval at which a postponed reload checks whether the user is still busy, in ms. */
export const RELOAD_RECHECK_MS = SECOND_MS

/** `interval` in ms; `at` is the start on the real clock. */
export interface ReloadInput {
  readonly interval: number
  readonly at: Instant
  readonly visible: boolean
  readonly online: boolean
  readonly streaming: boolean
}

interface ReloadContext extends ReloadInput {
  /** The remaining time at the instant `at`, in ms. */
  readonly remaining: number
}

/** Changes of the page and of the live stream. */
export type ReloadEvent = Timed<{
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_STARTED' | 'STREAM_ENDED'
}>

/** Counts the time until `at`. A clock that is set back does not increase the remaining time. */
function countUntil(at: Instant, context: ReloadContext) {
  const { remaining, visible, online, streaming } = context
  if (!(visible && online) || streaming) return { at, remaining }
  return { at, remaining: Math.max(0, remaining - Math.max(0, at - context.at)) }
}

/**
 * Reloads the page after `interval` (§4, D18).
 *
 * The countdown runs only while the page is visible and online. An open live stream stops the
 * countdown (D53); the end of the stream resets it to the full interval. A due reload waits while
 * the user is busy: a dialog is open or a field has focus. The application provides `isBusy` and
 * `reload`.
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
    isBusy: declareGuard,
  },
  actions: {
    count: assign(({ context, event }) => countUntil(event.at, context)),
    finishCount: assign(({ context: { at, remaining } }) => ({ at: at + remaining, remaining: 0 })),
    resetRemaining: assign({ remaining: ({ context }) => context.interval }),
    countRecheck: assign({ at: ({ context }) => context.at + RELOAD_RECHECK_MS }),
    reload: declareEffect,
  },
  delays: {
    remaining: ({ context }) => context.remaining,
    recheck: RELOAD_RECHECK_MS,
  },
}).createMachine({
  id: 'reload',
  context: ({ input }) => ({ ...input, remaining: input.interval }),
  initial: 'deciding',
  on: {
    SHOWN: { target: '.deciding', actions: ['count', assign({ visible: true })] },
    HIDDEN: { target: '.deciding', actions: ['count', assign({ visible: false })] },
    ONLINE: { target: '.deciding', actions: ['count', assign({ online: true })] },
    OFFLINE: { target: '.deciding', actions: ['count', assign({ online: false })] },
    STREAM_STARTED: { target: '.deciding', actions: ['count', assign({ streaming: true })] },
    STREAM_ENDED: {
      guard: 'isStreaming',
      target: '.deciding',
      actions: ['count', assign({ streaming: false }), 'resetRemaining'],
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
    counting: { after: { remaining: { target: 'deciding', actions: 'finishCount' } } },
    postponed: { after: { recheck: { target: 'deciding', actions: 'countRecheck' } } },
    paused: {},
    streaming: {},
  },
})
