import { assign, setup } from 'xstate'

import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import {
  createLevel,
  createLine,
  type Drawing,
  type DrawingKind,
  type DrawingMove,
  type DrawingPart,
  type DrawingPoint,
  type Drawings,
  MAX_DRAWINGS,
  mergeDrawings,
  moveDrawing,
  partAfterMove,
  putDrawing,
  removeDrawing,
} from '#src/domain/charting/drawings.ts'

/** Drawings as they are stored, with the number of their changes. */
export interface StoredDrawings {
  readonly version: number
  readonly drawings: Drawings
}

/** A drawing that a pointer holds. */
interface Drag {
  readonly start: DrawingPoint
  readonly original: Drawing
  readonly part: DrawingPart
  readonly moved: Drawing
}

interface DrawingContext {
  readonly stored: StoredDrawings
  /** The drawings on the page. */
  readonly drawings: Drawings
  /** The drawing that is chosen, null for none. */
  readonly selected: { readonly id: string; readonly part: DrawingPart } | null
  readonly tool: DrawingKind | null
  /** The first point of a new line. */
  readonly start: DrawingPoint | null
  /** The point under the pointer while a tool is chosen. */
  readonly hover: DrawingPoint | null
  readonly drag: Drag | null
  /** The drawings that are being stored. */
  readonly sent: Drawings
  /** The last drawing that was deleted. */
  readonly deleted: Drawing | null
  readonly failure: CallFailure | null
}

export type DrawingEvent = Timed<
  | { readonly type: 'CHOOSE_TOOL'; readonly tool: DrawingKind | null }
  /** `id` names the drawing if this point completes it. */
  | { readonly type: 'POINT'; readonly id: string; readonly point: DrawingPoint }
  | { readonly type: 'HOVER'; readonly point: DrawingPoint }
  | { readonly type: 'ADD'; readonly drawing: Drawing }
  | { readonly type: 'GRAB'; readonly id: string; readonly part: DrawingPart; readonly point: DrawingPoint }
  | { readonly type: 'MOVE'; readonly id: string; readonly part: DrawingPart; readonly move: DrawingMove }
  | { readonly type: 'SELECT'; readonly id: string; readonly part: DrawingPart }
  | { readonly type: 'DELETE'; readonly id: string }
  | { readonly type: 'DROP' | 'CANCEL' | 'UNDO' | 'RETRY' }
>

type StoredAnswer = Answer<StoredDrawings>

/** Another window has stored a newer version. */
const isOutdated = (answer: StoredAnswer) =>
  !answer.ok && answer.error.kind === 'rejected' && answer.error.status === 409

/** Returns the new drawing that the point completes, null for the first point of a line. */
function completeDrawing(
  { tool, start }: Pick<DrawingContext, 'tool' | 'start'>,
  id: string,
  point: DrawingPoint,
): Drawing | null {
  if (tool === 'level') return createLevel(id, point.price)
  return start && createLine(id, start, point)
}

/** The drawings as they are on the screen: with the one that is held, and the one that is being drawn. */
export function showDrawings(
  context: Pick<DrawingContext, 'drawings' | 'drag' | 'hover' | 'tool' | 'start'>,
): Drawings {
  const { drawings, drag, hover, tool, start } = context
  if (drag) return putDrawing(drawings, drag.moved)
  if (!tool || !hover) return drawings
  const drawn = completeDrawing({ tool, start }, NEW_DRAWING, hover)
  return drawn ? [...drawings, drawn] : drawings
}

/** Whether a change is not stored yet. */
export const hasUnstored = ({ drawings, stored }: Pick<DrawingContext, 'drawings' | 'stored'>): boolean =>
  drawings !== stored.drawings

/** The id of the drawing that is not complete yet. */
export const NEW_DRAWING = 'new'

const NO_DRAWINGS: Drawings = []
/** Several changes within this time are stored as one. */
const STORE_AFTER_MS = 300
const RETRY_AFTER_MS = 30_000
const NO_TOOL = { tool: null, start: null, hover: null } as const

