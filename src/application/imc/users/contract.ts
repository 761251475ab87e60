import { uploadFailureMessage } from '#src/application/imc/messages.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { AttachedFile, AttachmentViolation } from '#src/domain/attachment.ts'
import { type Contract, contractMachine } from '#src/domain/imc/users/contract-machine.ts'
import { ok } from '#src/domain/result.ts'

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

export function toContractState({ file, status, progress, failure }: Contract): ContractState {
  if (file === null) return { kind: 'missing' }
  const { name, size } = file
  switch (status) {
    case 'chosen':
      return { kind: 'chosen', name, size }
    case 'uploading':
      return { kind: 'uploading', name, percent: Math.round(progress * 100) }
    case 'uploaded':
      return { kind: 'uploaded', name }
    case 'failed':
      return { kind: 'failed', name, error: uploadFailureMessage(failure) }
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
export interface ContractView extends Readable<ContractSnapshot> {
  choose(file: AttachedFile): void
  remove(): void
  /** Uploads a valid file, or shows its error. */
  submit(): void
}

interface ContractViewDeps extends FlowDeps {
  readonly users: Pick<UsersGateway, 'uploadContract'>
}

export function createContractView(deps: ContractViewDeps, userId: string): ContractView {
  const call = createCaller(deps)
  const machine = contractMachine.provide({
    actors: {
      uploadContract: call(async ({ userId: id, file }, signal) => {
        const onProgress = (progress: number) => flow.send({ type: 'PROGRESS', progress })
        const result = await deps.users.uploadContract(id, file, { onProgress, signal })
        return ok(result.ok ? null : result.error)
      }),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ userId }),
    select: (state): ContractSnapshot => {
      const { contract, isSent } = state.context
      return {
        contract: toContractState(contract),
        error: contract.violation && CONTRACT_MESSAGES[contract.violation],
        done: state.matches('done'),
        sent: isSent,
      }
    },
  })
  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    choose: (file) => flow.send({ type: 'CHOOSE', file }),
    remove: () => flow.send({ type: 'REMOVE' }),
    submit: () => flow.send({ type: 'SUBMIT' }),
  }
}
