import { assign, setup } from 'xstate'

import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import {
  type ChosenFile,
  endUpload,
  hasWaiting,
  isComplete,
  type RequiredFile,
  replaceFile,
  requeueFile,
  setProgress,
  startNextUpload,
  toMissing,
  toWaiting,
} from '#src/domain/imc/requests/request-files.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import type { AssignableUser, FreeScreen } from '#src/domain/imc/screens/screen.ts'
import type { ScreenRequest, ScreenRequestForm } from '#src/domain/imc/screens/screen-requests.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'

/** The rows of the submitted choice: the service no longer offers them after the request. */
export interface SubmittedRows {
  readonly users: readonly AssignableUser[]
  readonly screens: readonly FreeScreen[]
}

/** The input of the dialog. A form that opens again after its session ended has that of then. */
export interface ScreenRequestDraft {
  readonly form: ScreenRequestForm
  readonly submitted: SubmittedRows
  /** The last sent request; the form is locked while it is unsettled. */
  readonly attempt: KeyedAttempt<ScreenRequest> | null
}

export const EMPTY_REQUEST_DRAFT: ScreenRequestDraft = {
  form: { profileId: null, move: 'screen', targetId: null, userId: null, observations: '', files: {} },
  submitted: { users: [], screens: [] },
  attempt: null,
}

export interface ScreenRequestInput extends ScreenRequestDraft {
  /** An existing request, and the ids of its requirements without a document; null: a new one. */
  readonly existing: { readonly receipt: RequestReceipt; readonly missing: readonly string[] } | null
}

export interface ScreenRequestContext extends ScreenRequestDraft {
  /** True after a submit, until the user chooses another move. */
  readonly showsErrors: boolean
  /** Set when the request exists. A request is never created twice (D28). */
  readonly receipt: RequestReceipt | null
  /** The documents of the submitted or existing request. */
  readonly files: readonly RequiredFile[]
  /** Why the request was not created. */
  readonly failure: CallFailure | null
}

/** A submitted form. */
interface Submission {
  /** Null if the form is invalid or its requirements are not loaded. */
  readonly request: ScreenRequest | null
  readonly documents: readonly ChosenFile[]
  readonly submitted: SubmittedRows
  /** For a new request. */
  readonly newKey: string
}

export type ScreenRequestEvent = Timed<
  | { readonly type: 'CHANGE'; readonly change: Partial<Omit<ScreenRequestForm, 'files'>> }
  /** A document was chosen, for the form or for a requirement of the existing request. */
  | { readonly type: 'ATTACH'; readonly id: string; readonly file: AttachedFile }
  | { readonly type: 'DETACH' | 'RETRY'; readonly id: string }
  | ({ readonly type: 'SUBMIT' } & Submission)
  | { readonly type: 'CONFIRM' | 'CANCEL' }
  | { readonly type: 'PROGRESS'; readonly id: string /** 0 to 1. */; readonly progress: number }
>

/** The document to upload. */
export interface Upload extends ChosenFile {
  readonly receipt: RequestReceipt
}

/** `uploadDocument` answers why the document was not uploaded, or null. */
type UploadAnswer = Answer<UploadFailure | null>

function requireAttempt({ attempt }: ScreenRequestContext): KeyedAttempt<ScreenRequest> {
  if (attempt === null) throw new Error('screen request: creating without a request')
  return attempt
}

function toUpload({ receipt, files }: ScreenRequestContext): Upload {
  const current = files.find(({ status }) => status === 'uploading')
  if (receipt === null || !current || current.file === null) throw new Error('screen request: uploading nothing')
  return { receipt, id: current.id, file: current.file }
}

const attach = { type: 'attach', params: ({ event }: { event: ChosenFile }) => event } as const
const requeue = { type: 'requeue', params: ({ event }: { event: { readonly id: string } }) => event.id } as const

/**
 * A request with documents: `choosing`, `confirming`, `creating`, `uploading` one file after the
 * other, then `done` or `some-failed`. A retry sends only the failed files. If the creation fails,
 * the dialog returns to `choosing`; after a lost reply, only the identical request is sent again.
 * The dialog of an existing request starts in `some-failed`. The caller validates the choice.
 */
