import { assign, type DoneActorEvent, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { AccessChange, AccessPerson } from '#src/domain/imc/users/access.ts'

export type AccessAction = AccessChange | 'end-sessions'

/** What the dialog does with the access of a person. */
export interface AccessTask {
  readonly action: AccessAction
  readonly person: AccessPerson
}

interface AccessContext {
  readonly task: AccessTask | null
  /** A new number each time the dialog opens. */
  readonly openings: number
  /** Why the last attempt failed. */
  readonly failure: CallFailure | null
}

export type AccessEvent = Timed<
  { readonly type: 'OPEN'; readonly task: AccessTask } | { readonly type: 'CONFIRM' | 'CLOSE' }
>

const toAnswer = ({ event }: { event: DoneActorEvent<Answer<void>> }) => event.output

function requireTask({ task }: AccessContext): AccessTask {
  if (task === null) throw new Error('access: sending nothing')
  return task
}

/**
 * The dialog that changes the access of a person (D111): `closed`, `confirming`, `sending`. After a
 * failure it asks again: a repeated change has no effect, and a repeated password replaces the first.
 */
export const accessMachine = setup({
  types: { context: {} as AccessContext, events: {} as AccessEvent },
  actors: { send: declareCall<AccessTask, void>() },
  guards: { isDone: (_, answer: Answer<void>) => answer.ok },
  actions: {
    /** A reply arrived: the rows may be outdated. */
    notifyEnd: (_, __: { readonly task: AccessTask; readonly isDone: boolean }) => declareEffect(),
    open: assign(({ context }, task: AccessTask) => ({ task, openings: context.openings + 1, failure: null })),
    setFailure: assign((_, answer: Answer<void>) => ({ failure: answer.ok ? null : answer.error })),
  },
}).createMachine({
  id: 'access',
  context: { task: null, openings: 0, failure: null },
  initial: 'closed',
  states: {
    closed: {
      on: { OPEN: { target: 'confirming', actions: { type: 'open', params: ({ event }) => event.task } } },
    },
    confirming: { on: { CONFIRM: 'sending', CLOSE: 'closed' } },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => requireTask(context),
        onDone: [
          {
            guard: { type: 'isDone', params: toAnswer },
            target: 'closed',
            actions: { type: 'notifyEnd', params: ({ context }) => ({ task: requireTask(context), isDone: true }) },
          },
          {
            target: 'confirming',
            actions: [
              { type: 'setFailure', params: toAnswer },
              { type: 'notifyEnd', params: ({ context }) => ({ task: requireTask(context), isDone: false }) },
            ],
          },
        ],
      },
    },
  },
})
