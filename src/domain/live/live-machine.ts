import {
  and,
  assign,
  type ErrorActorEvent,
  emit,
  fromCallback,
  fromPromise,
  not,
  type SnapshotFrom,
  setup,
  stateIn,
} from 'xstate'

import { LATE_CYCLES } from '#src/domain/live/freshness.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'

/** A stream without a sign of life for that long is cut (D53). */
export const SILENCE_MS = LATE_CYCLES * HEARTBEAT_MS

/** How long a server may take to open a stream. */
export const OPENING_MS = 10_000

/** How long after a cut values are asked for again, unless the stream is back by then; 5 s at most. */
export const FALLBACK_MS = 2_000

/** A connection that lasted this long was a good one: the next cut is the first again. */
export const STEADY_MS = 5_000

const FIRST_RECONNECT_MS = 500
const LONGEST_RECONNECT_MS = 30_000

/** Pause after that many cuts in a row (from 1): 0.5, 1, 2, 4 … s, never more than 30. */
export const reconnectDelay = (cuts: number): number =>
  Math.min(LONGEST_RECONNECT_MS, FIRST_RECONNECT_MS * 2 ** (cuts - 1))

/** What becomes of a connection; after a `CUT`, `REFUSED`, `CLOSED` or `UNAVAILABLE` nothing more comes of it; `pause` in ms. */
export type LinkEvent =
  | { readonly type: 'OPENED' | 'BEAT' | 'CUT' | 'UNAVAILABLE' }
  | { readonly type: 'REFUSED'; readonly pause: number }
  | { readonly type: 'CLOSED'; readonly reason: string | null }

/** Opens a stream that goes on from where the series stands; gives back the way to leave it. */
export type Connect = (tell: (event: LinkEvent) => void) => () => void

export interface LiveInput {
  readonly connect: Connect
  /** Asks whether the client's session is still good after a stream was closed with a reason. */
  readonly askSession: (reason: string | null) => Promise<boolean>
  readonly visible: boolean
  readonly online: boolean
}

/** `placed`: there is an event to go on from; `whole`: the series has all up to it. `cuts` are those in a row; `pause` is what the server asked for. */
export interface LiveContext extends LiveInput {
  readonly placed: boolean
  readonly whole: boolean
  readonly cuts: number
  readonly pause: number
}

