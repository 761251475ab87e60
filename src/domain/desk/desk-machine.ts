import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import { changeDesk, DEFAULT_DESKS, type DeskChange, type DeskSize, type Desks } from '#src/domain/desk/desk.ts'

/** The stored desks with their version; null before the client has stored any. */
export interface StoredDesks {
  readonly version: number
  readonly desks: Desks | null
}

interface DeskContext {
  readonly stored: StoredDesks
  /** The desks while the user arranges them. */
  readonly draft: Desks
  /** The draft of the moment when the pointer grabbed a panel. Only `dragging` reads it. */
  readonly beforeDrag: Desks
  /** Why the desks were not read, or not stored. */
  readonly failure: CallFailure | null
}

type DeskEvent = Timed<
  | { readonly type: 'ARRANGE' | 'SAVE' | 'CANCEL' | 'GRAB' | 'DROP' | 'PUT_BACK' }
  | { readonly type: 'CHANGE'; readonly size: DeskSize; readonly change: DeskChange }
  | { readonly type: 'RESET'; readonly size: DeskSize }
  | { readonly type: 'REPLACE'; readonly desks: Desks }
>

export const toDesks = ({ desks }: StoredDesks): Desks => desks ?? DEFAULT_DESKS

const withDesk = (desks: Desks, size: DeskSize, desk: Desks[DeskSize]): Desks => ({ ...desks, [size]: desk })

/** The draft after an event of the user. */
function changeDraft({ draft }: DeskContext, event: DeskEvent): Desks {
  switch (event.type) {
    case 'CHANGE':
      return withDesk(draft, event.size, changeDesk(draft[event.size], event.change))
    case 'RESET':
      return withDesk(draft, event.size, DEFAULT_DESKS[event.size])
    case 'REPLACE':
      return event.desks
    default:
      return draft
  }
}

/**
 * The desks of a client (D128): `loading`, `viewing`, `arranging` and `saving`. It reads them again before
 * the user arranges them, so that a change of another browser is not refused afterwards. A change
 * that was not stored stays on the page, and can be stored again. A panel that the pointer holds can be put back.
 */
export const deskMachine = setup({
  types: { context: {} as DeskContext, events: {} as DeskEvent },
  actors: {
    load: declareCall<null, StoredDesks>(),
    save: declareCall<{ readonly version: number; readonly desks: Desks }, StoredDesks>(),
  },
  guards: { isOk: (_, answer: Answer<StoredDesks>) => answer.ok },
  actions: {
    change: assign(({ context, event }) => ({ draft: changeDraft(context, event) })),
    startDraft: assign(({ context }) => ({ draft: toDesks(context.stored) })),
    store: assign((_, answer: Answer<StoredDesks>) =>
      answer.ok ? { stored: answer.value, draft: toDesks(answer.value), failure: null } : { failure: answer.error },
    ),
    notifySaved: (_): void => declareEffect(),
  },
}).createMachine({
  id: 'desk',
  context: { stored: { version: 0, desks: null }, draft: DEFAULT_DESKS, beforeDrag: DEFAULT_DESKS, failure: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: null,
        onDone: { target: 'viewing', actions: { type: 'store', params: ({ event }) => event.output } },
      },
    },
    viewing: { entry: 'startDraft', on: { ARRANGE: 'reading' } },
    reading: {
      invoke: {
        src: 'load',
        input: null,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'arranging',
            actions: { type: 'store', params: ({ event }) => event.output },
          },
          { target: 'viewing', actions: { type: 'store', params: ({ event }) => event.output } },
        ],
      },
    },
    arranging: {
      on: {
        CHANGE: { actions: 'change' },
        RESET: { actions: 'change' },
        REPLACE: { actions: 'change' },
        SAVE: 'saving',
        CANCEL: { target: 'viewing', actions: assign({ failure: null }) },
      },
      initial: 'idle',
      states: {
        idle: {
          on: { GRAB: { target: 'dragging', actions: assign(({ context }) => ({ beforeDrag: context.draft })) } },
        },
        dragging: {
          on: {
            DROP: 'idle',
            PUT_BACK: { target: 'idle', actions: assign(({ context }) => ({ draft: context.beforeDrag })) },
          },
        },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context: { stored, draft } }) => ({ version: stored.version, desks: draft }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'viewing',
            actions: [{ type: 'store', params: ({ event }) => event.output }, 'notifySaved'],
          },
          { target: 'arranging', actions: { type: 'store', params: ({ event }) => event.output } },
        ],
      },
    },
  },
})
