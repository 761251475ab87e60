import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'

import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/abortable-call.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** How long the rejection message is shown before the page reloads (§4). */
export const REJECTION_MS = 3_000

/**
 * The calls of the dialog. `accept` posts the acceptance and returns its instant; null if the reply
 * has no instant. `discardSession` deletes the stored data and ends the pending session. `reload`
 * reloads the page.
 */
export interface TermsInput<F> {
  readonly accept: AbortableCall<Instant | null, F>
  readonly discardSession: () => void
  readonly reload: () => void
  readonly now: () => Instant
}

/**
 * `failure` says why the last acceptance was not saved. Null: there was no failure, or the call
 * threw.
 */
export interface TermsContext<F> extends TermsInput<F> {
  readonly failure: F | null
  readonly acceptedAt: Instant | null
}

export interface TermsEvent {
  readonly type: 'ACCEPT' | 'REJECT'
}

/** When the terms were accepted, null when they were rejected. */
export interface TermsOutput {
  readonly acceptedAt: Instant | null
}

type PostResult<F> = Result<Instant | null, F>

/**
 * The terms dialog (§4, D5). It is `open`, `posting` one acceptance at a time, `failed`, where both
 * choices are possible again, or `accepted`. `rejected` deletes the stored data, shows a
 * message for 3 s, reloads the page and ends in `left`.
 */
export function createTermsMachine<F>() {
  const storeOutput = {
    type: 'storeResult',
    params: ({ event }: { event: DoneActorEvent<PostResult<F>> }) => event.output,
  } as const
  const isSaved = { type: 'isSaved', params: storeOutput.params } as const
  const choices = { ACCEPT: 'posting', REJECT: 'rejected' } as const

  return setup({
    types: {
      context: {} as TermsContext<F>,
      events: {} as TermsEvent,
      input: {} as TermsInput<F>,
      output: {} as TermsOutput,
      emitted: {} as Crash,
    },
    actors: {
      accept: fromPromise<PostResult<F>, TermsInput<F>['accept']>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
    },
    guards: {
      isSaved: (_, result: PostResult<F>) => result.ok,
    },
    actions: {
      storeResult: assign(({ context }, result: PostResult<F>) =>
        result.ok
          ? { acceptedAt: result.value ?? context.now(), failure: null }
          : { acceptedAt: null, failure: result.error },
      ),
      clearFailure: assign({ failure: null }),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
      discardSession: ({ context }) => context.discardSession(),
      reload: ({ context }) => context.reload(),
    },
    delays: { rejection: REJECTION_MS },
  }).createMachine({
    id: 'terms',
    context: ({ input }) => ({ ...input, failure: null, acceptedAt: null }),
    initial: 'open',
    output: ({ context }) => ({ acceptedAt: context.acceptedAt }),
    states: {
      open: { on: choices },
      posting: {
        entry: 'clearFailure',
        invoke: {
          src: 'accept',
          input: ({ context }: { context: TermsContext<F> }) => context.accept,
          onDone: [
            { guard: isSaved, target: 'accepted', actions: storeOutput },
            { target: 'failed', actions: storeOutput },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error },
          },
        },
      },
      failed: { on: choices },
      accepted: { type: 'final' },
      rejected: { entry: 'discardSession', after: { rejection: 'left' } },
      left: { type: 'final', entry: 'reload' },
    },
  })
}
