import { assign, forwardTo, sendTo, setup } from 'xstate'

import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import {
  findUsableProof,
  HUMAN_CHECK_EVENTS,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanProof,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'

/** The content of a form, and the proof of its human check. */
export interface CheckedRequest<Q> {
  readonly content: Q
  readonly proof: HumanProof
}

/** The reply of the service to a request that arrived. */
export type CheckedReply = 'done' | 'refused'

/**
 * `answer` is null before a request ends and while one is sent. `solution` and `round` are copies
 * of the human check's.
 */
interface CheckedRequestContext<Q> extends HumanCheckContext {
  readonly request: CheckedRequest<Q> | null
  readonly answer: Answer<CheckedReply> | null
}

export type CheckedRequestEvent<Q> = HumanCheckUpdate | Timed<{ readonly type: 'SUBMIT'; readonly content: Q }>

function toRequest<Q>({ request }: CheckedRequestContext<Q>): CheckedRequest<Q> {
  if (request === null) throw new Error('checked request: sending without a request')
  return request
}

/**
 * A request that requires a human check (D44: recovery, registration). It is `ready`, `sending` one
 * request at a time, `failed` or `done`. After a failure, a new `SUBMIT` requires a new proof. The
 * caller validates the content, of type `Q`, first.
 */
export function createCheckedRequestMachine<Q>() {
  const submit = { guard: 'hasUsableProof', target: 'sending', actions: ['storeRequest', 'spendProof'] } as const

  return setup({
    types: {
      context: {} as CheckedRequestContext<Q>,
      events: {} as CheckedRequestEvent<Q>,
      tags: {} as 'accepts-input',
      children: {} as { 'human-check': 'humanCheck' },
    },
    actors: {
      humanCheck: humanCheckMachine,
      send: declareCall<CheckedRequest<Q>, CheckedReply>(),
    },
    guards: {
      hasUsableProof: ({ context, event }) => findUsableProof(context.solution, event.at) !== null,
      isDone: ({ context: { answer } }) => answer?.ok === true && answer.value === 'done',
    },
    actions: {
      copyCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
      forwardToCheck: forwardTo('human-check'),
      spendProof: sendTo('human-check', ({ event }) => ({ type: 'CHECK_SPENT' as const, at: event.at })),
      storeRequest: assign(({ context, event }) => {
        const proof = findUsableProof(context.solution, event.at)
        return event.type === 'SUBMIT' && proof ? { request: { content: event.content, proof }, answer: null } : {}
      }),
      storeAnswer: assign((_, answer: Answer<CheckedReply>) => ({ answer, request: null })),
    },
  }).createMachine({
    id: 'checked-request',
    context: { request: null, answer: null, solution: null, round: 0 },
    invoke: {
      id: 'human-check',
      src: 'humanCheck',
      onSnapshot: { actions: { type: 'copyCheck', params: ({ event }) => event.snapshot.context } },
    },
    on: HUMAN_CHECK_EVENTS,
    initial: 'ready',
    states: {
      ready: { tags: 'accepts-input', on: { SUBMIT: submit } },
      sending: {
        invoke: {
          src: 'send',
          input: ({ context }: { context: CheckedRequestContext<Q> }) => toRequest(context),
          onDone: { target: 'ended', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
        },
      },
      ended: { always: [{ guard: 'isDone', target: 'done' }, { target: 'failed' }] },
      failed: { tags: 'accepts-input', on: { SUBMIT: submit } },
      done: { type: 'final' },
    },
  })
}
