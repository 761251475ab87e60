import { and, assign, fromCallback, not, type SnapshotFrom, setup, stateIn } from 'xstate'

import { type Answer, declareCall, declareEffect } from '#src/domain/call.ts'
import { LATE_INTERVALS } from '#src/domain/live/freshness.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'

/** A stream without events for this time is closed, in ms (D53). */
export const SILENCE_MS = LATE_INTERVALS * HEARTBEAT_MS

/** Timeout for opening a stream, in ms. */
export const OPENING_MS = 10_000

/** Grace period of a lost stream before values are polled, in ms. It must not exceed 5 s. */
export const FALLBACK_MS = 2_000

/** A connection of this length, in ms, resets the count of disconnects. */
export const STEADY_MS = 5_000

const FIRST_RECONNECT_MS = 500
const LONGEST_RECONNECT_MS = 30_000

/** Pause after a number of disconnects in a row (from 1): 0.5, 1, 2, 4 … s, at most 30 s. */
export const reconnectDelay = (disconnects: number): number =>
  Math.min(LONGEST_RECONNECT_MS, FIRST_RECONNECT_MS * 2 ** (disconnects - 1))

/**
 * The events of a connection. `DISCONNECTED`, `REFUSED`, `CLOSED` and `UNAVAILABLE` end the
 * connection; `pause` in ms.
 */
export type LinkEvent =
  | { readonly type: 'OPENED' | 'HEARTBEAT' | 'DISCONNECTED' | 'UNAVAILABLE' }
  | { readonly type: 'REFUSED'; readonly pause: number }
  | { readonly type: 'CLOSED'; readonly reason: string | null }

export interface LiveInput {
  readonly visible: boolean
  readonly online: boolean
}

export interface LiveContext extends LiveInput {
  /** Whether the stream can resume after an event. */
  readonly hasCursor: boolean
  /** Whether the series has every event up to its cursor. */
  readonly complete: boolean
  /** Disconnects in a row. */
  readonly disconnects: number
  /** The wait that the server requested, in ms. */
  readonly pause: number
}

