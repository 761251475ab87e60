import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, sendTo, setup } from 'xstate'

import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/abortable-call.ts'
import {
  findUsableProof,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanProof,
  type HumanSolution,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import { err, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** `send` sends one request with its proof; `now` is the real clock. */
export interface CheckedRequestInput<Q, A, F> {
  readonly send: (request: Q, proof: HumanProof, signal: AbortSignal) => Promise<Result<A, F>>
  readonly now: () => Instant
}

/**
 * `result` is null before a request ends and while one is sent. Its error is null when `send`
 * threw. `solution` and `round` belong to the human check.
 */
export interface CheckedRequestContext<Q, A, F> extends CheckedRequestInput<Q, A, F> {
  readonly request: { readonly content: Q; readonly proof: HumanProof } | null
  readonly result: Result<A, F | null> | null
  readonly solution: HumanSolution | null
  readonly round: number
}

export type CheckedRequestEvent<Q> = HumanCheckUpdate | { readonly type: 'SUBMIT'; readonly content: Q }

const findProof = <Q, A, F>({ solution, now }: CheckedRequestContext<Q, A, F>) => findUsableProof(solution, now())

function toCall<Q, A, F>({ request, send }: CheckedRequestContext<Q, A, F>): AbortableCall<A, F> {
  if (request === null) throw new Error('checked request: sending without a request')
  return (signal) => send(request.content, request.proof, signal)
}

/**
 * A request that requires a human check (D44: recovery, registration). It is `ready`, `sending` one
 * request at a time, `failed` or `done`. After a failure, a new `SUBMIT` requires a new proof. The
 * caller validates the content first. `Q` is the content, `A` the result and `F` the failure of a
 * request.
 */
export function createCheckedRequestMachine<Q, A, F>() {
  const submit = {
    guard: 'hasUsableProof',
    target: 'sending',
    actions: [
      {
        type: 'storeRequest',
        params: ({ event }: { event: { readonly type: 'SUBMIT'; readonly content: Q } }) => event.content,
      },
      'spendProof',
    ],
  } as const
  const storeOutput = {
    type: 'storeResult',
    params: ({ event }: { event: DoneActorEvent<Result<A, F>> }) => event.output,
  } as const
  const emitCrash = { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error } as const

  return setup({
    types: {
      context: {} as CheckedRequestContext<Q, A, F>,
      events: {} as CheckedRequestEvent<Q>,
      input: {} as CheckedRequestInput<Q, A, F>,
      emitted: {} as Crash,
      tags: {} as 'accepts-input',
      children: {} as { 'human-check': 'humanCheck' },
    },
    actors: {
      humanCheck: humanCheckMachine,
      send: fromPromise<Result<A, F>, AbortableCall<A, F>>(({ input, signal }) => runUntilAborted(input, signal)),
    },
    guards: {
      hasUsableProof: ({ context }) => findProof(context) !== null,
      succeeded: ({ context }) => context.result?.ok === true,
    },
    actions: {
      copyCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
      sendToCheck: sendTo('human-check', (_, update: HumanCheckUpdate) => update),
      spendProof: sendTo('human-check', { type: 'CHECK_SPENT' }),
      storeRequest: assign(({ context }, content: Q) => {
        const proof = findProof(context)
        return { request: proof && { content, proof }, result: null }
      }),
      storeResult: assign((_, result: Result<A, F | null>) => ({ result, request: null })),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
    },
  }).createMachine({
    id: 'checked-request',
    context: ({ input }) => ({ ...input, request: null, result: null, solution: null, round: 0 }),
    invoke: {
      id: 'human-check',
      src: 'humanCheck',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: { actions: { type: 'copyCheck', params: ({ event }) => event.snapshot.context } },
    },
    on: {
      CHECK_SOLVED: { actions: { type: 'sendToCheck', params: ({ event }) => event } },
      CHECK_LOST: { actions: { type: 'sendToCheck', params: ({ event }) => event } },
    },
    initial: 'ready',
    states: {
      ready: { tags: 'accepts-input', on: { SUBMIT: submit } },
      sending: {
        invoke: {
          src: 'send',
          input: ({ context }: { context: CheckedRequestContext<Q, A, F> }) => toCall(context),
          onDone: { target: 'ended', actions: storeOutput },
          onError: { target: 'ended', actions: [{ type: 'storeResult', params: err(null) }, emitCrash] },
        },
      },
      ended: { always: [{ guard: 'succeeded', target: 'done' }, { target: 'failed' }] },
      failed: { tags: 'accepts-input', on: { SUBMIT: submit } },
      done: { type: 'final' },
    },
  })
}
