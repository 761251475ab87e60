import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import type { FactorChange, FactorSetup, FactorStatus } from '#src/domain/identity/second-factor.ts'

interface FactorContext {
  readonly status: FactorStatus | null
  /** The secret of a set-up; null before and after it. */
  readonly setup: FactorSetup | null
  /** New recovery codes, until the owner has stored them. */
  readonly codes: readonly string[] | null
  readonly failure: CallFailure | null
}

export type FactorEvent = Timed<
  | { readonly type: 'BEGIN'; readonly password: string }
  | { readonly type: 'CONFIRM'; readonly code: string }
  | ({ readonly type: 'TURN_OFF' | 'RENEW_CODES' } & FactorChange)
  | { readonly type: 'RETRY' | 'CANCEL' | 'CODES_STORED' }
>

const toChange = (event: FactorEvent): FactorChange => {
  if (event.type !== 'TURN_OFF' && event.type !== 'RENEW_CODES') throw new Error('second factor: no change')
  return { password: event.password, factor: event.factor, code: event.code }
}

const fail = (target: string) =>
  ({
    target,
    actions: { type: 'setFailure', params: ({ event }: { event: { output: Answer<unknown> } }) => event.output },
  }) as const

/**
 * The settings of the second factor (D93): `loading`, then `ready`; a set-up is `beginning`, `setup`
 * and `confirming`; new codes are shown in `codes`. A refused change returns to where it began.
 */
export const factorMachine = setup({
  types: { context: {} as FactorContext, events: {} as FactorEvent },
  actors: {
    load: declareCall<void, FactorStatus>(),
    begin: declareCall<string, FactorSetup>(),
    confirm: declareCall<string, readonly string[]>(),
    turnOff: declareCall<FactorChange, void>(),
    renewCodes: declareCall<FactorChange, readonly string[]>(),
  },
  guards: { isOk: (_, answer: Answer<unknown>) => answer.ok },
  actions: {
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, answer: Answer<unknown>) => (answer.ok ? {} : { failure: answer.error })),
    setStatus: assign((_, answer: Answer<FactorStatus>) => (answer.ok ? { status: answer.value, failure: null } : {})),
    setSetup: assign((_, answer: Answer<FactorSetup>) => (answer.ok ? { setup: answer.value } : {})),
    setCodes: assign((_, answer: Answer<readonly string[]>) => (answer.ok ? { codes: answer.value, setup: null } : {})),
    clear: assign({ setup: null, codes: null, failure: null }),
  },
}).createMachine({
  id: 'second-factor',
  context: { status: null, setup: null, codes: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'setStatus', params: ({ event }) => event.output },
          },
          fail('failed'),
        ],
      },
    },
    failed: { on: { RETRY: { target: 'loading', actions: 'clearFailure' } } },
    ready: {
      on: { BEGIN: 'beginning', TURN_OFF: 'turningOff', RENEW_CODES: 'renewing', CANCEL: { actions: 'clear' } },
    },
    beginning: {
      entry: 'clearFailure',
      invoke: {
        src: 'begin',
        input: ({ event }) => (event.type === 'BEGIN' ? event.password : ''),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'setSetup', params: ({ event }) => event.output },
          },
          fail('ready'),
        ],
      },
    },
    setup: { on: { CONFIRM: 'confirming', CANCEL: { target: 'ready', actions: 'clear' } } },
    confirming: {
      entry: 'clearFailure',
      invoke: {
        src: 'confirm',
        input: ({ event }) => (event.type === 'CONFIRM' ? event.code : ''),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'codes',
            actions: { type: 'setCodes', params: ({ event }) => event.output },
          },
          fail('setup'),
        ],
      },
    },
    turningOff: {
      entry: 'clearFailure',
      invoke: {
        src: 'turnOff',
        input: ({ event }) => toChange(event),
        onDone: [{ guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'loading' }, fail('ready')],
      },
    },
    renewing: {
      entry: 'clearFailure',
      invoke: {
        src: 'renewCodes',
        input: ({ event }) => toChange(event),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'codes',
            actions: { type: 'setCodes', params: ({ event }) => event.output },
          },
          fail('ready'),
        ],
      },
    },
    codes: { on: { CODES_STORED: { target: 'loading', actions: 'clear' } } },
  },
})
