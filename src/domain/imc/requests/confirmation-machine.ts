import { assign, type DoneActorEvent, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import {
  type ConfirmationDecision,
  MAX_RETURN_REASON_LENGTH,
  type RequestDecision,
} from '#src/domain/imc/requests/confirmations.ts'

/** The decisions that a dialog asks about: they end the request. */
export type AskedDecision = Exclude<ConfirmationDecision, 'confirmed'>

/** A decision on one request. */
export interface SentDecision extends RequestDecision {
  readonly requestId: string
}

/** A reason that an ended session interrupted. */
export interface ReturnDraft {
  readonly requestId: string
  readonly reason: string
}

interface ConfirmationContext {
  readonly requestId: string
  readonly decision: ConfirmationDecision | null
  /** Why the request is returned, as typed. */
  readonly reason: string
  /** True after a submit without a valid reason, until the reason changes. */
  readonly showsError: boolean
  /** A new number each time a dialog opens. */
  readonly openings: number
  /** Why the last attempt failed. */
  readonly failure: CallFailure | null
}

export type ConfirmationEvent = Timed<
  | { readonly type: 'SUBMIT' | 'CLOSE' }
  | { readonly type: 'CONFIRM'; readonly requestId: string }
  | { readonly type: 'ASK'; readonly requestId: string; readonly decision: AskedDecision }
  | { readonly type: 'WRITE'; readonly reason: string }
>

export type ReasonViolation = 'required' | 'length'

/** The broken rule of the reason of a returned request. */
export function reasonViolation(reason: string): ReasonViolation | null {
  const length = [...reason.trim()].length
  if (length === 0) return 'required'
  return length > MAX_RETURN_REASON_LENGTH ? 'length' : null
}

const isSendable = ({ decision, reason }: ConfirmationContext) =>
  decision === 'withdrawn' || (decision === 'returned' && reasonViolation(reason) === null)

function toDecision({ requestId, decision, reason }: ConfirmationContext): SentDecision {
  if (decision === null) throw new Error('confirmation: sending nothing')
  return { requestId, decision, reason: decision === 'returned' ? reason.trim() : '' }
}

const toAnswer = ({ event }: { event: DoneActorEvent<Answer<void>> }) => event.output

/**
 * The decision on a request that waits for a second person (D106): `idle`, `asking` in a dialog
 * before it is returned or withdrawn, `sending`. A failure keeps the dialog and the reason. A
 * repeated decision has no effect.
 */
export const confirmationMachine = setup({
  types: {
    context: {} as ConfirmationContext,
    events: {} as ConfirmationEvent,
    input: {} as { readonly draft: ReturnDraft | null },
  },
  actors: { decide: declareCall<SentDecision, void>() },
  guards: {
    isOk: (_, answer: Answer<void>) => answer.ok,
    isSendable: ({ context }) => isSendable(context),
    isAsked: ({ context }) => context.decision !== 'confirmed',
    isRestored: ({ context }) => context.decision !== null,
  },
  actions: {
    /** A reply arrived: the request may be outdated. */
    notifyReply: (_, __: Answer<void>) => declareEffect(),
    confirm: assign((_, requestId: string) => ({ requestId, decision: 'confirmed' as const, failure: null })),
    ask: assign(({ context }, asked: Pick<SentDecision, 'requestId'> & { readonly decision: AskedDecision }) => ({
      requestId: asked.requestId,
      decision: asked.decision,
      reason: '',
      showsError: false,
      openings: context.openings + 1,
      failure: null,
    })),
    write: assign((_, reason: string) => ({ reason, showsError: false })),
    showError: assign({ showsError: true }),
    setFailure: assign((_, answer: Answer<void>) => ({ failure: answer.ok ? null : answer.error })),
  },
}).createMachine({
  id: 'confirmation',
  context: ({ input: { draft } }) => ({
    requestId: draft?.requestId ?? '',
    decision: draft && 'returned',
    reason: draft?.reason ?? '',
    showsError: false,
    openings: 0,
    failure: null,
  }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isRestored', target: 'asking' }, { target: 'idle' }] },
    idle: {
      on: {
        CONFIRM: { target: 'sending', actions: { type: 'confirm', params: ({ event }) => event.requestId } },
        ASK: { target: 'asking', actions: { type: 'ask', params: ({ event }) => event } },
      },
    },
    asking: {
      on: {
        WRITE: { actions: { type: 'write', params: ({ event }) => event.reason } },
        SUBMIT: [{ guard: 'isSendable', target: 'sending' }, { actions: 'showError' }],
        CLOSE: 'idle',
      },
    },
    sending: {
      invoke: {
        src: 'decide',
        input: ({ context }) => toDecision(context),
        onDone: [
          {
            guard: { type: 'isOk', params: toAnswer },
            target: 'idle',
            actions: [
              { type: 'setFailure', params: toAnswer },
              { type: 'notifyReply', params: toAnswer },
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'setFailure', params: toAnswer },
              { type: 'notifyReply', params: toAnswer },
            ],
          },
        ],
      },
    },
    failed: { always: [{ guard: 'isAsked', target: 'asking' }, { target: 'idle' }] },
  },
})
