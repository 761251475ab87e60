import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'

import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/identity/abortable-call.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** How long the message of the refusal stands before the page reloads (§4). */
export const REJECTION_MS = 3_000

/**
 * What the dialog needs. `accept` posts the acceptance and answers since when it counts, null when the service does not say.
 * `forget` wipes what the browser keeps and gives up the pending session. `reload` loads the page anew.
 */
export interface TermsInput<F> {
  readonly accept: AbortableCall<Instant | null, F>
  readonly forget: () => void
  readonly reload: () => void
  readonly now: () => Instant
}

/** `failure` is why the last acceptance was not saved, null too when the call threw. */
export interface TermsContext<F> extends TermsInput<F> {
  readonly failure: F | null
  readonly acceptedAt: Instant | null
}

export interface TermsEvent {
  readonly type: 'ACCEPT' | 'REJECT'
}

/** How the dialog ended: since when the terms are accepted, null when they were rejected. */
export interface TermsOutput {
  readonly acceptedAt: Instant | null
}

type Posted<F> = Result<Instant | null, F>

/**
 * The terms dialog (§4, D5): `open`, `posting` one acceptance at a time, `failed` where both choices stand again, then
 * `accepted`; or `rejected`, which forgets at once and shows its message for 3 s, then reloads and ends in `left`.
 */
export function createTermsMachine<F>() {
  const settled = {
    type: 'settle',
    params: ({ event }: { event: DoneActorEvent<Posted<F>> }) => event.output,
  } as const
  const saved = { type: 'saved', params: settled.params } as const
  const choice = { ACCEPT: 'posting', REJECT: 'rejected' } as const

  return setup({
    types: {
      context: {} as TermsContext<F>,
      events: {} as TermsEvent,
      input: {} as TermsInput<F>,
      output: {} as TermsOutput,
      emitted: {} as Crash,
    },
    actors: {
      accept: fromPromise<Posted<F>, TermsInput<F>['accept']>(({ input, signal }) => runUntilAborted(input, signal)),
    },
    guards: {
      saved: (_, answer: Posted<F>) => answer.ok,
    },
    actions: {
      settle: assign(({ context }, answer: Posted<F>) =>
        answer.ok
          ? { acceptedAt: answer.value ?? context.now(), failure: null }
          : { acceptedAt: null, failure: answer.error },
      ),
      forgetFailure: assign({ failure: null }),
      tellCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
      forget: ({ context }) => context.forget(),
      reload: ({ context }) => context.reload(),
    },
    delays: { rejection: REJECTION_MS },
  }).createMachine({
    id: 'terms',
    context: ({ input }) => ({ ...input, failure: null, acceptedAt: null }),
    initial: 'open',
    output: ({ context }) => ({ acceptedAt: context.acceptedAt }),
    states: {
      open: { on: choice },
      posting: {
        entry: 'forgetFailure',
        invoke: {
          src: 'accept',
          input: ({ context }: { context: TermsContext<F> }) => context.accept,
          onDone: [
            { guard: saved, target: 'accepted', actions: settled },
            { target: 'failed', actions: settled },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'tellCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error },
          },
        },
      },
      failed: { on: choice },
      accepted: { type: 'final' },
      rejected: { entry: 'forget', after: { rejection: 'left' } },
      left: { type: 'final', entry: 'reload' },
    },
  })
}
