import { assign, setup } from 'xstate'
import { type Answer, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'

/** The change that the user confirmed. */
interface ConfirmedChange<T> {
  readonly task: T
}

/** `T` is what the change does. */
interface ChangeContext<T> {
  readonly task: T | null
  /** A new number each time the dialog opens. */
  readonly openings: number
  /** The sentence that announces the change, or why it failed; null before a reply. */
  readonly answer: Answer<string> | null
}

type ConfirmedChangeEvent<T> = Timed<
  { readonly type: 'OPEN'; readonly task: T } | { readonly type: 'CONFIRM' | 'CLOSE' }
>

function toChange<T>({ task }: ChangeContext<T>): ConfirmedChange<T> {
  if (task === null) throw new Error('confirmed change: sending nothing')
  return { task }
}

/**
 * The dialog of a change that is confirmed before it is sent: `closed`, `confirming`, `sending`.
 * After a failure it asks again, so a repeated change must have no other effect than the first.
 */
export function createConfirmedChangeMachine<T>() {
  return setup({
    types: { context: {} as ChangeContext<T>, events: {} as ConfirmedChangeEvent<T> },
    actors: { send: declareCall<ConfirmedChange<T>, string>() },
    guards: { isDone: ({ context: { answer } }) => answer?.ok === true },
    actions: {
      /** A reply arrived: the rows may be outdated. */
      notifyEnd: (_) => declareEffect(),
      open: assign(({ context, event }) =>
        event.type === 'OPEN' ? { task: event.task, openings: context.openings + 1, answer: null } : {},
      ),
      storeAnswer: assign((_, answer: Answer<string>) => ({ answer })),
    },
  }).createMachine({
    id: 'confirmed-change',
    context: { task: null, openings: 0, answer: null },
    initial: 'closed',
    states: {
      closed: { on: { OPEN: { target: 'confirming', actions: 'open' } } },
      confirming: { on: { CONFIRM: 'sending', CLOSE: 'closed' } },
      sending: {
        invoke: {
          src: 'send',
          input: ({ context }: { context: ChangeContext<T> }) => toChange(context),
          onDone: { target: 'ended', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
        },
      },
      ended: { entry: 'notifyEnd', always: [{ guard: 'isDone', target: 'closed' }, { target: 'confirming' }] },
    },
  })
}
