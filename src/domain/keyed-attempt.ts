import type { CallFailure } from '#src/domain/call.ts'
import { isEqualData } from '#src/domain/equal.ts'

/**
 * A request that changes something, with the key that identifies it at the service (D28). Only this
 * request may be sent with this key.
 */
export interface KeyedAttempt<R> {
  readonly key: string
  readonly request: R
  /** True while the service may have executed the request although its reply was lost. */
  readonly isUnsettled: boolean
}

/**
 * Whether a call may have happened although it has no usable result: its reply was lost or is
 * unreadable, or the service failed.
 */
export const mayHaveHappened = ({ kind }: CallFailure): boolean => kind !== 'rejected' && kind !== 'storage-unavailable'

/** Refusals that a service sends before it looks at the key. They do not settle an attempt. */
const EARLY_REFUSALS: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

const isEarlyRefusal = (failure: CallFailure) => failure.kind === 'rejected' && EARLY_REFUSALS.has(failure.status)

/**
 * Returns the attempt to send next: the last attempt while it is unsettled or if the request is the
 * same, else a new one with `newKey`. A changed request is therefore never sent with a used key.
 */
export const nextAttempt = <R>(last: KeyedAttempt<R> | null, request: R, newKey: string): KeyedAttempt<R> =>
  last !== null && (last.isUnsettled || isEqualData(last.request, request))
    ? last
    : { key: newKey, request, isUnsettled: false }

/** Returns a sent attempt after a failure. A definite refusal settles it: nothing happened. */
export const failAttempt = <R>(sent: KeyedAttempt<R>, failure: CallFailure): KeyedAttempt<R> => ({
  ...sent,
  isUnsettled: mayHaveHappened(failure) || (sent.isUnsettled && isEarlyRefusal(failure)),
})
