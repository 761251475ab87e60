import { assign, setup } from 'xstate'
import type { AttachedFile, AttachmentViolation, UploadFailure } from '#src/domain/attachment.ts'
import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'

/** The contract file of an administrator, and the state of its upload. */
export interface Contract {
  readonly file: AttachedFile | null
  readonly status: 'chosen' | 'uploading' | 'uploaded' | 'failed'
  /** The sent fraction, 0 to 1. */
  readonly progress: number
  /** Why the upload failed; null without a failure. */
  readonly failure: UploadFailure | null
  /** The broken rule at the last submit; null after another choice. */
  readonly violation: AttachmentViolation | null
}

export interface ContractUpload {
  readonly userId: string
  readonly file: AttachedFile
}

/** `uploadContract` answers why the file was not uploaded, or null. */
export type ContractAnswer = Answer<UploadFailure | null>

export const chooseContract = (file: AttachedFile | null): Contract => ({
  file,
  status: 'chosen',
  progress: 0,
  failure: null,
  violation: null,
})

export const removeContract = ({ violation }: Contract): Contract => ({ ...chooseContract(null), violation })

/** Starts an upload, which has its file for another attempt after a failure (D28). */
export const startUpload = ({ file }: Contract): Contract => ({ ...chooseContract(file), status: 'uploading' })

export const toUploadFailure = (answer: ContractAnswer): UploadFailure | null =>
  answer.ok ? answer.value : answer.error

export function endUpload(contract: Contract, answer: ContractAnswer): Contract {
  const failure = toUploadFailure(answer)
  return { ...contract, status: failure === null ? 'uploaded' : 'failed', failure }
}

export interface ContractContext {
  readonly userId: string
  readonly contract: Contract
  /**
   * True after the first upload starts: the service may have the contract even if the reply was
   * lost.
   */
  readonly isSent: boolean
}

export type ContractEvent = Timed<
  | { readonly type: 'CHOOSE'; readonly file: AttachedFile }
  | { readonly type: 'REMOVE' | 'SUBMIT' }
  | { readonly type: 'PROGRESS' /** 0 to 1. */; readonly progress: number }
>

export function toContractUpload(userId: string, { file }: Contract): ContractUpload {
  if (file === null) throw new Error('contract: uploading nothing')
  return { userId, file }
}

/** Uploads the missing contract of an administrator: `choosing`, `uploading`, then `done` (§5). */
export const contractMachine = setup({
  types: {
    context: {} as ContractContext,
    events: {} as ContractEvent,
    input: {} as { readonly userId: string },
  },
  actors: { uploadContract: declareCall<ContractUpload, UploadFailure | null>() },
  guards: {
    isValid: ({ context }) => contractViolation(context.contract.file) === null,
    isUploaded: (_, answer: ContractAnswer) => toUploadFailure(answer) === null,
  },
  actions: {
    setFile: assign((_, file: AttachedFile) => ({ contract: chooseContract(file) })),
    removeFile: assign(({ context }) => ({ contract: removeContract(context.contract) })),
    showViolation: assign(({ context: { contract } }) => ({
      contract: { ...contract, violation: contractViolation(contract.file) },
    })),
    startUpload: assign(({ context }) => ({ contract: startUpload(context.contract), isSent: true })),
    setProgress: assign(({ context }, progress: number) => ({ contract: { ...context.contract, progress } })),
    endUpload: assign(({ context }, answer: ContractAnswer) => ({ contract: endUpload(context.contract, answer) })),
  },
}).createMachine({
  id: 'contract',
  context: ({ input }) => ({ userId: input.userId, contract: chooseContract(null), isSent: false }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        CHOOSE: { actions: { type: 'setFile', params: ({ event }) => event.file } },
        REMOVE: { actions: 'removeFile' },
        SUBMIT: [{ guard: 'isValid', target: 'uploading' }, { actions: 'showViolation' }],
      },
    },
    uploading: {
      entry: 'startUpload',
      on: { PROGRESS: { actions: { type: 'setProgress', params: ({ event }) => event.progress } } },
      invoke: {
        src: 'uploadContract',
        input: ({ context }) => toContractUpload(context.userId, context.contract),
        onDone: [
          {
            guard: { type: 'isUploaded', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'endUpload', params: ({ event }) => event.output },
          },
          { target: 'choosing', actions: { type: 'endUpload', params: ({ event }) => event.output } },
        ],
      },
    },
    done: { type: 'final' },
  },
})
