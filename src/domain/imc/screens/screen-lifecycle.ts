import type { RequestKind, Settlement } from '#src/domain/imc/requests/requests.ts'
import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'

/** What an administrator can do with a screen. */
const SCREEN_ACTIONS = ['link', 'release', 'change'] as const
export type ScreenAction = (typeof SCREEN_ACTIONS)[number]

/**
 * How an open request changes a screen. In a screen change the user leaves one screen (`leaving`)
 * for another (`receiving`). `replacing` assigns the screen to another user (D58).
 */
export const SCREEN_MOVES = ['linking', 'releasing', 'leaving', 'receiving', 'replacing'] as const
export type ScreenMove = (typeof SCREEN_MOVES)[number]

/** The status in which a move starts, to which a refusal returns; and the status after approval. */
const MOVES = {
  linking: { start: 'available', approved: 'assigned' },
  releasing: { start: 'assigned', approved: 'available' },
  leaving: { start: 'assigned', approved: 'available' },
  receiving: { start: 'available', approved: 'assigned' },
  replacing: { start: 'assigned', approved: 'assigned' },
} as const satisfies Readonly<Record<ScreenMove, Readonly<Record<'start' | 'approved', ScreenStatus>>>>

/** The move that an action starts for the screen on which the administrator chose it. */
const ACTION_MOVES = { link: 'linking', release: 'releasing', change: 'leaving' } as const satisfies Readonly<
  Record<ScreenAction, ScreenMove>
>

/** Whether a request can start this move of a screen. No move starts in transit (D30). */
export const canMove = (status: ScreenStatus | null, move: ScreenMove): boolean => status === MOVES[move].start

/** The actions that a status offers; an unknown status offers no actions (D34). */
export const offeredActions = (status: ScreenStatus | null): readonly ScreenAction[] =>
  SCREEN_ACTIONS.filter((action) => canMove(status, ACTION_MOVES[action]))

/** The status of a screen after the request of its move is settled (D30, D58). */
export const settledStatus = (move: ScreenMove, settlement: Settlement): Exclude<ScreenStatus, 'transit'> =>
  settlement === 'approved' ? MOVES[move].approved : MOVES[move].start

/** The moves of the target screen and of the source screen, by kind of request. */
export const REQUEST_MOVES: Readonly<
  Record<RequestKind, { readonly target: ScreenMove | null; readonly source: ScreenMove | null }>
> = {
  purchase: { target: null, source: null },
  link: { target: 'linking', source: null },
  release: { target: 'releasing', source: null },
  'screen-change': { target: 'receiving', source: 'leaving' },
  'user-change': { target: 'replacing', source: null },
}
