import { assign, forwardTo, setup } from 'xstate'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { Correction } from '#src/domain/imc/corrections.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import {
  type ChosenFile,
  type RequiredFile,
  toWaiting,
  type UploadEvent,
  type UploadInput,
  uploadMachine,
} from '#src/domain/imc/requests/upload-machine.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'

/** What the user changed in the form; null is the value that was sent. */
export interface CorrectionForm {
  readonly user: AssignableUser | null
  readonly observations: string | null
  /** The typed quantity of a purchase. */
  readonly quantity: string | null
  /** The files that replace stored ones, by the id of their requirement. */
  readonly files: Readonly<Record<string, AttachedFile>>
}

/** The input of the dialog. A form that opens again after its session ended has that of then. */
export interface CorrectionDraft {
  readonly form: CorrectionForm
  /** The last sent correction; the form is locked while it is unsettled. */
  readonly attempt: KeyedAttempt<Correction> | null
}

export const EMPTY_CORRECTION_DRAFT: CorrectionDraft = {
  form: { user: null, observations: null, quantity: null, files: {} },
  attempt: null,
}

export interface CorrectionContext extends CorrectionDraft {
  readonly showsErrors: boolean
  /** The correction of a purchase from its review until its end; null without one. */
  readonly reviewed: Correction | null
  /** Set when the new request exists. */
  readonly receipt: SentRequest | null
  /** The files of the sent correction. */
  readonly files: readonly RequiredFile[]
  /** Why the request was not created. */
  readonly failure: CallFailure | null
}

/** A submitted form. */
interface Submission {
  /** Null if the form is invalid. */
  readonly correction: Correction | null
  readonly newKey: string
}

export type CorrectionEvent =
  | Timed<
      | { readonly type: 'CHANGE'; readonly change: Partial<Omit<CorrectionForm, 'files'>> }
      | { readonly type: 'DETACH'; readonly id: string }
      | ({ readonly type: 'SUBMIT' } & Submission)
      | { readonly type: 'BACK' }
      | { readonly type: 'CONFIRM'; readonly newKey: string }
    >
  /** Before the request is created, `ATTACH` chooses a file of the form. */
  | UploadEvent

function requireAttempt({ attempt }: CorrectionContext): KeyedAttempt<Correction> {
  if (attempt === null) throw new Error('correction: creating without a correction')
  return attempt
}

function toUploadInput({ receipt, files }: CorrectionContext): UploadInput {
  if (receipt === null) throw new Error('correction: uploading without a request')
  return { receipt, files }
}

const toUploads = { actions: 'forwardToUploads' } as const

/**
 * The correction of a rejected request (D90): `editing`, `creating`, `uploading` the replaced
 * files, then `done`. A purchase is sent only as it was reviewed in `reviewing` (D99). If the creation fails, the form keeps what was typed; after a lost reply, only
 * the identical correction is sent again. The caller validates the form.
 */
export const correctionMachine = setup({
  types: {
    context: {} as CorrectionContext,
    events: {} as CorrectionEvent,
    input: {} as CorrectionDraft,
    tags: {} as 'busy',
    children: {} as { uploads: 'uploads' },
  },
  actors: {
    createRequest: declareCall<KeyedAttempt<Correction>, SentRequest>(),
    uploads: uploadMachine,
  },
  guards: {
    hasReceipt: ({ context }) => context.receipt !== null,
    isUnlocked: ({ context }) => context.attempt?.isUnsettled !== true,
    isValid: (_, { correction }: Submission) => correction !== null,
    /** A locked form is sent again without another review. */
    needsReview: ({ context }, { correction }: Submission) =>
      correction !== null && correction.quantity !== null && context.attempt?.isUnsettled !== true,
  },
  actions: {
    /** The request was created or has failed: loaded requests may be outdated. */
    notifyCreationEnd: declareEffect,
    changeForm: assign(({ context }, change: Partial<CorrectionForm>) => ({ form: { ...context.form, ...change } })),
    attachToForm: assign(({ context: { form } }, { id, file }: ChosenFile) => ({
      form: { ...form, files: { ...form.files, [id]: file } },
    })),
    detachFromForm: assign(({ context: { form } }, id: string) => {
      const { [id]: _, ...files } = form.files
      return { form: { ...form, files } }
    }),
    startReview: assign((_, { correction }: Submission) => ({
      reviewed: correction,
      showsErrors: true,
      failure: null,
    })),
    endReview: assign({ reviewed: null }),
    storeSubmission: assign(({ context }, { correction, newKey }: Submission) => ({
      showsErrors: true,
      ...(correction && {
        attempt: nextAttempt(context.attempt, correction, newKey),
        files: Object.entries(context.form.files).map(([id, file]) => toWaiting({ id, file })),
        failure: null,
      }),
    })),
    storeCreation: assign(({ context }, answer: Answer<SentRequest>) =>
      answer.ok
        ? { receipt: answer.value, failure: null, reviewed: null }
        : { failure: answer.error, reviewed: null, attempt: failAttempt(requireAttempt(context), answer.error) },
    ),
    copyFiles: assign((_, { files }: { readonly files: readonly RequiredFile[] }) => ({ files })),
    forwardToUploads: forwardTo('uploads'),
  },
}).createMachine({
  id: 'correction',
  context: ({ input }) => ({ ...input, showsErrors: false, reviewed: null, receipt: null, files: [], failure: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        CHANGE: { guard: 'isUnlocked', actions: { type: 'changeForm', params: ({ event }) => event.change } },
        ATTACH: { guard: 'isUnlocked', actions: { type: 'attachToForm', params: ({ event }) => event } },
        DETACH: { guard: 'isUnlocked', actions: { type: 'detachFromForm', params: ({ event }) => event.id } },
        SUBMIT: [
          {
            guard: { type: 'needsReview', params: ({ event }) => event },
            target: 'reviewing',
            actions: { type: 'startReview', params: ({ event }) => event },
          },
          {
            guard: { type: 'isValid', params: ({ event }) => event },
            target: 'creating',
            actions: { type: 'storeSubmission', params: ({ event }) => event },
          },
          { actions: { type: 'storeSubmission', params: ({ event }) => event } },
        ],
      },
    },
    reviewing: {
      on: {
        BACK: { target: 'editing', actions: 'endReview' },
        CONFIRM: {
          target: 'creating',
          actions: {
            type: 'storeSubmission',
            params: ({ context, event }) => ({ correction: context.reviewed, newKey: event.newKey }),
          },
        },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createRequest',
        input: ({ context }) => requireAttempt(context),
        onDone: {
          target: 'creation-ended',
          actions: [{ type: 'storeCreation', params: ({ event }) => event.output }, 'notifyCreationEnd'],
        },
      },
    },
    'creation-ended': { always: [{ guard: 'hasReceipt', target: 'uploading' }, { target: 'editing' }] },
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
