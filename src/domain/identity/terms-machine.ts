import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** How long the rejection message is shown before the page reloads (§4). */
export const REJECTION_MS = 3_000

export type TermsEvent = Timed<{ readonly type: 'ACCEPT' | 'REJECT' }>

/** `failure` says why the last acceptance was not saved. */
export interface TermsContext {
  readonly userId: string
  readonly failure: CallFailure | null
  readonly acceptedAt: Instant | null
}

type AcceptAnswer = Answer<Instant | null>

const choices = { ACCEPT: 'posting', REJECT: 'rejected' } as const

/**
 * The terms dialog (§4, D5). It is `open`, `posting` one acceptance at a time, `failed`, where both
 * choices are possible again, or `accepted`. `rejected` deletes the stored data, shows a message
 * for 3 s, reloads the page and ends in `left`. `acceptTerms` posts the acceptance and returns its
 * instant; null if the reply has none. `discardSession` deletes the stored data and ends the
 * pending session.
 */
export const termsMachine = setup({
  types: {
    context: {} as TermsContext,
    events: {} as TermsEvent,
    input: {} as { readonly userId: string },
    /** When the terms were accepted, null when they were rejected. */
    output: {} as { readonly acceptedAt: Instant | null },
  },
  actors: { acceptTerms: declareCall<string, Instant | null>() },
  guards: { isSaved: (_, answer: AcceptAnswer) => answer.ok },
  actions: {
    storeAnswer: assign((_, answer: AcceptAnswer) =>
      answer.ok
        ? { acceptedAt: answer.value ?? answer.at, failure: null }
        : { acceptedAt: null, failure: answer.error },
    ),
    clearFailure: assign({ failure: null }),
    discardSession: declareEffect,
    reload: declareEffect,
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
        src: 'acceptTerms',
        input: ({ context }) => context.userId,
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'accepted',
            actions: { type: 'storeAnswer', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
        ],
      },
    },
    failed: { on: choices },
    accepted: { type: 'final' },
    rejected: { entry: 'discardSession', after: { rejection: 'left' } },
    left: { type: 'final', entry: 'reload' },
  },
})
