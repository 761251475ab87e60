import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import type { NewPasskey, PasskeyList } from '#src/domain/identity/passkey.ts'
import { type PasskeyResult, passkeyMachine } from '#src/domain/identity/passkey-machine.ts'
import type { FactorChange, FactorSetup, FactorStatus } from '#src/domain/identity/second-factor.ts'

/** What the settings show: the factor and its passkeys. */
export interface FactorSettings {
  readonly status: FactorStatus
  readonly passkeys: PasskeyList
}

/** A change of the settings, with what its form asks for. */
export type FactorSettingsChange =
  | { readonly type: 'BEGIN'; readonly password: string }
  | { readonly type: 'CONFIRM'; readonly code: string }
  | ({ readonly type: 'TURN_OFF' } & FactorChange)
  | ({ readonly type: 'RENEW_CODES' } & FactorChange)
  /** `answer` is that of the device. */
  | { readonly type: 'ADD_PASSKEY'; readonly name: string; readonly password: string; readonly answer?: string }
  | { readonly type: 'RENAME_PASSKEY'; readonly id: string; readonly name: string }
  | { readonly type: 'REMOVE_PASSKEY'; readonly id: string; readonly password: string }

export type FactorEvent = Timed<FactorSettingsChange | { readonly type: 'RETRY' | 'CANCEL' | 'CODES_STORED' }>

interface FactorContext {
  readonly settings: FactorSettings | null
  /** The last change, without its password and code; the next load keeps it, so that it can be confirmed. */
  readonly change: FactorSettingsChange | null
  /** The secret of a set-up; null before and after it. */
  readonly setup: FactorSetup | null
  /** New recovery codes, until the owner has stored them. */
  readonly codes: readonly string[] | null
  readonly failure: CallFailure | null
}

type ChangeOf<T extends FactorSettingsChange['type']> = Extract<FactorSettingsChange, { readonly type: T }>

/** Returns the running change, which is of this kind. */
function getChange<T extends FactorSettingsChange['type']>({ change }: FactorContext, type: T): ChangeOf<T> {
  if (change?.type !== type) throw new Error('second factor: another change runs')
  return change as ChangeOf<T>
}

/** Removes what was typed from a change that has ended. */
function withoutSecrets(change: FactorSettingsChange | null): FactorSettingsChange | null {
  if (change === null) return null
  return {
    ...change,
    ...('password' in change && { password: '' }),
    ...('code' in change && { code: '' }),
  }
}

type OutputEvent<T> = { event: { output: T } }

const fail = (target: string) =>
  ({
    target,
    actions: { type: 'setFailure', params: ({ event }: OutputEvent<Answer<unknown>>) => event.output },
  }) as const

const succeed = (target: string) =>
  ({
    guard: { type: 'isOk', params: ({ event }: OutputEvent<Answer<unknown>>) => event.output },
    target,
  }) as const

const unanswered = {
  target: 'ready',
  actions: { type: 'setPasskeyFailure', params: ({ event }: OutputEvent<PasskeyResult>) => event.output },
} as const

/**
 * The settings of the second factor (D93, D96): `loading`, then `ready`; a set-up is `beginning`,
 * `setup` and `confirming`; a new passkey is `creating` on the device and `adding`; a change with a
 * passkey is `proving` first. New codes are shown in `codes`. A refused change returns to where it
 * began.
 */