export const screenRequestMachine = setup({
  types: {
    context: {} as ScreenRequestContext,
    events: {} as ScreenRequestEvent,
    input: {} as ScreenRequestInput,
    tags: {} as 'busy',
  },
  actors: {
    createRequest: declareCall<KeyedAttempt<ScreenRequest>, RequestReceipt>(),
    /** Reports its progress with `PROGRESS`. */
    uploadDocument: declareCall<Upload, UploadFailure | null>(),
  },
  guards: {
    hasReceipt: ({ context }) => context.receipt !== null,
    hasWaiting: ({ context }) => hasWaiting(context.files),
    isComplete: ({ context }) => isComplete(context.files),
    isUnlocked: ({ context }) => context.attempt?.isUnsettled !== true,
    isValid: (_, { request }: Submission) => request !== null,
  },
  actions: {
    /** The request was created or has failed: loaded lists may be outdated. */
    notifyCreationEnd: (_, __: { readonly isCreated: boolean }) => declareEffect(),
    /** The request and all its documents are sent. */
    notifyDone: declareEffect,
    changeForm: assign(({ context }, change: Partial<ScreenRequestForm>) => ({
      form: { ...context.form, ...change },
      showsErrors: context.showsErrors && change.move === undefined,
    })),
    attachToForm: assign(({ context: { form } }, { id, file }: ChosenFile) => ({
      form: { ...form, files: { ...form.files, [id]: file } },
    })),
    detachFromForm: assign(({ context: { form } }, id: string) => {
      const { [id]: _, ...files } = form.files
      return { form: { ...form, files } }
    }),
    storeSubmission: assign(({ context }, { request, documents, submitted, newKey }: Submission) => ({
      showsErrors: true,
      ...(request && {
        attempt: nextAttempt(context.attempt, request, newKey),
        files: documents.map(toWaiting),
        submitted,
        failure: null,
      }),
    })),
    storeCreation: assign(({ context }, answer: Answer<RequestReceipt>) =>
      answer.ok
        ? { receipt: answer.value, failure: null }
        : { failure: answer.error, attempt: failAttempt(requireAttempt(context), answer.error) },
    ),
    requeue: assign(({ context }, id: string) => ({ files: requeueFile(context.files, id) })),
    attach: assign(({ context }, chosen: ChosenFile) => ({ files: replaceFile(context.files, chosen) })),
    startNext: assign(({ context }) => ({ files: startNextUpload(context.files) })),
    endUpload: assign(({ context }, answer: UploadAnswer) => ({
      files: endUpload(context.files, answer.ok ? answer.value : answer.error),
    })),
    setProgress: assign(({ context }, { id, progress }: { readonly id: string; readonly progress: number }) => ({
      files: setProgress(context.files, id, progress),
    })),
  },
}).createMachine({
  id: 'screen-request',
  context: ({ input: { form, submitted, attempt, existing } }) => ({
    form,
    submitted,
    attempt,
    showsErrors: false,
    receipt: existing?.receipt ?? null,
    files: existing?.missing.map(toMissing) ?? [],
    failure: null,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasReceipt', target: 'some-failed' }, { target: 'choosing' }] },
    choosing: {
      on: {
        CHANGE: { guard: 'isUnlocked', actions: { type: 'changeForm', params: ({ event }) => event.change } },
        ATTACH: { actions: { type: 'attachToForm', params: ({ event }) => event } },
        DETACH: { actions: { type: 'detachFromForm', params: ({ event }) => event.id } },
        SUBMIT: [
          {
            guard: { type: 'isValid', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'storeSubmission', params: ({ event }) => event },
          },
          { actions: { type: 'storeSubmission', params: ({ event }) => event } },
        ],
      },
    },
    confirming: { on: { CONFIRM: 'creating', CANCEL: 'choosing' } },
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createRequest',
        input: ({ context }) => requireAttempt(context),
        onDone: {
          target: 'creation-ended',
          actions: [
            { type: 'storeCreation', params: ({ event }) => event.output },
            { type: 'notifyCreationEnd', params: ({ event }) => ({ isCreated: event.output.ok }) },
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
        RETRY: { actions: requeue },
        ATTACH: { actions: attach },
        PROGRESS: { actions: { type: 'setProgress', params: ({ event }) => event } },
      },
      invoke: {
        src: 'uploadDocument',
        input: ({ context }) => toUpload(context),
        onDone: {
          target: 'next-file',
          actions: { type: 'endUpload', params: ({ event }) => event.output },
        },
      },
    },
    'some-failed': {
      on: {
        RETRY: { target: 'next-file', actions: requeue },
        ATTACH: { target: 'next-file', actions: attach },
      },
    },
    done: { type: 'final', entry: 'notifyDone' },
  },
})
