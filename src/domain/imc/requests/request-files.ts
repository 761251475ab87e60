import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'

/** A chosen document and the id of its requirement. */
export interface ChosenFile {
  readonly id: string
  readonly file: AttachedFile
}

/** The document of a requirement and the state of its upload. */
export interface RequiredFile {
  /** Id of the requirement. */
  readonly id: string
  /** Null until a document is chosen. */
  readonly file: AttachedFile | null
  readonly status: 'missing' | 'waiting' | 'uploading' | 'uploaded' | 'failed'
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

export const hasWaiting = (files: Files): boolean => files.some(({ status }) => status === 'waiting')

export const isComplete = (files: Files): boolean => files.every(({ status }) => status === 'uploaded')

/** Puts the failed upload of a requirement back into the queue. */
export const requeueFile = (files: Files, id: string): Files =>
  files.map((entry) =>
    entry.id === id && entry.status === 'failed' && entry.file !== null ? toWaiting({ id, file: entry.file }) : entry,
  )

/** Puts a document into the queue if its requirement has no document or a failed upload. */
export const replaceFile = (files: Files, chosen: ChosenFile): Files =>
  files.map((entry) =>
    entry.id === chosen.id && (entry.status === 'failed' || entry.status === 'missing') ? toWaiting(chosen) : entry,
  )

/** Marks the first document in the queue as uploading. */
export function startNextUpload(files: Files): Files {
  const next = files.find(({ status }) => status === 'waiting')
  return files.map((entry) => (entry === next ? { ...entry, status: 'uploading' } : entry))
}

/** Marks the running upload as uploaded, or as failed. */
export const endUpload = (files: Files, failure: UploadFailure | null): Files =>
  files.map((entry) => {
    if (entry.status !== 'uploading') return entry
    return failure === null
      ? { ...entry, status: 'uploaded', progress: 1, failure: null }
      : { ...entry, status: 'failed', progress: 0, failure }
  })

/** Sets the sent fraction of the running upload. */
export const setProgress = (files: Files, id: string, progress: number): Files =>
  files.map((entry) => (entry.id === id && entry.status === 'uploading' ? { ...entry, progress } : entry))
