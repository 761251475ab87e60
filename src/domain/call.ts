import { fromPromise, type PromiseActorLogic } from 'xstate'

import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The browser's storage cannot be used: it is disabled or full. */
export interface StorageFailure {
  readonly kind: 'storage-unavailable'
}

/**
 * Why the person's device answered nothing to a passkey's challenge (D96). `not-used` and
 * `not-created`: the person cancelled, or the time passed; the browser does not say which.
 */
export interface PasskeyFailure {
  readonly kind: 'passkey'
  readonly reason: 'not-used' | 'not-created' | 'known' | 'unsupported' | 'wrong-site'
}

/** Why a call has no usable result (D38). `crashed`: the call threw; the error is in the log. */
export type CallFailure =
  | { readonly kind: 'timeout' | 'unreachable' | 'malformed' | 'crashed' }
  | StorageFailure
  | PasskeyFailure
  | { readonly kind: 'rejected' | 'server-error'; readonly status: number; readonly message: string | null }

/** An event with the instant at which it happened: a machine needs no clock. */
export type Timed<E> = E extends unknown ? E & { readonly at: Instant } : never

/** The result of a call, with the instant at which it arrived. */
export type Answer<T> = Timed<Result<T, CallFailure>>

/** A call that a machine declares and the application provides. It never throws. */
export type Call<I, T> = PromiseActorLogic<Answer<T>, I>

/** Declares a call in `setup`. The machine crashes if the application does not provide it. */
export const declareCall = <I, T>(): Call<I, T> =>
  fromPromise<Answer<T>, I>(() => Promise.reject(new Error('a declared call is not provided')))

/** Declares an effect without an answer in `setup`. The application provides it. */
export function declareEffect(): never {
  throw new Error('a declared effect is not provided')
}

/** Declares a guard in `setup`. The application provides it. */
export function declareGuard(): boolean {
  throw new Error('a declared guard is not provided')
}