export const factorMachine = setup({
  types: {
    context: {} as FactorContext,
    events: {} as FactorEvent,
    children: {} as { prove: 'prove'; create: 'create' },
  },
  actors: {
    load: declareCall<void, FactorSettings>(),
    begin: declareCall<string, FactorSetup>(),
    confirm: declareCall<string, readonly string[]>(),
    turnOff: declareCall<FactorChange, void>(),
    renewCodes: declareCall<FactorChange, readonly string[]>(),
    addPasskey: declareCall<NewPasskey, readonly string[]>(),
    renamePasskey: declareCall<{ readonly id: string; readonly name: string }, void>(),
    removePasskey: declareCall<{ readonly id: string; readonly password: string }, void>(),
    /** Uses a passkey for a change. */
    prove: passkeyMachine,
    /** Creates a passkey on the device. */
    create: passkeyMachine,
  },
  guards: {
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    hasCodes: (_, answer: Answer<readonly string[]>) => answer.ok && answer.value.length > 0,
    isByPasskey: ({ event }) => 'factor' in event && event.factor === 'passkey',
    isAnswered: (_, { kind }: PasskeyResult) => kind === 'answered',
    isAnsweredToTurnOff: ({ context }, { kind }: PasskeyResult) =>
      kind === 'answered' && context.change?.type === 'TURN_OFF',
  },
  actions: {
    startChange: assign(({ event }) => {
      if (event.type === 'RETRY' || event.type === 'CANCEL' || event.type === 'CODES_STORED') return {}
      const { at: _at, ...change } = event
      return { change: change as FactorSettingsChange, failure: null }
    }),
    setAnswer: assign(({ context: { change } }, passkey: PasskeyResult) => {
      if (passkey.kind === 'unanswered' || change === null) return {}
      if (change.type === 'ADD_PASSKEY') return { change: { ...change, answer: passkey.code } }
      return 'factor' in change ? { change: { ...change, code: passkey.code } } : {}
    }),
    setFailure: assign((_, answer: Answer<unknown>) => (answer.ok ? {} : { failure: answer.error })),
    setPasskeyFailure: assign((_, passkey: PasskeyResult) =>
      passkey.kind === 'unanswered' && !passkey.answer.ok ? { failure: passkey.answer.error } : {},
    ),
    setSettings: assign((_, answer: Answer<FactorSettings>) =>
      answer.ok ? { settings: answer.value, failure: null } : {},
    ),
    setSetup: assign((_, answer: Answer<FactorSetup>) => (answer.ok ? { setup: answer.value } : {})),
    setCodes: assign((_, answer: Answer<readonly string[]>) => (answer.ok ? { codes: answer.value, setup: null } : {})),
    forgetSecrets: assign(({ context }) => ({ change: withoutSecrets(context.change) })),
    clear: assign({ change: null, setup: null, codes: null, failure: null }),
  },
}).createMachine({
  id: 'second-factor',
  context: { settings: null, change: null, setup: null, codes: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      entry: 'forgetSecrets',
      invoke: {
        src: 'load',
        onDone: [
          {
            ...succeed('ready'),
            actions: { type: 'setSettings', params: ({ event }) => event.output },
          },
          fail('failed'),
        ],
      },
    },
    failed: { on: { RETRY: { target: 'loading', actions: 'clear' } } },
    ready: {
      entry: 'forgetSecrets',
      on: {
        BEGIN: { target: 'beginning', actions: 'startChange' },
        TURN_OFF: [
          { guard: 'isByPasskey', target: 'proving', actions: 'startChange' },
          { target: 'turningOff', actions: 'startChange' },
        ],
        RENEW_CODES: [
          { guard: 'isByPasskey', target: 'proving', actions: 'startChange' },
          { target: 'renewing', actions: 'startChange' },
        ],
        ADD_PASSKEY: { target: 'creating', actions: 'startChange' },
        RENAME_PASSKEY: { target: 'renaming', actions: 'startChange' },
        REMOVE_PASSKEY: { target: 'removing', actions: 'startChange' },
        CANCEL: { actions: 'clear' },
      },
    },
    beginning: {
      invoke: {
        src: 'begin',
        input: ({ context }) => getChange(context, 'BEGIN').password,
        onDone: [
          {
            ...succeed('setup'),
            actions: { type: 'setSetup', params: ({ event }) => event.output },
          },
          fail('ready'),
        ],
      },
    },
    setup: {
      entry: 'forgetSecrets',
      on: { CONFIRM: { target: 'confirming', actions: 'startChange' }, CANCEL: { target: 'ready', actions: 'clear' } },
    },
    confirming: {
      invoke: {
        src: 'confirm',
        input: ({ context }) => getChange(context, 'CONFIRM').code,
        onDone: [
          {
            ...succeed('codes'),
            actions: { type: 'setCodes', params: ({ event }) => event.output },
          },
          fail('setup'),
        ],
      },
    },
    proving: {
      on: { CANCEL: { target: 'ready', actions: 'clear' } },
      invoke: {
        id: 'prove',
        src: 'prove',
        input: { secret: '' },
        onDone: [
          {
            guard: { type: 'isAnsweredToTurnOff', params: ({ event }) => event.output },
            target: 'turningOff',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'renewing',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          unanswered,
        ],
      },
    },
    turningOff: {
      invoke: {
        src: 'turnOff',
        input: ({ context }) => getChange(context, 'TURN_OFF'),
        onDone: [succeed('loading'), fail('ready')],
      },
    },
    renewing: {
      invoke: {
        src: 'renewCodes',
        input: ({ context }) => getChange(context, 'RENEW_CODES'),
        onDone: [
          {
            ...succeed('codes'),
            actions: { type: 'setCodes', params: ({ event }) => event.output },
          },
          fail('ready'),
        ],
      },
    },
    creating: {
      on: { CANCEL: { target: 'ready', actions: 'clear' } },
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context }) => ({ secret: getChange(context, 'ADD_PASSKEY').password }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'adding',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          unanswered,
        ],
      },
    },
    adding: {
      invoke: {
        src: 'addPasskey',
        input: ({ context }) => {
          const { name, answer = '' } = getChange(context, 'ADD_PASSKEY')
          return { name, answer }
        },
        onDone: [
          {
            guard: { type: 'hasCodes', params: ({ event }) => event.output },
            target: 'codes',
            actions: { type: 'setCodes', params: ({ event }) => event.output },
          },
          succeed('loading'),
          fail('ready'),
        ],
      },
    },
    renaming: {
      invoke: {
        src: 'renamePasskey',
        input: ({ context }) => getChange(context, 'RENAME_PASSKEY'),
        onDone: [succeed('loading'), fail('ready')],
      },
    },
    removing: {
      invoke: {
        src: 'removePasskey',
        input: ({ context }) => getChange(context, 'REMOVE_PASSKEY'),
        onDone: [succeed('loading'), fail('ready')],
      },
    },
    codes: { entry: 'forgetSecrets', on: { CODES_STORED: { target: 'loading', actions: 'clear' } } },
  },
})