/**
 * The drawings of a user on the charts of a market (D131). One half follows pointer and keys, the
 * other stores each change. A change that another window has overtaken is merged with that window's
 * drawings and stored again.
 */
export const drawingMachine = setup({
  types: { context: {} as DrawingContext, events: {} as DrawingEvent },
  actors: {
    load: declareCall<null, StoredDrawings>(),
    save: declareCall<StoredDrawings, StoredDrawings>(),
  },
  guards: {
    isChanged: ({ context }) => hasUnstored(context),
    isOutdated: (_, answer: StoredAnswer) => isOutdated(answer),
    isFailed: (_, answer: StoredAnswer) => !answer.ok,
    hasRoom: ({ context }) => context.drawings.length < MAX_DRAWINGS,
    isComplete: ({ context, event }) =>
      event.type === 'POINT' && completeDrawing(context, event.id, event.point) !== null,
    isKnown: ({ context, event }) =>
      (event.type === 'GRAB' || event.type === 'MOVE' || event.type === 'DELETE') &&
      context.drawings.some(({ id }) => id === event.id),
    canUndo: ({ context }) => context.deleted !== null && context.drawings.length < MAX_DRAWINGS,
    isTool: ({ context, event }) =>
      event.type === 'CHOOSE_TOOL' && event.tool !== null && context.drawings.length < MAX_DRAWINGS,
  },
  actions: {
    chooseTool: assign(({ event }) =>
      event.type === 'CHOOSE_TOOL' ? { ...NO_TOOL, tool: event.tool, selected: null } : {},
    ),
    leaveTool: assign(NO_TOOL),
    start: assign(({ event }) => (event.type === 'POINT' ? { start: event.point, hover: event.point } : {})),
    hover: assign(({ event }) => (event.type === 'HOVER' ? { hover: event.point } : {})),
    complete: assign(({ context, event }) => {
      const drawing = event.type === 'POINT' ? completeDrawing(context, event.id, event.point) : null
      if (!drawing) return {}
      const part = drawing.kind === 'level' ? ('whole' as const) : ('to' as const)
      return { ...NO_TOOL, drawings: putDrawing(context.drawings, drawing), selected: { id: drawing.id, part } }
    }),
    add: assign(({ context, event }) =>
      event.type === 'ADD'
        ? {
            ...NO_TOOL,
            drawings: putDrawing(context.drawings, event.drawing),
            selected: { id: event.drawing.id, part: event.drawing.kind === 'level' ? 'whole' : 'to' },
          }
        : {},
    ),
    select: assign(({ event }) => (event.type === 'SELECT' ? { selected: { id: event.id, part: event.part } } : {})),
    unselect: assign({ selected: null }),
    move: assign(({ context, event }) => {
      const drawing = event.type === 'MOVE' && context.drawings.find(({ id }) => id === event.id)
      if (!drawing) return {}
      const { id, part, move } = event
      return {
        drawings: putDrawing(context.drawings, moveDrawing(drawing, part, move)),
        selected: { id, part: partAfterMove(drawing, part, move) },
      }
    }),
    remove: assign(({ context, event }) => {
      const drawing = event.type === 'DELETE' && context.drawings.find(({ id }) => id === event.id)
      return drawing ? { drawings: removeDrawing(context.drawings, drawing.id), deleted: drawing, selected: null } : {}
    }),
    undo: assign(({ context: { drawings, deleted } }) =>
      deleted ? { drawings: putDrawing(drawings, deleted), deleted: null } : {},
    ),
    grab: assign(({ context, event }) => {
      const drawing = event.type === 'GRAB' && context.drawings.find(({ id }) => id === event.id)
      if (!drawing) return {}
      const { id, part, point } = event
      return { drag: { start: point, original: drawing, part, moved: drawing }, selected: { id, part } }
    }),
    dragTo: assign(({ context: { drag }, event }) => {
      if (event.type !== 'HOVER' || !drag) return {}
      const move = { time: event.point.at - drag.start.at, price: event.point.price - drag.start.price }
      return { drag: { ...drag, moved: moveDrawing(drag.original, drag.part, move) } }
    }),
    drop: assign(({ context: { drawings, drag } }) => ({
      drag: null,
      drawings: drag && drag.moved !== drag.original ? putDrawing(drawings, drag.moved) : drawings,
    })),
    leaveDrag: assign({ drag: null }),
    store: assign(({ context }, answer: StoredAnswer) => {
      if (!answer.ok) return { failure: answer.error }
      const { stored, drawings } = context
      const isChanged = hasUnstored(context)
      return {
        // A change that is not stored yet remains a problem until it is.
        failure: isChanged ? context.failure : null,
        stored: answer.value,
        drawings: isChanged ? mergeDrawings(stored.drawings, drawings, answer.value.drawings) : answer.value.drawings,
      }
    }),
    send: assign(({ context }) => ({ sent: context.drawings })),
    confirm: assign(({ context }, answer: StoredAnswer) =>
      answer.ok
        ? { failure: null, stored: { version: answer.value.version, drawings: context.sent } }
        : { failure: answer.error },
    ),
  },
}).createMachine({
  id: 'drawings',
  context: {
    stored: { version: 0, drawings: NO_DRAWINGS },
    drawings: NO_DRAWINGS,
    selected: null,
    ...NO_TOOL,
    drag: null,
    sent: NO_DRAWINGS,
    deleted: null,
    failure: null,
  },
  type: 'parallel',
  states: {
    editing: {
      initial: 'idle',
      on: {
        CHOOSE_TOOL: [
          { guard: 'isTool', target: '.placing', actions: 'chooseTool' },
          { target: '.idle', actions: 'leaveTool' },
        ],
        ADD: { guard: 'hasRoom', target: '.idle', actions: 'add' },
        DELETE: { guard: 'isKnown', target: '.idle', actions: ['leaveDrag', 'remove'] },
        SELECT: { actions: 'select' },
        UNDO: { guard: 'canUndo', actions: 'undo' },
      },
      states: {
        idle: {
          on: {
            GRAB: { guard: 'isKnown', target: 'dragging', actions: 'grab' },
            MOVE: { guard: 'isKnown', actions: 'move' },
            CANCEL: { actions: 'unselect' },
          },
        },
        placing: {
          on: {
            POINT: [{ guard: 'isComplete', target: 'idle', actions: 'complete' }, { actions: 'start' }],
            HOVER: { actions: 'hover' },
            CANCEL: { target: 'idle', actions: 'leaveTool' },
          },
        },
        dragging: {
          on: {
            HOVER: { actions: 'dragTo' },
            DROP: { target: 'idle', actions: 'drop' },
            CANCEL: { target: 'idle', actions: 'leaveDrag' },
          },
        },
      },
    },
    storing: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'load',
            input: null,
            onDone: [
              {
                guard: { type: 'isFailed', params: ({ event }) => event.output },
                target: 'failed',
                actions: { type: 'store', params: ({ event }) => event.output },
              },
              { target: 'stored', actions: { type: 'store', params: ({ event }) => event.output } },
            ],
          },
        },
        stored: { always: { guard: 'isChanged', target: 'changed' } },
        changed: { after: { [STORE_AFTER_MS]: 'saving' } },
        saving: {
          entry: 'send',
          invoke: {
            src: 'save',
            input: ({ context: { stored, drawings } }) => ({ version: stored.version, drawings }),
            onDone: [
              { guard: { type: 'isOutdated', params: ({ event }) => event.output }, target: 'reading' },
              {
                guard: { type: 'isFailed', params: ({ event }) => event.output },
                target: 'failed',
                actions: { type: 'confirm', params: ({ event }) => event.output },
              },
              { target: 'stored', actions: { type: 'confirm', params: ({ event }) => event.output } },
            ],
          },
        },
        failed: { after: { [RETRY_AFTER_MS]: 'reading' }, on: { RETRY: 'reading' } },
      },
    },
  },
})
