import { assign, setup } from 'xstate'

import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** How soon a reload that waited for the person finds out that it need not wait any more. */
export const RELOAD_RECHECK_MS = SECOND_MS

/** What a machine starts with. `interval` in ms, `now` the real clock; `busy` says whether a reload would take something away. */
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
  /** Milliseconds of the count still to come, and since when they run. */
  readonly left: number
  readonly since: Instant
}

/** Facts of the page and of the live stream. */
export interface ReloadEvent {
  readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' | 'STREAM_STARTED' | 'STREAM_ENDED'
}

/** Never more than was left: a clock that was set back does not give time. */
const leftOf = ({ left, since, now }: ReloadContext) => Math.max(0, left - Math.max(0, now() - since))

/**
 * Loads the whole page anew after so much time in front of a person (§4, D18). Only time on screen and with a connection
 * counts, as every timer pauses on a hidden page, and a reload offline would lose it. No count runs while the live stream
 * does (D53); it starts from the beginning when the stream ends. Once due it waits for an open dialog or a field with
 * focus. States: `counting`, `held` while the person is busy, `paused`, `excused` by the stream.
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
    stopCount: assign({ left: ({ context }) => leftOf(context) }),
    spendAll: assign({ left: 0 }),
    countAnew: assign({ left: ({ context }) => context.interval }),
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
    STREAM_ENDED: { guard: 'streaming', target: '.deciding', actions: [assign({ streaming: false }), 'countAnew'] },
  },
  states: {
    deciding: {
      always: [
        { guard: 'streaming', target: 'excused' },
        { guard: 'away', target: 'paused' },
        { guard: 'counting', target: 'counting' },
        { guard: 'busy', target: 'held' },
        // a page that stays although it was told to go starts again
        { target: 'counting', actions: ['reload', 'countAnew'] },
      ],
    },
    counting: {
      entry: 'startCount',
      exit: 'stopCount',
      after: { left: { target: 'deciding', actions: 'spendAll' } },
    },
    held: { after: { recheck: 'deciding' } },
    paused: {},
    excused: {},
  },
})
