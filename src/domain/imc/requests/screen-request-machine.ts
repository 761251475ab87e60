import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, setup } from 'xstate'

import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/abortable-call.ts'
import {
  type ChosenFile,
  endUpload,
  hasWaiting,
  isComplete,
  type RequiredFile,
  replaceFile,
  requeueFiles,
  setProgress,
  startNextUpload,
  toMissing,
  toWaiting,
} from '#src/domain/imc/requests/request-files.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * The calls of the dialog. `Q` is the request, `A` a document, `F` and `U` are the failures of a
 * request and of an upload.
 */
export interface ScreenRequestInput<Q, A, F, U> {
  /** Creates the request; called again only after a failure. */
  readonly create: (request: Q, signal: AbortSignal) => Promise<Result<RequestReceipt, F>>
  /** `onProgress` receives the sent fraction, 0 to 1. */
  readonly upload: (
    receipt: RequestReceipt,
    chosen: ChosenFile<A>,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ) => Promise<Result<void, U>>
  /** An existing request, and the ids of its requirements without a document. */
  readonly existing?: { readonly receipt: RequestReceipt; readonly missing: readonly string[] }
}

export interface ScreenRequestContext<Q, A, F, U> extends ScreenRequestInput<Q, A, F, U> {
  readonly request: Q | null
  /** Set when the request exists. A request is never created twice (D28). */
  readonly receipt: RequestReceipt | null
  readonly files: readonly RequiredFile<A, U>[]
  /** Why the request was not created; `error` is null when the call threw. */
  readonly failure: { readonly error: F | null } | null
}

interface Choice<Q, A> {
  readonly request: Q
  readonly files: readonly ChosenFile<A>[]
}

export type ScreenRequestEvent<Q, A> =
  /** The user chose valid values; the dialog asks for confirmation. */
  | ({ readonly type: 'CHOSEN' } & Choice<Q, A>)
  | { readonly type: 'CONFIRMED' | 'WITHDRAWN' | 'RETRIED_ALL' }
  | { readonly type: 'RETRIED'; readonly id: string }
  /** A document was chosen for a requirement of the existing request. */
  | ({ readonly type: 'REPLACED' } & ChosenFile<A>)
  | { readonly type: 'PROGRESSED'; readonly id: string; readonly progress: number }

function toCreateCall<Q, A, F, U>({
  request,
  create,
}: ScreenRequestContext<Q, A, F, U>): AbortableCall<RequestReceipt, F> {
  if (request === null) throw new Error('screen request: creating without a request')
  return (signal) => create(request, signal)
}

function toUploadCall<Q, A, F, U>(
  { receipt, files, upload }: ScreenRequestContext<Q, A, F, U>,
  report: (id: string, progress: number) => void,
): AbortableCall<void, U> {
  const current = files.find(({ status }) => status === 'uploading')
  if (receipt === null || !current || current.file === null) throw new Error('screen request: uploading nothing')
  const { id, file } = current
  return (signal) => upload(receipt, { id, file }, (progress) => report(id, progress), signal)
}

/**
 * The dialog of a request with documents: `choosing`, `confirming`, `creating`, `uploading` one
 * file after the other, then `done` or `some-failed`. A retry sends only the failed files. If the
 * creation fails, the dialog returns to `choosing`. The dialog of an existing request starts in
 * `some-failed`. The caller validates the choice.
 */
