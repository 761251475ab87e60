import { assign, setup } from 'xstate'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import { type Answer, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'

/** A chosen document and the id of its requirement. */
export interface ChosenFile {
  readonly id: string
  readonly file: AttachedFile
}

/**
 * The document of a requirement and the state of its upload. An unsent document follows one whose
 * upload stopped the sequence.
 */
export interface RequiredFile {
  /** Id of the requirement. */
  readonly id: string
  /** Null until a document is chosen. */
  readonly file: AttachedFile | null
  readonly status: 'missing' | 'waiting' | 'uploading' | 'uploaded' | 'failed' | 'unsent'
  /** The sent fraction, 0 to 1. */
  readonly progress: number
  /** Why the upload failed; null without a failure. */
  readonly failure: UploadFailure | null
}

type Files = readonly RequiredFile[]

/** Returns the entry of a document that waits in the queue. */
export const toWaiting = ({ id, file }: ChosenFile): RequiredFile => ({
  id,
  file,
  status: 'waiting',
  progress: 0,
  failure: null,
})

/** Returns the entry of a requirement without a document. */
export const toMissing = (id: string): RequiredFile => ({
  id,
  file: null,
  status: 'missing',
  progress: 0,
  failure: null,
})

const hasWaiting = (files: Files): boolean => files.some(({ status }) => status === 'waiting')

/**
 * Whether a failed upload stops the sequence: the service gave no usable answer, so that the next
 * document would fail too. A refused or unreadable document concerns itself alone (§8, D85).
 */
export const stopsUploads = (failure: UploadFailure | null): boolean =>
  failure !== null && failure.kind !== 'rejected' && failure.kind !== 'unreadable'

const isComplete = (files: Files): boolean => files.every(({ status }) => status === 'uploaded')

/** Puts the documents after the one that stopped the sequence back into the queue. */
const resumeSequence = (files: Files): Files =>
  files.map((entry) => (entry.status === 'unsent' ? { ...entry, status: 'waiting' } : entry))

/** Puts the failed upload of a requirement back into the queue, and those that it stopped. */
const requeueFile = (files: Files, id: string): Files =>
  resumeSequence(files).map((entry) =>
    entry.id === id && entry.status === 'failed' && entry.file !== null ? toWaiting({ id, file: entry.file }) : entry,
  )

const REPLACEABLE: readonly RequiredFile['status'][] = ['failed', 'missing', 'unsent']

/** Puts a document into the queue if its requirement has no document, or one that is not sent. */
const replaceFile = (files: Files, chosen: ChosenFile): Files =>
  resumeSequence(
    files.map((entry) => (entry.id === chosen.id && REPLACEABLE.includes(entry.status) ? toWaiting(chosen) : entry)),
  )

/** Marks the first document in the queue as uploading. */
function startNextUpload(files: Files): Files {
  const next = files.find(({ status }) => status === 'waiting')
  return files.map((entry) => (entry === next ? { ...entry, status: 'uploading' } : entry))
}

/** Marks the running upload as uploaded, or as failed; those after it as unsent if it stops them. */
const endUpload = (files: Files, failure: UploadFailure | null): Files =>
  files.map((entry) => {
    if (entry.status === 'waiting' && stopsUploads(failure)) return { ...entry, status: 'unsent' }
    if (entry.status !== 'uploading') return entry
    return failure === null
      ? { ...entry, status: 'uploaded', progress: 1, failure: null }
      : { ...entry, status: 'failed', progress: 0, failure }
  })

/** Sets the sent fraction of the running upload. */
const setProgress = (files: Files, id: string, progress: number): Files =>
  files.map((entry) => (entry.id === id && entry.status === 'uploading' ? { ...entry, progress } : entry))

/** The documents of a created request. */
export interface UploadInput {
  readonly receipt: SentRequest
  readonly files: Files
}

export type UploadEvent = Timed<
  | ({ readonly type: 'ATTACH' } & ChosenFile)
  | { readonly type: 'RETRY'; readonly id: string }
  | { readonly type: 'PROGRESS'; readonly id: string /** 0 to 1. */; readonly progress: number }
>

/** The document to upload. */
export interface Upload extends ChosenFile {
  readonly receipt: SentRequest
}

/** `uploadDocument` answers why the document was not uploaded, or null. */
type UploadAnswer = Answer<UploadFailure | null>

function toUpload({ receipt, files }: UploadInput): Upload {
  const current = files.find(({ status }) => status === 'uploading')
  if (!current || current.file === null) throw new Error('upload: uploading nothing')
  return { receipt, id: current.id, file: current.file }
}

const attach = { type: 'attach', params: ({ event }: { event: ChosenFile }) => event } as const
const requeue = { type: 'requeue', params: ({ event }: { event: { readonly id: string } }) => event.id } as const

/**
 * The uploads of a request's documents (D28): `uploading` one file after the other, then `done`, or
 * `incomplete` while a document is missing or has failed. A retry sends only what is not uploaded.
 * Without an answer of the service the sequence stops; a retry goes on from there (D85).
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadInput,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    output: {} as { readonly files: Files },
  },
  actors: {
    /** Reports its progress with `PROGRESS`. */
    uploadDocument: declareCall<Upload, UploadFailure | null>(),
  },
  guards: {
    hasWaiting: ({ context }) => hasWaiting(context.files),
    isComplete: ({ context }) => isComplete(context.files),
  },
  actions: {
    /** All documents are uploaded. */
    notifyDone: declareEffect,
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
  id: 'upload',
  context: ({ input }) => input,
  output: ({ context }) => ({ files: context.files }),
  initial: 'next-file',
  states: {
    'next-file': {
      always: [
        { guard: 'hasWaiting', target: 'uploading', actions: 'startNext' },
        { guard: 'isComplete', target: 'done' },
        { target: 'incomplete' },
      ],
    },
    uploading: {
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
    incomplete: {
      on: {
        RETRY: { target: 'next-file', actions: requeue },
        ATTACH: { target: 'next-file', actions: attach },
      },
    },
    done: { type: 'final', entry: 'notifyDone' },
  },
})
