import { uploadFailureMessage } from '#src/application/imc/imc-messages.ts'
import type { AttachedFile } from '#src/application/imc/requests/attached-file.ts'
import type { UsersGateway } from '#src/application/imc/users/users-gateway.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'

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
export interface ContractUpload {
  readonly state: () => ContractState
  readonly file: () => AttachedFile | null
  choose(file: AttachedFile): void
  remove(): void
  /**
   * Uploads the chosen file. Returns false without a file, after a failure, or if `signal` aborts.
   */
  upload(userId: string, signal: AbortSignal): Promise<boolean>
}

export interface ContractUploadDeps {
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
