import { assign, forwardTo, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import {
  type ChosenFile,
  type RequiredFile,
  toWaiting,
  type UploadEvent,
  type UploadInput,
  uploadMachine,
} from '#src/domain/imc/requests/upload-machine.ts'
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

export interface ScreenRequestContext extends ScreenRequestDraft {
  /** True after a submit, until the user chooses another move. */
  readonly showsErrors: boolean
  /** Set when the request exists. A request is never created twice (D28). */
  readonly receipt: SentRequest | null
  /** The documents of the submitted request. */
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

export type ScreenRequestEvent =
  | Timed<
      | { readonly type: 'CHANGE'; readonly change: Partial<Omit<ScreenRequestForm, 'files'>> }
      | { readonly type: 'DETACH'; readonly id: string }
      | ({ readonly type: 'SUBMIT' } & Submission)
      | { readonly type: 'CONFIRM' | 'CANCEL' }
    >
  /** Before the request is created, `ATTACH` chooses a document of the form. */
  | UploadEvent

function requireAttempt({ attempt }: ScreenRequestContext): KeyedAttempt<ScreenRequest> {
  if (attempt === null) throw new Error('screen request: creating without a request')
  return attempt
}

function toUploadInput({ receipt, files }: ScreenRequestContext): UploadInput {
  if (receipt === null) throw new Error('screen request: uploading without a request')
  return { receipt, files }
}

const toUploads = { actions: 'forwardToUploads' } as const

/**
 * A request with documents: `choosing`, `confirming`, `creating`, `uploading`, then `done`. If the
 * creation fails, the dialog returns to `choosing`; after a lost reply, only the identical request
 * is sent again. The caller validates the choice.
 */
export const screenRequestMachine = setup({
  types: {
    context: {} as ScreenRequestContext,
    events: {} as ScreenRequestEvent,
    input: {} as ScreenRequestDraft,
    tags: {} as 'busy',
    children: {} as { uploads: 'uploads' },
  },
  actors: {
    createRequest: declareCall<KeyedAttempt<ScreenRequest>, SentRequest>(),
    uploads: uploadMachine,
  },
  guards: {
    hasReceipt: ({ context }) => context.receipt !== null,
    isUnlocked: ({ context }) => context.attempt?.isUnsettled !== true,
    isValid: (_, { request }: Submission) => request !== null,
  },
  actions: {
    /** The request was created or has failed: loaded lists may be outdated. */
    notifyCreationEnd: (_, __: { readonly isCreated: boolean }) => declareEffect(),
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
    storeCreation: assign(({ context }, answer: Answer<SentRequest>) =>
      answer.ok
        ? { receipt: answer.value, failure: null }
        : { failure: answer.error, attempt: failAttempt(requireAttempt(context), answer.error) },
    ),
    copyFiles: assign((_, { files }: { readonly files: readonly RequiredFile[] }) => ({ files })),
    forwardToUploads: forwardTo('uploads'),
  },
}).createMachine({
  id: 'screen-request',
  context: ({ input }) => ({ ...input, showsErrors: false, receipt: null, files: [], failure: null }),
  initial: 'choosing',
  states: {
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
    'creation-ended': { always: [{ guard: 'hasReceipt', target: 'uploading' }, { target: 'choosing' }] },
    uploading: {
      tags: 'busy',
      on: { RETRY: toUploads, ATTACH: toUploads, PROGRESS: toUploads },
      invoke: {
        id: 'uploads',
        src: 'uploads',
        input: ({ context }) => toUploadInput(context),
        onSnapshot: { actions: { type: 'copyFiles', params: ({ event }) => event.snapshot.context } },
        onDone: { target: 'done', actions: { type: 'copyFiles', params: ({ event }) => event.output } },
      },
    },
    done: { type: 'final' },
  },
})
