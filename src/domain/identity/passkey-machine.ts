import { assign, setup } from 'xstate'
import { type Answer, declareCall } from '#src/domain/call.ts'
import type { FactorRefusal } from '#src/domain/identity/second-factor.ts'

export type TicketExpired = Extract<FactorRefusal, { kind: 'ticket-expired' }>

/** The end of a use: the device's answer as JSON, or why there is none. */
export type PasskeyResult =
  | { readonly kind: 'answered'; readonly code: string }
  | { readonly kind: 'unanswered'; readonly answer: Answer<TicketExpired> }

type Asked = Answer<string | TicketExpired>

export interface PasskeyContext {
  /** What the service asks for: the ticket of a login, or the password of a registration. */
  readonly secret: string
  readonly options: string
  readonly result: PasskeyResult | null
}

const toResult = (answer: Asked): PasskeyResult => {
  if (!answer.ok) return { kind: 'unanswered', answer }
  const { value, at } = answer
  return typeof value === 'string'
    ? { kind: 'answered', code: value }
    : { kind: 'unanswered', answer: { ok: true, value, at } }
}

function requireResult({ result }: PasskeyContext): PasskeyResult {
  if (result === null) throw new Error('passkey: it ended without a result')
  return result
}

/**
 * One use of a passkey, or its creation (D96): `asking` the service for options, then `answering`
 * on the person's device. Stopping the machine ends the browser's dialog.
 */
export const passkeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    input: {} as { readonly secret: string },
    output: {} as PasskeyResult,
  },
  actors: { ask: declareCall<string, string | TicketExpired>(), answer: declareCall<string, string>() },
  guards: { hasOptions: (_, answer: Asked) => answer.ok && typeof answer.value === 'string' },
  actions: {
    setOptions: assign((_, answer: Asked) =>
      answer.ok && typeof answer.value === 'string' ? { options: answer.value } : {},
    ),
    setResult: assign((_, answer: Asked) => ({ result: toResult(answer) })),
  },
}).createMachine({
  id: 'passkey',
  context: ({ input }) => ({ ...input, options: '', result: null }),
  output: ({ context }) => requireResult(context),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'ask',
        input: ({ context }) => context.secret,
        onDone: [
          {
            guard: { type: 'hasOptions', params: ({ event }) => event.output },
            target: 'answering',
            actions: { type: 'setOptions', params: ({ event }) => event.output },
          },
          { target: 'done', actions: { type: 'setResult', params: ({ event }) => event.output } },
        ],
      },
    },
    answering: {
      invoke: {
        src: 'answer',
        input: ({ context }) => context.options,
        onDone: { target: 'done', actions: { type: 'setResult', params: ({ event }) => event.output } },
      },
    },
    done: { type: 'final' },
  },
})
