import { assign, setup } from 'xstate'
import type { AttachedFile, AttachmentViolation, UploadFailure } from '#src/domain/attachment.ts'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import { hasViolations } from '#src/domain/form-rules.ts'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'
import {
  type Contract,
  type ContractAnswer,
  type ContractUpload,
  chooseContract,
  endUpload,
  removeContract,
  startUpload,
  toContractUpload,
  toUploadFailure,
} from '#src/domain/imc/users/contract-machine.ts'
import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import type { Confirmation, CreatedUser, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import {
  checkNewUser,
  checkUserEdit,
  initialFormValues,
  type NewUser,
  newUserViolations,
  rebaseFormValues,
  toUserForm,
  type UserEdit,
  type UserFormValues,
  type UserViolations,
  userEditViolations,
} from '#src/domain/imc/users/user-form.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'

/** The form of a new user (`userId` null) or of an existing one, as it opens. */
export interface UserFormInput {
  readonly userId: string | null
  /** The saved values of an ended session; null without saved values. */
  readonly values: UserFormValues | null
  readonly contract: AttachedFile | null
  /** The last request for a new user; the form is locked while it is unsettled. */
  readonly attempt: KeyedAttempt<NewUser> | null
}

/** What the form needs before it opens; `user` is null for a new user. */
export interface UserFormData {
  readonly documentTypes: readonly DocumentType[]
  readonly user: EntityUser | null
}

export interface UserFormContext extends UserFormData {
  readonly userId: string | null
  /** As in `UserFormInput`. */
  readonly savedValues: UserFormValues | null
  /** The values of the form. */
  readonly values: UserFormValues
  readonly contract: Contract
  readonly attempt: KeyedAttempt<NewUser> | null
  /** True after a submit of an invalid form, until a valid one is sent. */
  readonly showsErrors: boolean
  /** Why the last load or save failed. */
  readonly failure: CallFailure | null
  /** Number of reloads after another person changed the user (D81). */
  readonly reloads: number
  /** True after a refused edit loaded the changes of another person. */
  readonly hasNewChanges: boolean
  /** The id of the created user, whose contract may still be missing. */
  readonly createdId: string | null
  /** The service's message after an edit. */
  readonly savedMessage: string
  /** True after the form was sent. The list may have changed even if the reply was lost. */
  readonly isSent: boolean
}

export type UserFormEvent = Timed<
  | { readonly type: 'RELOAD' | 'REMOVE_CONTRACT' | 'RETRY_CONTRACT' }
  | { readonly type: 'CHANGE'; readonly values: UserFormValues }
  | { readonly type: 'SUBMIT'; readonly values: UserFormValues /** For a new user. */; readonly newKey: string }
  | { readonly type: 'CHOOSE_CONTRACT'; readonly file: AttachedFile }
  | { readonly type: 'PROGRESS' /** 0 to 1. */; readonly progress: number }
>

/** An edit, and the user as the form loaded it. */
export interface UserEditRequest {
  readonly user: EntityUser
  readonly edit: UserEdit
}

type Form = Pick<UserFormContext, 'userId' | 'documentTypes' | 'contract' | 'attempt'>

const toCodes = ({ documentTypes }: Pick<Form, 'documentTypes'>) => documentTypes.map(({ code }) => code)

/** The broken rules of the fields, without that of the contract (§5). */
export function findUserViolations(
  form: Pick<Form, 'userId' | 'documentTypes'>,
  values: UserFormValues,
): UserViolations {
  const find = form.userId === null ? newUserViolations : userEditViolations
  return find(toUserForm(values), toCodes(form))
}

/** Only a new administrator needs a contract. */
export const needsContract = ({ userId }: Pick<Form, 'userId'>, { role }: UserFormValues): boolean =>
  userId === null && role === 'administrator'

/** The broken rule of the contract. */
export const findContractViolation = (form: Form, values: UserFormValues): AttachmentViolation | null =>
  needsContract(form, values) ? contractViolation(form.contract.file) : null

export const isLocked = ({ attempt }: Pick<Form, 'attempt'>): boolean => attempt?.isUnsettled === true

/** A locked form has the values of the request that is sent again. */
const canSave = (form: Form, values: UserFormValues): boolean =>
  findContractViolation(form, values) === null && (isLocked(form) || !hasViolations(findUserViolations(form, values)))

function startAttempt(context: UserFormContext, values: UserFormValues, newKey: string): Partial<UserFormContext> {
  const newUser = checkNewUser(toUserForm(values), toCodes(context))
  if (context.userId !== null || !newUser.ok) return {}
  return { attempt: nextAttempt(context.attempt, newUser.value, newKey) }
}

function requireAttempt({ attempt }: UserFormContext): KeyedAttempt<NewUser> {
  if (attempt === null) throw new Error('user form: creating nobody')
  return attempt
}

function toEditRequest({ user, values, documentTypes }: UserFormContext): UserEditRequest {
  const edit = checkUserEdit(toUserForm(values), toCodes({ documentTypes }))
  if (user === null || !edit.ok) throw new Error('user form: editing nothing')
  return { user, edit: edit.value }
}

const isConflict = (failure: CallFailure) => failure.kind === 'rejected' && failure.status === 409

/** An edit that another person's edit refuses (D81). */
const isOutdated = (answer: Answer<unknown>) => !answer.ok && isConflict(answer.error)

/**
 * Creates or edits a user (§2.5, §5): `loading`, `editing`, `creating` or `saving`, for a new
 * administrator also `uploading` the contract, then `done`. After a lost reply to a creation the
 * form is locked, and only the identical user is sent again (D28). After a refused edit it loads
 * the changes of the other person.
 */
export const userFormMachine = setup({
  types: {
    context: {} as UserFormContext,
    events: {} as UserFormEvent,
    input: {} as UserFormInput,
    tags: {} as 'saving',
  },
  actors: {
    loadForm: declareCall<string | null, UserFormData>(),
    createUser: declareCall<KeyedAttempt<NewUser>, CreatedUser>(),
    editUser: declareCall<UserEditRequest, Confirmation>(),
    findUser: declareCall<string, EntityUser>(),
    uploadContract: declareCall<ContractUpload, UploadFailure | null>(),
  },
  guards: {
    isNew: ({ context }) => context.userId === null,
    needsContract: ({ context }) => needsContract(context, context.values),
    canSave: ({ context, event }) => event.type === 'SUBMIT' && canSave(context, event.values),
    canUpload: ({ context }) => contractViolation(context.contract.file) === null,
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    isOutdated: (_, answer: Answer<unknown>) => isOutdated(answer),
    isUploaded: (_, answer: ContractAnswer) => toUploadFailure(answer) === null,
  },
  actions: {
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, answer: Answer<unknown>) => (answer.ok ? {} : { failure: answer.error })),
    setData: assign(({ context }, answer: Answer<UserFormData>) =>
      answer.ok ? { ...answer.value, values: context.savedValues ?? initialFormValues(answer.value.user) } : {},
    ),
    setValues: assign((_, values: UserFormValues) => ({ values })),
    showErrors: assign(({ context }, values: UserFormValues) => ({
      values,
      showsErrors: true,
      contract: { ...context.contract, violation: findContractViolation(context, values) },
    })),
    startSave: assign(({ context, event }) =>
      event.type === 'SUBMIT'
        ? {
            ...startAttempt(context, event.values, event.newKey),
            values: event.values,
            contract: { ...context.contract, violation: null },
            showsErrors: false,
            failure: null,
            hasNewChanges: false,
            isSent: true,
          }
        : {},
    ),
    failCreation: assign(({ context }, answer: Answer<unknown>) =>
      answer.ok ? {} : { failure: answer.error, attempt: failAttempt(requireAttempt(context), answer.error) },
    ),
    setCreated: assign((_, answer: Answer<CreatedUser>) => (answer.ok ? { createdId: answer.value.id } : {})),
    setSaved: assign((_, answer: Answer<Confirmation>) => (answer.ok ? { savedMessage: answer.value.message } : {})),
    setChanges: assign(({ context }, answer: Answer<EntityUser>) =>
      answer.ok
        ? {
            user: answer.value,
            values: rebaseFormValues(context.values, initialFormValues(context.user), initialFormValues(answer.value)),
            reloads: context.reloads + 1,
            hasNewChanges: true,
          }
        : {},
    ),
    chooseContract: assign((_, file: AttachedFile) => ({ contract: chooseContract(file) })),
    removeContract: assign(({ context }) => ({ contract: removeContract(context.contract) })),
    showContractViolation: assign(({ context: { contract } }) => ({
      contract: { ...contract, violation: contractViolation(contract.file) },
    })),
    startUpload: assign(({ context }) => ({ contract: startUpload(context.contract) })),
    setProgress: assign(({ context }, progress: number) => ({ contract: { ...context.contract, progress } })),
    endUpload: assign(({ context }, answer: ContractAnswer) => ({ contract: endUpload(context.contract, answer) })),
  },
}).createMachine({
  id: 'user-form',
  context: ({ input: { userId, values, contract, attempt } }) => ({
    userId,
    savedValues: values,
    attempt,
    contract: chooseContract(contract),
    documentTypes: [],
    user: null,
    values: values ?? initialFormValues(null),
    showsErrors: false,
    failure: null,
    reloads: 0,
    hasNewChanges: false,
    createdId: null,
    savedMessage: '',
    isSent: false,
  }),
  on: {
    CHANGE: { actions: { type: 'setValues', params: ({ event }) => event.values } },
    CHOOSE_CONTRACT: { actions: { type: 'chooseContract', params: ({ event }) => event.file } },
    REMOVE_CONTRACT: { actions: 'removeContract' },
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        src: 'loadForm',
        input: ({ context }) => context.userId,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'editing',
            actions: { type: 'setData', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    failed: { on: { RELOAD: 'loading' } },
    editing: {
      on: {
        SUBMIT: [
          { guard: 'canSave', target: 'sending', actions: 'startSave' },
          { actions: { type: 'showErrors', params: ({ event }) => event.values } },
        ],
      },
    },
    sending: { always: [{ guard: 'isNew', target: 'creating' }, { target: 'saving' }] },
    creating: {
      tags: 'saving',
      invoke: {
        src: 'createUser',
        input: ({ context }) => requireAttempt(context),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'created',
            actions: { type: 'setCreated', params: ({ event }) => event.output },
          },
          { target: 'editing', actions: { type: 'failCreation', params: ({ event }) => event.output } },
        ],
      },
    },
    created: { always: [{ guard: 'needsContract', target: 'uploading' }, { target: 'done' }] },
    saving: {
      tags: 'saving',
      invoke: {
        src: 'editUser',
        input: ({ context }) => toEditRequest(context),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setSaved', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'reloading',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
          { target: 'editing', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    reloading: {
      tags: 'saving',
      invoke: {
        src: 'findUser',
        input: ({ context }) => context.userId ?? '',
        onDone: { target: 'editing', actions: { type: 'setChanges', params: ({ event }) => event.output } },
      },
    },
    uploading: {
      entry: 'startUpload',
      on: { PROGRESS: { actions: { type: 'setProgress', params: ({ event }) => event.progress } } },
      invoke: {
        src: 'uploadContract',
        input: ({ context }) => toContractUpload(context.createdId ?? '', context.contract),
        onDone: [
          {
            guard: { type: 'isUploaded', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'endUpload', params: ({ event }) => event.output },
          },
          { target: 'upload-failed', actions: { type: 'endUpload', params: ({ event }) => event.output } },
        ],
      },
    },
    'upload-failed': {
      on: { RETRY_CONTRACT: [{ guard: 'canUpload', target: 'uploading' }, { actions: 'showContractViolation' }] },
    },
    done: { type: 'final' },
  },
})
