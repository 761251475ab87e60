import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { type ExpiryChange, type ExpiryViolation, expiryViolation } from '#src/domain/imc/screens/screen-expiry.ts'
import { type BogotaDate, toDate } from '#src/domain/time/bogota.ts'

export interface ExpiryContext {
  readonly row: ScreenRow
  /** The chosen last day; null without one. */
  readonly date: BogotaDate | null
  readonly violation: ExpiryViolation | null
  /** Why the last attempt failed. */
  readonly failure: CallFailure | null
  /** The day that is being stored; null removes the last day. */
  readonly sent: BogotaDate | null
}

export type ExpiryEvent = Timed<
  { readonly type: 'CHANGE'; readonly date: BogotaDate | null } | { readonly type: 'SUBMIT' | 'REMOVE' }
>

type Saved = Answer<void>

function toChange({ row, sent }: ExpiryContext): ExpiryChange {
  if (row.userId === null) throw new Error('expiry: a screen without a user')
  return { number: row.number, screen: row.screen, userId: row.userId, endsOn: sent }
}

/**
 * The last day of a screen (D108): `editing`, `saving`, `done`. After a failure the dialog keeps
 * the day: the same change again has no other effect.
 */
export const expiryMachine = setup({
  types: {
    context: {} as ExpiryContext,
    events: {} as ExpiryEvent,
    input: {} as { readonly row: ScreenRow },
  },
  actors: { save: declareCall<ExpiryChange, void>() },
  guards: {
    isValid: ({ context, event }) => expiryViolation(context.date, toDate(event.at)) === null,
    isOk: (_, answer: Saved) => answer.ok,
  },
  actions: {
    /** A reply arrived: the rows may be outdated. `endsOn` is the stored day after a success. */
    notifyEnd: (_, __: { readonly endsOn: BogotaDate | null; readonly isSaved: boolean }) => declareEffect(),
    setDate: assign((_, date: BogotaDate | null) => ({ date, violation: null })),
    showViolation: assign(({ context, event }) => ({ violation: expiryViolation(context.date, toDate(event.at)) })),
    startSave: assign(({ context }) => ({ sent: context.date, violation: null, failure: null })),
    startRemoval: assign({ sent: null, violation: null, failure: null }),
    setFailure: assign((_, answer: Saved) => ({ failure: answer.ok ? null : answer.error })),
  },
}).createMachine({
  id: 'expiry',
  context: ({ input: { row } }) => ({ row, date: row.endsOn, violation: null, failure: null, sent: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        CHANGE: { actions: { type: 'setDate', params: ({ event }) => event.date } },
        SUBMIT: [{ guard: 'isValid', target: 'saving', actions: 'startSave' }, { actions: 'showViolation' }],
        REMOVE: { target: 'saving', actions: 'startRemoval' },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context }) => toChange(context),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'notifyEnd', params: ({ context }) => ({ endsOn: context.sent, isSaved: true }) },
          },
          {
            target: 'editing',
            actions: [
              { type: 'setFailure', params: ({ event }) => event.output },
              { type: 'notifyEnd', params: ({ context }) => ({ endsOn: context.sent, isSaved: false }) },
            ],
          },
        ],
      },
    },
    done: { type: 'final' },
  },
})
