import { uploadFailureMessage } from '#src/application/imc/messages.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import { type AttachedFile, type AttachmentViolation, attachmentViolation } from '#src/domain/attachment.ts'
import { CONTRACT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'

/** The error messages of the contract (§5). */
export const CONTRACT_MESSAGES: Readonly<Record<AttachmentViolation, string>> = {
  'no-file': 'Por favor, seleccione un archivo antes de cargar.',
  extension: 'Por favor, seleccione un archivo con una extensión y tamaño válidos.',
  empty: 'Por favor, seleccione un archivo con una extensión y tamaño válidos.',
  'too-large': 'Por favor, seleccione un archivo con una extensión y tamaño válidos.',
}

/** Shown after the upload of a contract (§8). */
export const CONTRACT_UPLOADED = 'Contrato cargado.'

/** The state of the contract's file. */
export type ContractState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'chosen'; readonly name: string; readonly size: number }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'uploaded'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly error: string }

/**
 * The contract file of an administrator (§5). A failed upload can be repeated with the same file
 * (D28).
 */
interface ContractUpload {
  readonly state: () => ContractState
  readonly file: () => AttachedFile | null
  choose(file: AttachedFile): void
  remove(): void
  /**
   * Uploads the chosen file. Returns false without a file, after a failure, or if `signal` aborts.
   */
  upload(userId: string, signal: AbortSignal): Promise<boolean>
}

interface ContractUploadDeps {
  readonly users: Pick<UsersGateway, 'uploadContract'>
  readonly log: Log
}

const MISSING: ContractState = { kind: 'missing' }

export function createContractUpload({ users, log }: ContractUploadDeps, onChange: () => void): ContractUpload {
  let file: AttachedFile | null = null
  let state: ContractState = MISSING

  function set(next: ContractState) {
    state = next
    onChange()
  }

  return {
    state: () => state,
    file: () => file,
    choose(newFile) {
      file = newFile
      set({ kind: 'chosen', name: newFile.name, size: newFile.size })
    },
    remove() {
      file = null
      set(MISSING)
    },
    async upload(userId, signal) {
      if (file === null) return false
      const { name } = file
      const onProgress = (progress: number) => {
        if (!signal.aborted) set({ kind: 'uploading', name, percent: Math.round(progress * 100) })
      }
      onProgress(0)
      const result = await users.uploadContract(userId, file, { onProgress, signal }).catch((error: unknown) => {
        log.error(UNEXPECTED_ERROR, error)
        return null
      })
      if (signal.aborted) return false
      if (result?.ok) set({ kind: 'uploaded', name })
      else set({ kind: 'failed', name, error: uploadFailureMessage(result?.error ?? null) })
      return result?.ok === true
    },
  }
}

interface ContractSnapshot {
  readonly contract: ContractState
  readonly error: string | null
  readonly done: boolean
  /**
   * True after the first upload starts. The service may have the contract even if the reply was
   * lost.
   */
  readonly sent: boolean
}

/** Uploads the missing contract of an existing administrator. */
interface ContractView extends Readable<ContractSnapshot> {
  choose(file: AttachedFile): void
  remove(): void
  /** Uploads a valid file, or shows its error. */
  submit(): void
}

interface ContractViewDeps {
  readonly users: Pick<UsersGateway, 'uploadContract'>
  readonly log: Log
}

export function createContractView(deps: ContractViewDeps, userId: string): ContractView {
  let run = new AbortController()
  let snapshot: ContractSnapshot = { contract: { kind: 'missing' }, error: null, done: false, sent: false }
  const view = createRefreshable(
    () => snapshot,
    () => {
      run = new AbortController()
      return () => run.abort()
    },
  )
  function set(next: Partial<ContractSnapshot>) {
    snapshot = { ...snapshot, ...next }
    view.refresh()
  }
  const contract = createContractUpload(deps, () => set({ contract: contract.state() }))

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    choose(file) {
      contract.choose(file)
      set({ error: null })
    },
    remove: contract.remove,
    submit() {
      if (snapshot.contract.kind === 'uploading') return
      const violation = attachmentViolation(contract.file(), CONTRACT_EXTENSIONS)
      if (violation !== null) {
        set({ error: CONTRACT_MESSAGES[violation] })
        return
      }
      const { signal } = run
      set({ sent: true })
      void contract.upload(userId, signal).then((done) => {
        if (done && !signal.aborted) set({ done: true })
      })
    },
  }
}
