import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { Confirmation, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { type ActivationAction, type ActivationRefusal, findActivation } from '#src/domain/imc/users/user-actions.ts'

type Action = ActivationAction['action']

/** Why a user is left out: the action is refused, or the user already is as the action wants. */
export type Exclusion = ActivationRefusal | 'no-change'

/** A user in the dialog and the state of the action for this user. */
export type ActivationItem = { readonly user: EntityUser } & (
  | { readonly state: 'waiting' | 'sending' | 'done' }
  | { readonly state: 'refused'; readonly failure: CallFailure }
  | { readonly state: 'left-out'; readonly exclusion: Exclusion }
)

/** An action on the users of the dialog. */
export interface Activation {
  readonly action: Action
  /** True for one row, false for the selected rows. */
  readonly single: boolean
  readonly items: readonly ActivationItem[]
}

/** The last result on the page: of an action, of a saved form, or why an action is disabled. */
export type UsersNotice =
  | ({ readonly kind: 'activation' } & Activation)
  | { readonly kind: 'disabled'; readonly refusal: ActivationRefusal; readonly name: string }
  | { readonly kind: 'saved'; readonly lead: string; readonly rest: string; readonly name: string }

export interface ActivationContext {
  /** The users of the open dialog. */
  readonly activation: Activation
  /** The number of dialogs so far. */
  readonly openings: number
  readonly notice: UsersNotice | null
}

export type ActivationEvent = Timed<
  | { readonly type: 'OPEN'; readonly users: readonly EntityUser[]; readonly action: Action; readonly single: boolean }
  | { readonly type: 'CONFIRM' | 'CLOSE' }
  | { readonly type: 'SHOW'; readonly notice: UsersNotice | null }
>

/** The user whose action is sent. */
export interface ActivationRequest {
  readonly userId: string
  readonly active: boolean
}

/** Returns why this user cannot have the action; null if it is offered (D35). */
function findExclusion(user: EntityUser, action: Action): Exclusion | null {
  const activation = findActivation(user)
  if (activation === null) return 'administrator'
  return activation.action === action ? activation.refusal : 'no-change'
}

function toItem(user: EntityUser, action: Action): ActivationItem {
  const exclusion = findExclusion(user, action)
  return exclusion === null ? { user, state: 'waiting' } : { user, state: 'left-out', exclusion }
}

type State = ActivationItem['state']

export const countItems = (
  { items }: { readonly items: readonly { readonly state: State }[] },
  ...states: readonly State[]
): number => items.filter(({ state }) => states.includes(state)).length

function startNext(activation: Activation): Activation {
  const next = activation.items.find(({ state }) => state === 'waiting')
  const items = activation.items.map(
    (item): ActivationItem => (item === next ? { user: item.user, state: 'sending' } : item),
  )
  return { ...activation, items }
}

function endRequest(activation: Activation, answer: Answer<Confirmation>): Activation {
  const items = activation.items.map((item): ActivationItem => {
    if (item.state !== 'sending') return item
    const { user } = item
    return answer.ok ? { user, state: 'done' } : { user, state: 'refused', failure: answer.error }
  })
  return { ...activation, items }
}

function toRequest({ action, items }: Activation): ActivationRequest {
  const item = items.find(({ state }) => state === 'sending')
  if (!item) throw new Error('activation: sending nothing')
  return { userId: item.user.id, active: action === 'activate' }
}

const open = { target: 'confirming', actions: 'open' } as const

/**
 * Activates or deactivates one or more users, one request after the other (§2.5, D35): `closed`,
 * `confirming`, `sending`, and `results` for several users. It also has the notice of the page,
 * which another action removes.
 */
export const activationMachine = setup({
  types: { context: {} as ActivationContext, events: {} as ActivationEvent },
  actors: { setActive: declareCall<ActivationRequest, Confirmation>() },
  guards: {
    hasNext: ({ context }) => countItems(context.activation, 'waiting') > 0,
    isSingle: ({ context }) => context.activation.single,
  },
  actions: {
    /** All replies arrived: the list of users may be outdated. */
    notifyEnd: (_, __: Activation) => declareEffect(),
    /** The user closed the results of an action on several users. */
    notifyResultsClosed: declareEffect,
    open: assign(({ context, event }) =>
      event.type === 'OPEN'
        ? {
            activation: {
              action: event.action,
              single: event.single,
              items: event.users.map((user) => toItem(user, event.action)),
            },
            openings: context.openings + 1,
            notice: null,
          }
        : {},
    ),
    startNext: assign(({ context }) => ({ activation: startNext(context.activation) })),
    endRequest: assign(({ context }, answer: Answer<Confirmation>) => ({
      activation: endRequest(context.activation, answer),
    })),
    showResult: assign(({ context }) => ({ notice: { kind: 'activation', ...context.activation } })),
    setNotice: assign((_, notice: UsersNotice | null) => ({ notice })),
  },
}).createMachine({
  id: 'activation',
  context: { activation: { action: 'activate', single: true, items: [] }, openings: 0, notice: null },
  on: { SHOW: { actions: { type: 'setNotice', params: ({ event }) => event.notice } } },
  initial: 'closed',
  states: {
    closed: { on: { OPEN: open } },
    confirming: { on: { OPEN: open, CLOSE: 'closed', CONFIRM: { guard: 'hasNext', target: 'sending' } } },
    sending: {
      initial: 'next',
      states: {
        next: {
          always: [
            { guard: 'hasNext', target: 'request', actions: 'startNext' },
            {
              target: '#activation.ended',
              actions: ['showResult', { type: 'notifyEnd', params: ({ context }) => context.activation }],
            },
          ],
        },
        request: {
          invoke: {
            src: 'setActive',
            input: ({ context }) => toRequest(context.activation),
            onDone: { target: 'next', actions: { type: 'endRequest', params: ({ event }) => event.output } },
          },
        },
      },
    },
    ended: { always: [{ guard: 'isSingle', target: 'closed' }, { target: 'results' }] },
    results: { on: { OPEN: open, CLOSE: { target: 'closed', actions: 'notifyResultsClosed' } } },
  },
})
