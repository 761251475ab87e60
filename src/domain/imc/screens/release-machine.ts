import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import { type ScreenKey, type ScreenRow, toScreenKey } from '#src/domain/imc/screens/screen.ts'
import { offeredActions } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'

/** The result for one screen of the dialog. */
export type ReleaseOutcome =
  | { readonly kind: 'waiting' | 'sending' }
  | ({ readonly kind: 'sent' } & Omit<SentRequest, 'id'>)
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export interface ReleaseItem {
  readonly row: ScreenRow
  /** The last sent request; null before the first. */
  readonly attempt: KeyedAttempt<ScreenKey> | null
  readonly outcome: ReleaseOutcome
}

export interface ReleaseContext {
  readonly items: readonly ReleaseItem[]
  /** True after the dialog was closed: no further request is sent. */
  readonly isClosed: boolean
}

export type ReleaseEvent = Timed<
  | { readonly type: 'CONFIRM' /** One for each screen. */; readonly newKeys: readonly string[] }
  | { readonly type: 'CLOSE' }
>

export const canRelease = ({ status }: ScreenRow): boolean => offeredActions(status).includes('release')

const isUnsent = ({ outcome }: ReleaseItem) => outcome.kind !== 'sent'

const findWaiting = (items: readonly ReleaseItem[]) => items.find(({ outcome }) => outcome.kind === 'waiting')

function queueUnsent(items: readonly ReleaseItem[], newKeys: readonly string[]): readonly ReleaseItem[] {
  return items.map((item, i) =>
    isUnsent(item)
      ? {
          ...item,
          outcome: { kind: 'waiting' },
          attempt: nextAttempt(item.attempt, toScreenKey(item.row), newKeys[i] ?? ''),
        }
      : item,
  )
}

function requireSent(items: readonly ReleaseItem[]): KeyedAttempt<ScreenKey> {
  const attempt = items.find(({ outcome }) => outcome.kind === 'sending')?.attempt
  if (!attempt) throw new Error('release: sending nothing')
  return attempt
}

const toSent = ({ id: _, ...sent }: SentRequest): ReleaseOutcome => ({ ...sent, kind: 'sent' })

/** Returns the first sent request: all of them need a second person, or none (D106). */
export const findSent = (items: readonly ReleaseItem[]) =>
  items.map(({ outcome }) => outcome).find((outcome) => outcome.kind === 'sent')

const endRequest = (items: readonly ReleaseItem[], answer: Answer<SentRequest>): readonly ReleaseItem[] =>
  items.map((item) => {
    if (item.outcome.kind !== 'sending') return item
    return answer.ok
      ? { ...item, outcome: toSent(answer.value) }
      : {
          ...item,
          outcome: { kind: 'failed', failure: answer.error },
          attempt: item.attempt && failAttempt(item.attempt, answer.error),
        }
  })

/**
 * The release of one or more screens (§2.5): `confirming`, `releasing` one after the other, then
 * `ended`, where the failed screens can be sent again. The dialog can close while a request runs.
 */
export const releaseMachine = setup({
  types: {
    context: {} as ReleaseContext,
    events: {} as ReleaseEvent,
    input: {} as { readonly rows: readonly ScreenRow[] },
  },
  actors: { release: declareCall<KeyedAttempt<ScreenKey>, SentRequest>() },
  guards: {
    hasNext: ({ context: { items, isClosed } }) => !isClosed && findWaiting(items) !== undefined,
    hasUnsent: ({ context }) => context.items.some(isUnsent),
  },
  actions: {
    /** All replies arrived, or the dialog was closed: the rows may be outdated. */
    notifyEnd: (_, __: { readonly isAllSent: boolean }) => declareEffect(),
    queue: assign(({ context }, newKeys: readonly string[]) => ({ items: queueUnsent(context.items, newKeys) })),
    startNext: assign(({ context: { items } }) => {
      const next = findWaiting(items)
      return { items: items.map((item) => (item === next ? { ...item, outcome: { kind: 'sending' as const } } : item)) }
    }),
    endRequest: assign(({ context }, answer: Answer<SentRequest>) => ({ items: endRequest(context.items, answer) })),
    close: assign({ isClosed: true }),
  },
}).createMachine({
  id: 'release',
  context: ({ input }) => ({
    items: input.rows.filter(canRelease).map((row) => ({ row, attempt: null, outcome: { kind: 'waiting' } })),
    isClosed: false,
  }),
  on: { CLOSE: { actions: 'close' } },
  initial: 'confirming',
  states: {
    confirming: {
      on: {
        CONFIRM: {
          guard: 'hasUnsent',
          target: 'next',
          actions: { type: 'queue', params: ({ event }) => event.newKeys },
        },
      },
    },
    next: { always: [{ guard: 'hasNext', target: 'releasing', actions: 'startNext' }, { target: 'ended' }] },
    releasing: {
      invoke: {
        src: 'release',
        input: ({ context }) => requireSent(context.items),
        onDone: { target: 'next', actions: { type: 'endRequest', params: ({ event }) => event.output } },
      },
    },
    ended: {
      entry: { type: 'notifyEnd', params: ({ context }) => ({ isAllSent: !context.items.some(isUnsent) }) },
      on: {
        CONFIRM: {
          guard: 'hasUnsent',
          target: 'next',
          actions: { type: 'queue', params: ({ event }) => event.newKeys },
        },
      },
    },
  },
})