/** Changes of the page, of the connection and of the series. */
export type LiveEvent =
  | { readonly type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE' }
  | { readonly type: 'SERIES_COMPLETE' | 'SERIES_INCOMPLETE' | 'CURSOR_LOST' }
  | LinkEvent

/** The check of the client's session; `reason` is the server's message. */
export interface SessionCheck {
  readonly reason: string | null
}

/** How the values arrive: `connecting` in the first seconds without a stream, then `polling`. */
export type ConnectionStatus = 'connecting' | 'stream' | 'polling' | 'paused' | 'closed'

/**
 * Runs the live stream of one market (D22).
 *
 * `link` is the connection: `idle` without a cursor, `paused` while hidden or offline, `following`,
 * or `waiting` after a disconnect. It is `closed` while the client session is verified: a valid
 * session leads to `waiting`, an invalid one to `ended`. It is `unavailable` if the server has no
 * stream.
 *
 * `supply` is the source of the values: `streaming` while the stream is open and the series
 * complete. After a lost stream it is `pending` for 2 s, then `polling`. An incomplete series leads
 * to `polling` at once. While hidden or offline, `pending` becomes `paused`.
 *
 * The application provides the connection, which opens a stream after the cursor of the series and
 * sends its events; `verifySession`, which answers whether the client's session is valid after the
 * server closed the stream; and `setStreaming`, whose parameter is false when values must be
 * polled.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    input: {} as LiveInput,
  },
  actors: {
    connect: fromCallback<LinkEvent>(() => declareEffect()),
    verifySession: declareCall<SessionCheck, boolean>(),
  },
  guards: {
    isHidden: ({ context }) => !context.visible,
    isVisible: ({ context }) => context.visible,
    isOnline: ({ context }) => context.online,
    isOffline: ({ context }) => !context.online,
    isHiddenOrOffline: ({ context }) => !(context.visible && context.online),
    hasNoCursor: ({ context }) => !context.hasCursor,
    isComplete: ({ context }) => context.complete,
    isIncomplete: ({ context }) => !context.complete,
    isStreaming: stateIn('#streaming'),
    isSessionOver: (_, answer: Answer<boolean>) => answer.ok && !answer.value,
    isLinkPaused: stateIn('#paused'),
    isDelivering: and([stateIn('#streaming'), 'isComplete']),
  },
  actions: {
    countDisconnect: assign({ disconnects: ({ context }) => context.disconnects + 1 }),
    resetDisconnects: assign({ disconnects: 0 }),
    setStreaming: (_, _isStreaming: boolean): void => declareEffect(),
  },
  delays: {
    untilReconnect: ({ context }) => Math.max(context.pause, reconnectDelay(context.disconnects)),
  },
}).createMachine({
  id: 'live',
  type: 'parallel',
  context: ({ input }) => ({ ...input, hasCursor: false, complete: false, disconnects: 0, pause: 0 }),
  on: {
    SHOWN: { actions: assign({ visible: true }) },
    HIDDEN: { actions: assign({ visible: false }) },
    ONLINE: { actions: assign({ online: true }) },
    OFFLINE: { actions: assign({ online: false }) },
    SERIES_COMPLETE: { actions: assign({ hasCursor: true, complete: true }) },
    SERIES_INCOMPLETE: { actions: assign({ complete: false }) },
    CURSOR_LOST: { actions: assign({ hasCursor: false, complete: false }) },
  },
  states: {
    link: {
      initial: 'active',
      states: {
        active: {
          initial: 'deciding',
          on: {
            SHOWN: { guard: 'isHidden', target: '.deciding', actions: assign({ visible: true }) },
            HIDDEN: { guard: 'isVisible', target: '.deciding', actions: assign({ visible: false }) },
            ONLINE: { guard: 'isOffline', target: '.deciding', actions: assign({ online: true }) },
            OFFLINE: { guard: 'isOnline', target: '.deciding', actions: assign({ online: false }) },
          },
          states: {
            deciding: {
              always: [
                { guard: 'isHiddenOrOffline', target: 'paused' },
                { guard: 'hasNoCursor', target: 'idle' },
                { target: 'following' },
              ],
            },
            idle: {
              on: { SERIES_COMPLETE: { target: 'deciding', actions: assign({ hasCursor: true, complete: true }) } },
            },
            paused: { id: 'paused' },
            following: {
              initial: 'opening',
              invoke: { src: 'connect' },
              on: {
                DISCONNECTED: { target: 'waiting', actions: 'countDisconnect' },
                REFUSED: {
                  target: 'waiting',
                  actions: ['countDisconnect', assign({ pause: ({ event }) => event.pause })],
                },
                CURSOR_LOST: {
                  target: 'waiting',
                  actions: ['countDisconnect', assign({ hasCursor: false, complete: false })],
                },
                CLOSED: '#closed',
                UNAVAILABLE: '#unavailable',
              },
              states: {
                opening: {
                  after: { [OPENING_MS]: { target: '#waiting', actions: 'countDisconnect' } },
                  on: { OPENED: 'streaming' },
                },
                streaming: {
                  id: 'streaming',
                  initial: 'listening',
                  after: { [STEADY_MS]: { actions: 'resetDisconnects' } },
                  states: {
                    listening: {
                      after: { [SILENCE_MS]: { target: '#waiting', actions: 'countDisconnect' } },
                      on: { HEARTBEAT: { target: 'listening', reenter: true } },
                    },
                  },
                },
              },
            },
            waiting: {
              id: 'waiting',
              // The page may have been hidden while the client session was verified.
              always: { guard: 'isHiddenOrOffline', target: 'paused' },
              after: { untilReconnect: 'deciding' },
              exit: assign({ pause: 0 }),
            },
          },
        },
        closed: {
          id: 'closed',
          invoke: {
            src: 'verifySession',
            input: ({ event }) => ({ reason: event.type === 'CLOSED' ? event.reason : null }),
            onDone: [
              { guard: { type: 'isSessionOver', params: ({ event }) => event.output }, target: 'ended' },
              { target: '#waiting', actions: 'countDisconnect' },
            ],
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
            { guard: 'isDelivering', target: 'streaming' },
            { guard: 'isLinkPaused', target: 'paused' },
          ],
          after: { [FALLBACK_MS]: 'polling' },
        },
        streaming: {
          entry: { type: 'setStreaming', params: true },
          always: [
            { guard: 'isIncomplete', target: 'polling' },
            { guard: not('isStreaming'), target: 'pending' },
          ],
        },
        polling: {
          entry: { type: 'setStreaming', params: false },
          always: { guard: 'isDelivering', target: 'streaming' },
        },
        paused: { always: { guard: not('isLinkPaused'), target: 'pending' } },
      },
    },
  },
})

/** Maps the state of the machine to the status of the connection. */
export function toConnectionStatus(snapshot: SnapshotFrom<typeof liveMachine>): ConnectionStatus {
  if (snapshot.matches({ link: 'closed' }) || snapshot.matches({ link: 'ended' })) return 'closed'
  if (snapshot.matches({ link: { active: 'paused' } })) return 'paused'
  if (snapshot.matches({ supply: 'streaming' })) return 'stream'
  if (snapshot.matches({ supply: 'polling' }) || snapshot.matches({ link: 'unavailable' })) return 'polling'
  return 'connecting'
}
