import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import { hasViolations } from '#src/domain/form-rules.ts'
import {
  type Governance,
  type GovernanceForm,
  type GovernanceSettings,
  governanceViolations,
  NO_GOVERNANCE,
  rebaseGovernanceForm,
  toGovernanceForm,
  toGovernanceSettings,
} from '#src/domain/imc/governance/governance.ts'

export interface GovernanceInput {
  /** The values of a form that an ended session interrupted; null without them. */
  readonly savedForm: GovernanceForm | null
}

export interface GovernanceContext extends GovernanceInput {
  /** The stored settings; null before the first load. */
  readonly governance: Governance | null
  readonly form: GovernanceForm
  /** Why the last load or save failed. */
  readonly failure: CallFailure | null
  /** Grows when the changes of another person replace values of the form. */
  readonly reloads: number
  /** True after a refused save loaded the changes of another person. */
  readonly hasNewChanges: boolean
}

export type GovernanceEvent = Timed<
  { readonly type: 'RELOAD' } | { readonly type: 'CHANGE' | 'SUBMIT'; readonly form: GovernanceForm }
>

/** Settings to store, and the version that the form was made of. */
export interface GovernanceChange {
  readonly settings: GovernanceSettings
  readonly version: number
}

type Loaded = Answer<Governance>

const HTTP_CONFLICT = 409

const toInitialForm = (governance: Governance | null) => toGovernanceForm(governance ?? NO_GOVERNANCE)

/**
 * The settings of an entity: `loading`, `editing`, `saving`. When another person changed them
 * meanwhile, it loads these changes and keeps what the user changed (D100).
 */
export const governanceMachine = setup({
  types: {
    context: {} as GovernanceContext,
    events: {} as GovernanceEvent,
    input: {} as GovernanceInput,
  },
  actors: {
    load: declareCall<undefined, Governance>(),
    save: declareCall<GovernanceChange, Governance>(),
  },
  guards: {
    isOk: (_, answer: Loaded) => answer.ok,
    isConflict: (_, answer: Loaded) =>
      !answer.ok && answer.error.kind === 'rejected' && answer.error.status === HTTP_CONFLICT,
    isValid: ({ event }) => event.type === 'SUBMIT' && !hasViolations(governanceViolations(event.form)),
  },
  actions: {
    /** The settings are stored. */
    notifySaved: () => declareEffect(),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, answer: Loaded) => (answer.ok ? {} : { failure: answer.error })),
    setLoaded: assign(({ context }, answer: Loaded) =>
      answer.ok ? { governance: answer.value, form: context.savedForm ?? toInitialForm(answer.value) } : {},
    ),
    setForm: assign((_, form: GovernanceForm) => ({ form })),
    startSave: assign({ failure: null, hasNewChanges: false }),
    setSaved: assign((_, answer: Loaded) => (answer.ok ? { governance: answer.value } : {})),
    setChanges: assign(({ context }, answer: Loaded) =>
      answer.ok
        ? {
            governance: answer.value,
            form: rebaseGovernanceForm(context.form, toInitialForm(context.governance), toInitialForm(answer.value)),
            reloads: context.reloads + 1,
            hasNewChanges: answer.value.version !== context.governance?.version,
          }
        : {},
    ),
  },
}).createMachine({
  id: 'governance',
  context: ({ input: { savedForm } }) => ({
    savedForm,
    governance: null,
    form: savedForm ?? toInitialForm(null),
    failure: null,
    reloads: 0,
    hasNewChanges: false,
  }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        src: 'load',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'editing',
            actions: { type: 'setLoaded', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    failed: { on: { RELOAD: 'loading' } },
    editing: {
      on: {
        CHANGE: { actions: { type: 'setForm', params: ({ event }) => event.form } },
        SUBMIT: {
          guard: 'isValid',
          target: 'saving',
          actions: [{ type: 'setForm', params: ({ event }) => event.form }, 'startSave'],
        },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context: { form, governance } }) => ({
          settings: toGovernanceSettings(form),
          version: governance?.version ?? 0,
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'editing',
            actions: [{ type: 'setSaved', params: ({ event }) => event.output }, 'notifySaved'],
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => event.output },
            target: 'reloading',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
          { target: 'editing', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    reloading: {
      invoke: {
        src: 'load',
        onDone: { target: 'editing', actions: { type: 'setChanges', params: ({ event }) => event.output } },
      },
    },
  },
})