export function createScreenRequestMachine<Q, A, F, U>() {
  type Context = ScreenRequestContext<Q, A, F, U>
  type Self = { send(event: ScreenRequestEvent<Q, A>): void }
  const requeueOne = {
    type: 'requeue',
    params: ({ event }: { event: { readonly id: string } }) => event.id,
  } as const
  const requeueAll = { type: 'requeue', params: null } as const
  const replace = { type: 'replace', params: ({ event }: { event: ChosenFile<A> }) => event } as const

  return setup({
    types: {
      context: {} as ScreenRequestContext<Q, A, F, U>,
      events: {} as ScreenRequestEvent<Q, A>,
      input: {} as ScreenRequestInput<Q, A, F, U>,
      emitted: {} as Crash,
      tags: {} as 'busy',
    },
    actors: {
      create: fromPromise<Result<RequestReceipt, F>, AbortableCall<RequestReceipt, F>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
      upload: fromPromise<Result<void, U>, AbortableCall<void, U>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
    },
    guards: {
      hasReceipt: ({ context }) => context.receipt !== null,
      hasWaiting: ({ context }) => hasWaiting(context.files),
      isComplete: ({ context }) => isComplete(context.files),
    },
    actions: {
      storeChoice: assign((_, { request, files }: Choice<Q, A>) => ({
        request,
        files: files.map((chosen) => toWaiting<A, U>(chosen)),
        failure: null,
      })),
      storeCreation: assign((_, result: Result<RequestReceipt, F | null>) =>
        result.ok ? { receipt: result.value, failure: null } : { failure: { error: result.error } },
      ),
      requeue: assign(({ context }, id: string | null) => ({ files: requeueFiles(context.files, id) })),
      replace: assign(({ context }, chosen: ChosenFile<A>) => ({ files: replaceFile(context.files, chosen) })),
      startNext: assign(({ context }) => ({ files: startNextUpload(context.files) })),
      endUpload: assign(({ context }, result: Result<void, U | null>) => ({ files: endUpload(context.files, result) })),
      setProgress: assign(({ context }, { id, progress }: { readonly id: string; readonly progress: number }) => ({
        files: setProgress(context.files, id, progress),
      })),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
    },
  }).createMachine({
    id: 'screen-request',
    context: ({ input }) => ({
      ...input,
      request: null,
      receipt: input.existing?.receipt ?? null,
      files: input.existing?.missing.map((id) => toMissing<A, U>(id)) ?? [],
      failure: null,
    }),
    initial: 'starting',
    states: {
      starting: { always: [{ guard: 'hasReceipt', target: 'some-failed' }, { target: 'choosing' }] },
      choosing: {
        on: { CHOSEN: { target: 'confirming', actions: { type: 'storeChoice', params: ({ event }) => event } } },
      },
      confirming: { on: { CONFIRMED: 'creating', WITHDRAWN: 'choosing' } },
      creating: {
        tags: 'busy',
        invoke: {
          src: 'create',
          input: ({ context }: { context: Context }) => toCreateCall(context),
          onDone: {
            target: 'creation-ended',
            actions: {
              type: 'storeCreation',
              params: ({ event }: { event: DoneActorEvent<Result<RequestReceipt, F>> }) => event.output,
            },
          },
          onError: {
            target: 'creation-ended',
            actions: [
              { type: 'storeCreation', params: err(null) },
              { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error },
            ],
          },
        },
      },
      'creation-ended': { always: [{ guard: 'hasReceipt', target: 'next-file' }, { target: 'choosing' }] },
      'next-file': {
        always: [
          { guard: 'hasWaiting', target: 'uploading', actions: 'startNext' },
          { guard: 'isComplete', target: 'done' },
          { target: 'some-failed' },
        ],
      },
      uploading: {
        tags: 'busy',
        on: {
          RETRIED: { actions: requeueOne },
          RETRIED_ALL: { actions: requeueAll },
          REPLACED: { actions: replace },
          PROGRESSED: { actions: { type: 'setProgress', params: ({ event }) => event } },
        },
        invoke: {
          src: 'upload',
          input: ({ context, self }: { context: Context; self: Self }) =>
            toUploadCall(context, (id, progress) => self.send({ type: 'PROGRESSED', id, progress })),
          onDone: {
            target: 'next-file',
            actions: {
              type: 'endUpload',
              params: ({ event }: { event: DoneActorEvent<Result<void, U>> }) => event.output,
            },
          },
          onError: {
            target: 'next-file',
            actions: [
              { type: 'endUpload', params: err(null) },
              { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error },
            ],
          },
        },
      },
      'some-failed': {
        on: {
          RETRIED: { target: 'next-file', actions: requeueOne },
          RETRIED_ALL: { target: 'next-file', actions: requeueAll },
          REPLACED: { target: 'next-file', actions: replace },
        },
      },
      done: { type: 'final' },
    },
  })
}
