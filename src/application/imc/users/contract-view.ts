import type { AttachedFile } from '#src/application/imc/requests/attached-file.ts'
import { type ContractState, createContractUpload } from '#src/application/imc/users/contract-upload.ts'
import { CONTRACT_MESSAGES } from '#src/application/imc/users/user-form-messages.ts'
import type { UsersGateway } from '#src/application/imc/users/users-gateway.ts'
import type { Log } from '#src/application/platform/log.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import { attachmentViolation } from '#src/domain/attachment.ts'
import { CONTRACT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'

export interface ContractSnapshot {
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
export interface ContractView extends Readable<ContractSnapshot> {
  choose(file: AttachedFile): void
  remove(): void
  /** Uploads a valid file, or shows its error. */
  submit(): void
}

export interface ContractViewDeps {
  readonly users: Pick<UsersGateway, 'uploadContract'>
  readonly log: Log
}

export function createContractView(deps: ContractViewDeps, userId: string): ContractView {
  let run = new AbortController()
  let snapshot: ContractSnapshot = { contract: { kind: 'missing' }, error: null, done: false, sent: false }
  const subscribers = createSubscribers(() => {
    run = new AbortController()
    return () => run.abort()
  })
  function set(next: Partial<ContractSnapshot>) {
    snapshot = { ...snapshot, ...next }
    subscribers.notify()
  }
  const contract = createContractUpload(deps, () => set({ contract: contract.state() }))

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,
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
