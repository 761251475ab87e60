import type { Result } from '#src/domain/result.ts'

/** A chosen document and the id of its requirement. */
export interface ChosenFile<A> {
  readonly id: string
  readonly file: A
}

/**
 * The document of a requirement and the state of its upload. `A` is a document, `U` the failure of
 * an upload.
 */
export interface RequiredFile<A, U> {
  /** Id of the requirement. */
  readonly id: string
  /** Null until a document is chosen. */
  readonly file: A | null
  readonly status: 'missing' | 'waiting' | 'uploading' | 'uploaded' | 'failed'
  /** The sent fraction, 0 to 1. */
  readonly progress: number
  /** Why the upload failed; null when the call threw. */
  readonly failure: U | null
}

type Files<A, U> = readonly RequiredFile<A, U>[]

/** Returns the entry of a document that waits in the queue. */
export const toWaiting = <A, U>({ id, file }: ChosenFile<A>): RequiredFile<A, U> => ({
  id,
  file,
  status: 'waiting',
  progress: 0,
  failure: null,
})

/** Returns the entry of a requirement without a document. */
export const toMissing = <A, U>(id: string): RequiredFile<A, U> => ({
  id,
  file: null,
  status: 'missing',
  progress: 0,
  failure: null,
})

export const hasWaiting = <A, U>(files: Files<A, U>): boolean => files.some(({ status }) => status === 'waiting')

export const isComplete = <A, U>(files: Files<A, U>): boolean => files.every(({ status }) => status === 'uploaded')

/** Puts the failed upload of a requirement, or all failed uploads, back into the queue. */
export const requeueFiles = <A, U>(files: Files<A, U>, id: string | null): Files<A, U> =>
  files.map((entry) =>
    entry.status === 'failed' && entry.file !== null && (id === null || id === entry.id)
      ? toWaiting({ id: entry.id, file: entry.file })
      : entry,
  )

/** Puts a document into the queue if its requirement has no document or a failed upload. */
export const replaceFile = <A, U>(files: Files<A, U>, chosen: ChosenFile<A>): Files<A, U> =>
  files.map((entry) =>
    entry.id === chosen.id && (entry.status === 'failed' || entry.status === 'missing') ? toWaiting(chosen) : entry,
  )

/** Marks the first document in the queue as uploading. */
export function startNextUpload<A, U>(files: Files<A, U>): Files<A, U> {
  const next = files.find(({ status }) => status === 'waiting')
  return files.map((entry) => (entry === next ? { ...entry, status: 'uploading' } : entry))
}

/** Marks the running upload as uploaded or failed. */
export const endUpload = <A, U>(files: Files<A, U>, result: Result<void, U | null>): Files<A, U> =>
  files.map((entry) => {
    if (entry.status !== 'uploading') return entry
    return result.ok
      ? { ...entry, status: 'uploaded', progress: 1, failure: null }
      : { ...entry, status: 'failed', progress: 0, failure: result.error }
  })

/** Sets the sent fraction of the running upload. */
export const setProgress = <A, U>(files: Files<A, U>, id: string, progress: number): Files<A, U> =>
  files.map((entry) => (entry.id === id && entry.status === 'uploading' ? { ...entry, progress } : entry))
