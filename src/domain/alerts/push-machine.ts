import { assign, setup } from 'xstate'
import type { PushAvailability, PushRefusal, PushSubscriptionKeys } from '#src/domain/alerts/push.ts'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'

/** What browser and service say about the push messages. */
export interface PushStatus {
  readonly availability: PushAvailability
  readonly isOn: boolean
  /** The public key of the service, with which a browser subscribes. */
  readonly key: string
}

type Subscribed = Answer<PushSubscriptionKeys | PushRefusal>

export interface PushContext {
  readonly status: PushStatus
  readonly subscription: PushSubscriptionKeys | null
  /** Why the browser did not subscribe. */
  readonly refusal: PushRefusal | null
  /** Why the last call failed. */
  readonly failure: CallFailure | null
}

export type PushEvent = Timed<{ readonly type: 'TURN_ON' | 'TURN_OFF' | 'RETRY' }>

const UNKNOWN: PushStatus = { availability: 'ready', isOn: false, key: '' }

function requireSubscription({ subscription }: PushContext): PushSubscriptionKeys {
  if (subscription === null) throw new Error('push: there is no subscription')
  return subscription
}

function afterSubscribing(answer: Subscribed): Partial<PushContext> {
  if (!answer.ok) return { failure: answer.error }
  return typeof answer.value === 'string' ? { refusal: answer.value } : { subscription: answer.value }
}

const isSubscription = (answer: Subscribed) => answer.ok && typeof answer.value !== 'string'

/**
 * The push messages of this browser (D125): `loading`, `unavailable`, `off`, then `subscribing` in the
 * browser, which asks its user, and `registering` at the service; `on`, and `removing`. A failure
 * goes back, and may be tried again.
 */
export const pushMachine = setup({
  types: { context: {} as PushContext, events: {} as PushEvent },
  actors: {
    read: declareCall<null, PushStatus>(),
    subscribe: declareCall<string, PushSubscriptionKeys | PushRefusal>(),
    register: declareCall<PushSubscriptionKeys, true>(),
    remove: declareCall<null, true>(),
  },
  guards: {
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    isSubscription: (_, answer: Subscribed) => isSubscription(answer),
    isOn: ({ context: { status } }) => status.isOn,
    isUnavailable: ({ context: { status, refusal } }) =>
      status.availability !== 'ready' || refusal === 'denied' || refusal === 'unsupported',
    hasFailed: ({ context: { failure } }) => failure !== null,
  },
  actions: {
    clear: assign({ refusal: null, failure: null }),
    storeStatus: assign((_, answer: Answer<PushStatus>) =>
      answer.ok ? { status: answer.value } : { failure: answer.error },
    ),
    storeSubscription: assign((_, answer: Subscribed) => afterSubscribing(answer)),
    storeFailure: assign((_, answer: Answer<true>) => (answer.ok ? {} : { failure: answer.error })),
  },
}).createMachine({
  id: 'push',
  context: { status: UNKNOWN, subscription: null, refusal: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clear',
      invoke: {
        src: 'read',
        input: null,
        onDone: { target: 'read', actions: { type: 'storeStatus', params: ({ event }) => event.output } },
      },
    },
    read: {
      always: [
        { guard: 'hasFailed', target: 'failed' },
        { guard: 'isUnavailable', target: 'unavailable' },
        { guard: 'isOn', target: 'on' },
        { target: 'off' },
      ],
    },
    failed: { on: { RETRY: 'loading' } },
    unavailable: { on: { RETRY: 'loading' } },
    off: { on: { TURN_ON: { target: 'subscribing', actions: 'clear' } } },
    subscribing: {
      invoke: {
        src: 'subscribe',
        input: ({ context }) => context.status.key,
        onDone: [
          {
            guard: { type: 'isSubscription', params: ({ event }) => event.output },
            target: 'registering',
            actions: { type: 'storeSubscription', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'storeSubscription', params: ({ event }) => event.output } },
        ],
      },
    },
    refused: { always: [{ guard: 'isUnavailable', target: 'unavailable' }, { target: 'off' }] },
    registering: {
      invoke: {
        src: 'register',
        input: ({ context }) => requireSubscription(context),
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'on' },
          { target: 'off', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    on: { on: { TURN_OFF: { target: 'removing', actions: 'clear' } } },
    removing: {
      invoke: {
        src: 'remove',
        input: null,
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'off' },
          { target: 'on', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
        ],
      },
    },
  },
})
