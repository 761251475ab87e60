import { getNextSnapshot, setup } from 'xstate'

import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'

/** What an administrator can do with a screen. */
export const SCREEN_ACTIONS = ['link', 'release', 'change'] as const
export type ScreenAction = (typeof SCREEN_ACTIONS)[number]

/**
 * How an open request changes a screen. In a screen change the user leaves one screen (`leaving`)
 * for another (`receiving`). `replacing` assigns the screen to another user (D58).
 */
export const SCREEN_MOVES = ['linking', 'releasing', 'leaving', 'receiving', 'replacing'] as const
export type ScreenMove = (typeof SCREEN_MOVES)[number]

/** How the operator settles a request (D31). */
export type Settlement = 'approved' | 'refused'

type ScreenEvent =
  | { readonly type: 'LINK' }
  | { readonly type: 'RELEASE' }
  | { readonly type: 'MOVE_AWAY' }
  | { readonly type: 'RECEIVE' }
  | { readonly type: 'REPLACE_USER' }
  | { readonly type: 'APPROVED' }
  | { readonly type: 'REFUSED' }

/**
 * The actions that each status offers, and the status of a screen after its request is settled
 * (D30). Portal and server use the machine only through the functions below.
 */
export const screenMachine = setup({ types: { events: {} as ScreenEvent } }).createMachine({
  id: 'screen',
  initial: 'available',
  states: {
    available: { on: { LINK: 'transit.linking', RECEIVE: 'transit.receiving' } },
    assigned: {
      on: { RELEASE: 'transit.releasing', MOVE_AWAY: 'transit.leaving', REPLACE_USER: 'transit.replacing' },
    },
    transit: {
      initial: 'linking',
      states: {
        linking: { on: { APPROVED: '#screen.assigned', REFUSED: '#screen.available' } },
        releasing: { on: { APPROVED: '#screen.available', REFUSED: '#screen.assigned' } },
        leaving: { on: { APPROVED: '#screen.available', REFUSED: '#screen.assigned' } },
        receiving: { on: { APPROVED: '#screen.assigned', REFUSED: '#screen.available' } },
        replacing: { on: { APPROVED: '#screen.assigned', REFUSED: '#screen.assigned' } },
      },
    },
  },
})

const MOVE_EVENTS = {
  linking: { type: 'LINK' },
  releasing: { type: 'RELEASE' },
  leaving: { type: 'MOVE_AWAY' },
  receiving: { type: 'RECEIVE' },
  replacing: { type: 'REPLACE_USER' },
} as const satisfies Readonly<Record<ScreenMove, ScreenEvent>>

/** The move that an action starts for the screen on which the administrator chose it. */
const ACTION_MOVES = { link: 'linking', release: 'releasing', change: 'leaving' } as const satisfies Readonly<
  Record<ScreenAction, ScreenMove>
>

/** Any substate of `transit` gives the same result, because none of them accepts a request. */
const toSnapshot = (status: ScreenStatus) =>
  screenMachine.resolveState({ value: status === 'transit' ? { transit: 'linking' } : status })

/** Whether a request can start this move of a screen in this status. */
export const canMove = (status: ScreenStatus | null, move: ScreenMove): boolean =>
  status !== null && toSnapshot(status).can(MOVE_EVENTS[move])

/** The actions that a status offers; an unknown status offers no actions (D34). */
export const offeredActions = (status: ScreenStatus | null): readonly ScreenAction[] =>
  SCREEN_ACTIONS.filter((action) => canMove(status, ACTION_MOVES[action]))

/** The status of a screen after the request of its move is settled. */
export function settledStatus(move: ScreenMove, settlement: Settlement): Exclude<ScreenStatus, 'transit'> {
  const event = settlement === 'approved' ? ({ type: 'APPROVED' } as const) : ({ type: 'REFUSED' } as const)
  const { value } = getNextSnapshot(screenMachine, screenMachine.resolveState({ value: { transit: move } }), event)
  if (value === 'available' || value === 'assigned') return value
  throw new Error(`screen lifecycle: ${move} has no end`)
}