/** Facts of the page, of the connection, and of the series that the stream goes on from. */
export type LiveEvent =
  | { readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' }
  | { readonly type: 'WHOLE' | 'BROKEN' | 'SPOILT' }
  | LinkEvent

/** Told by `actor.on`: from now on values come by the stream, or have to be asked for; or something threw. */
export type LiveEmitted = { readonly type: 'FED' | 'STARVED' } | { readonly type: 'CRASHED'; readonly error: unknown }

const TELL_CRASH = {
  type: 'tellCrash',
  params: ({ event }: { readonly event: ErrorActorEvent }) => event.error,
} as const

/** How values come. `connecting` for the first moments without a stream, `polling` once they are asked for instead. */
export type Connection = 'connecting' | 'stream' | 'polling' | 'paused' | 'closed'

/**
 * Keeps the live stream of one market (D22). `link` is the connection: `idle` until there is a series to go on from, `paused`
 * while hidden or offline, `following`, `waiting` after a cut, `closed` while it is asked whether the session is over, then
 * `ended`; `unavailable` for good where a server has no stream. `supply` says how values come: `fed` by a stream that is open and
 * whose series is whole; else `pending` for 2 s and then `starved`; `held` while nobody looks.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    input: {} as LiveInput,
    emitted: {} as LiveEmitted,
  },
  actors: {
    connect: fromCallback<LinkEvent, Pick<LiveInput, 'connect'>>(({ input, sendBack }) => input.connect(sendBack)),
    askSession: fromPromise<boolean, Pick<LiveInput, 'askSession'> & { readonly reason: string | null }>(({ input }) =>
      input.askSession(input.reason),
    ),
  },
  guards: {
    hidden: ({ context }) => !context.visible,
    shown: ({ context }) => context.visible,
    online: ({ context }) => context.online,
    offline: ({ context }) => !context.online,
    away: ({ context }) => !(context.visible && context.online),
    unplaced: ({ context }) => !context.placed,
    whole: ({ context }) => context.whole,
    broken: ({ context }) => !context.whole,
    streaming: stateIn('#streaming'),
    resting: stateIn('#paused'),
    flowing: and([stateIn('#streaming'), 'whole']),
  },
  actions: {
    countCut: assign({ cuts: ({ context }) => context.cuts + 1 }),
    forgetCuts: assign({ cuts: 0 }),
    tellCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
  },
  delays: {
    untilReconnect: ({ context }) => Math.max(context.pause, reconnectDelay(context.cuts)),
  },
}).createMachine({
  id: 'live',
  type: 'parallel',
  context: ({ input }) => ({ ...input, placed: false, whole: false, cuts: 0, pause: 0 }),
  on: {
    SHOWN: { actions: assign({ visible: true }) },
    HIDDEN: { actions: assign({ visible: false }) },
    ONLINE: { actions: assign({ online: true }) },
    OFFLINE: { actions: assign({ online: false }) },
    WHOLE: { actions: assign({ placed: true, whole: true }) },
    BROKEN: { actions: assign({ whole: false }) },
    SPOILT: { actions: assign({ placed: false, whole: false }) },
  },
  states: {
    link: {
      initial: 'trying',
      states: {
        trying: {
          initial: 'deciding',
          on: {
            SHOWN: { guard: 'hidden', target: '.deciding', actions: assign({ visible: true }) },
            HIDDEN: { guard: 'shown', target: '.deciding', actions: assign({ visible: false }) },
            ONLINE: { guard: 'offline', target: '.deciding', actions: assign({ online: true }) },
            OFFLINE: { guard: 'online', target: '.deciding', actions: assign({ online: false }) },
          },
          states: {
            deciding: {
              always: [
                { guard: 'away', target: 'paused' },
                { guard: 'unplaced', target: 'idle' },
                { target: 'following' },
              ],
            },
            idle: {
              on: { WHOLE: { target: 'deciding', actions: assign({ placed: true, whole: true }) } },
            },
            paused: { id: 'paused' },
            following: {
              initial: 'opening',
              invoke: {
                src: 'connect',
                input: ({ context }) => ({ connect: context.connect }),
                onError: {
                  target: 'waiting',
                  actions: ['countCut', TELL_CRASH],
                },
              },
              on: {
                CUT: { target: 'waiting', actions: 'countCut' },
                REFUSED: { target: 'waiting', actions: ['countCut', assign({ pause: ({ event }) => event.pause })] },
                SPOILT: { target: 'waiting', actions: ['countCut', assign({ placed: false, whole: false })] },
                CLOSED: '#closed',
                UNAVAILABLE: '#unavailable',
              },
              states: {
                opening: {
                  after: { [OPENING_MS]: { target: '#waiting', actions: 'countCut' } },
                  on: { OPENED: 'streaming' },
                },
                streaming: {
                  id: 'streaming',
                  initial: 'listening',
                  after: { [STEADY_MS]: { actions: 'forgetCuts' } },
                  states: {
                    listening: {
                      after: { [SILENCE_MS]: { target: '#waiting', actions: 'countCut' } },
                      on: { BEAT: { target: 'listening', reenter: true } },
                    },
                  },
                },
              },
            },
            waiting: {
              id: 'waiting',
              // Nobody may look any more when the session was asked about.
              always: { guard: 'away', target: 'paused' },
              after: { untilReconnect: 'deciding' },
              exit: assign({ pause: 0 }),
            },
          },
        },
        closed: {
          id: 'closed',
          invoke: {
            src: 'askSession',
            input: ({ context, event }) => ({
              askSession: context.askSession,
              reason: event.type === 'CLOSED' ? event.reason : null,
            }),
            onDone: [
              { guard: ({ event }) => event.output, target: '#waiting', actions: 'countCut' },
              { target: 'ended' },
            ],
            onError: {
              target: '#waiting',
              actions: ['countCut', TELL_CRASH],
            },
          },
        },
        ended: {},
        unavailable: { id: 'unavailable' },
      },
    },
    supply: {
      initial: 'pending',
      states: {
        pending: {
          always: [
            { guard: 'flowing', target: 'fed' },
            { guard: 'resting', target: 'held' },
          ],
          after: { [FALLBACK_MS]: 'starved' },
        },
        fed: {
          entry: emit({ type: 'FED' }),
          always: [
            { guard: 'broken', target: 'starved' },
            { guard: not('streaming'), target: 'pending' },
          ],
        },
        starved: {
          entry: emit({ type: 'STARVED' }),
          always: { guard: 'flowing', target: 'fed' },
        },
        held: { always: { guard: not('resting'), target: 'pending' } },
      },
    },
  },
})

/** How values come, as a page says it. */
export function connectionOf(snapshot: SnapshotFrom<typeof liveMachine>): Connection {
  if (snapshot.matches({ link: 'closed' }) || snapshot.matches({ link: 'ended' })) return 'closed'
  if (snapshot.matches({ link: { trying: 'paused' } })) return 'paused'
  if (snapshot.matches({ supply: 'fed' })) return 'stream'
  if (snapshot.matches({ supply: 'starved' }) || snapshot.matches({ link: 'unavailable' })) return 'polling'
  return 'connecting'
}
