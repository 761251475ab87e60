import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, sendTo, setup } from 'xstate'

import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/identity/abortable-call.ts'
import {
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanProof,
  type HumanSolution,
  humanCheckMachine,
  liveProof,
} from '#src/domain/identity/human-check-machine.ts'
import { err, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Sends one request with a fresh proof; `now` is the real clock. */
export interface CheckedRequestInput<Q, A, F> {
  readonly send: (request: Q, proof: HumanProof, signal: AbortSignal) => Promise<Result<A, F>>
  readonly now: () => Instant
}

/** `answer` is null before there was one; the error of a request that threw is null. */
export interface CheckedRequestContext<Q, A, F> extends CheckedRequestInput<Q, A, F> {
  readonly request: { readonly content: Q; readonly proof: HumanProof } | null
  readonly answer: Result<A, F | null> | null
  readonly solution: HumanSolution | null
  readonly round: number
}

export type CheckedRequestEvent<Q> = HumanCheckUpdate | { readonly type: 'SUBMIT'; readonly content: Q }

const proofOf = <Q, A, F>({ solution, now }: CheckedRequestContext<Q, A, F>) => liveProof(solution, now())

function asking<Q, A, F>({ request, send }: CheckedRequestContext<Q, A, F>): AbortableCall<A, F> {
  if (request === null) throw new Error('checked request: sending without a request')
  return (signal) => send(request.content, request.proof, signal)
}

/**
 * A form behind the human check (D44: recovery, registration): `ready`, `sending` one request at a time, `failed`, where it can
 * be sent again with a new proof, and `done`. What is sent is the caller's, judged before.
 */
export function createCheckedRequestMachine<Q, A, F>() {
  const submit = {
    guard: 'live',
    target: 'sending',
    actions: [
      {
        type: 'begin',
        params: ({ event }: { event: { readonly type: 'SUBMIT'; readonly content: Q } }) => event.content,
      },
      'spend',
    ],
  } as const
  const answered = {
    type: 'keep',
    params: ({ event }: { event: DoneActorEvent<Result<A, F>> }) => event.output,
  } as const
  const crashed = { type: 'tellCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error } as const

  return setup({
    types: {
      context: {} as CheckedRequestContext<Q, A, F>,
      events: {} as CheckedRequestEvent<Q>,
      input: {} as CheckedRequestInput<Q, A, F>,
      emitted: {} as Crash,
      tags: {} as 'open',
      children: {} as { 'human-check': 'humanCheck' },
    },
    actors: {
      humanCheck: humanCheckMachine,
      send: fromPromise<Result<A, F>, AbortableCall<A, F>>(({ input, signal }) => runUntilAborted(input, signal)),
    },
    guards: {
      live: ({ context }) => proofOf(context) !== null,
      succeeded: ({ context }) => context.answer?.ok === true,
    },
    actions: {
      followCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
      toCheck: sendTo('human-check', (_, fact: HumanCheckUpdate) => fact),
      spend: sendTo('human-check', { type: 'CHECK_SPENT' }),
      begin: assign(({ context }, content: Q) => {
        const proof = proofOf(context)
        return { request: proof && { content, proof }, answer: null }
      }),
      keep: assign((_, answer: Result<A, F | null>) => ({ answer, request: null })),
      tellCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
    },
  }).createMachine({
    id: 'checked-request',
    context: ({ input }) => ({ ...input, request: null, answer: null, solution: null, round: 0 }),
    invoke: {
      id: 'human-check',
      src: 'humanCheck',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: { actions: { type: 'followCheck', params: ({ event }) => event.snapshot.context } },
    },
    on: {
      CHECK_SOLVED: { actions: { type: 'toCheck', params: ({ event }) => event } },
      CHECK_LOST: { actions: { type: 'toCheck', params: ({ event }) => event } },
    },
    initial: 'ready',
    states: {
      ready: { tags: 'open', on: { SUBMIT: submit } },
      sending: {
        invoke: {
          src: 'send',
          input: ({ context }: { context: CheckedRequestContext<Q, A, F> }) => asking(context),
          onDone: { target: 'answered', actions: answered },
          onError: { target: 'answered', actions: [{ type: 'keep', params: err(null) }, crashed] },
        },
      },
      answered: { always: [{ guard: 'succeeded', target: 'done' }, { target: 'failed' }] },
      failed: { tags: 'open', on: { SUBMIT: submit } },
      done: { type: 'final' },
    },
  })
}
