import { assign, type DoneActorEvent, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { OpenSession, SessionSelection } from '#src/domain/imc/session/open-sessions.ts'

/** What the dialog ends. */
export interface SessionEnd {
  readonly selection: SessionSelection
  /** The sessions that the selection named when the dialog opened. */
  readonly sessions: readonly OpenSession[]
}

interface EndContext {
  readonly end: SessionEnd | null
  /** A new number each time the dialog opens. */
  readonly openings: number
  /** Why the last attempt failed. */
  readonly failure: CallFailure | null
}

export type EndSessionsEvent = Timed<
  { readonly type: 'OPEN'; readonly end: SessionEnd } | { readonly type: 'CONFIRM' | 'CLOSE' }
>

const toAnswer = ({ event }: { event: DoneActorEvent<Answer<number>> }) => event.output

function requireSelection({ end }: EndContext): SessionSelection {
  if (end === null) throw new Error('end-sessions: sending nothing')
  return end.selection
}

/**
 * The dialog that ends sessions of other browsers (D95): `closed`, `confirming`, `sending`. After a
 * failure it asks again: a repeated end of an ended session has no effect.
 */
export const endSessionsMachine = setup({
  types: { context: {} as EndContext, events: {} as EndSessionsEvent },
  actors: { end: declareCall<SessionSelection, number>() },
  guards: { isDone: (_, answer: Answer<number>) => answer.ok },
  actions: {
    /** A reply arrived: the rows may be outdated. Without a count the call failed. */
    notifyEnd: (_, __: Answer<number>) => declareEffect(),
    open: assign(({ context }, end: SessionEnd) => ({ end, openings: context.openings + 1, failure: null })),
    setFailure: assign((_, answer: Answer<number>) => ({ failure: answer.ok ? null : answer.error })),
  },
}).createMachine({
  id: 'end-sessions',
  context: { end: null, openings: 0, failure: null },
  initial: 'closed',
  states: {
    closed: {
      on: { OPEN: { target: 'confirming', actions: { type: 'open', params: ({ event }) => event.end } } },
    },
    confirming: { on: { CONFIRM: 'sending', CLOSE: 'closed' } },
    sending: {
      invoke: {
        src: 'end',
        input: ({ context }) => requireSelection(context),
        onDone: [
          {
            guard: { type: 'isDone', params: toAnswer },
            target: 'closed',
            actions: { type: 'notifyEnd', params: toAnswer },
          },
          {
            target: 'confirming',
            actions: [
              { type: 'setFailure', params: toAnswer },
              { type: 'notifyEnd', params: toAnswer },
            ],
          },
        ],
      },
    },
  },
})
