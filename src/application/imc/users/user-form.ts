import { ERROR_TITLE, formFailureMessage, listFailureMessage } from '#src/application/imc/messages.ts'
import type { NewKey, UsersGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { CONTRACT_MESSAGES, type ContractState, toContractState } from '#src/application/imc/users/contract.ts'
import {
  CONTRACT_FAILED,
  DOCUMENT_AND_NAME_REQUIRED,
  missingText,
  NOT_CREATED,
  NOT_EDITED,
  ONLY_CONTRACT_MISSING,
  REVIEW_CHANGES,
  USER_CREATED,
  USER_EDITED,
  USER_MAY_EXIST,
  userViolationMessage,
} from '#src/application/imc/users/user-form-messages.ts'
import { formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import { combine, type Readable, withWork } from '#src/application/platform/readable.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import {
  hasCheckDigit,
  hasFormChanges,
  initialFormValues,
  REQUIRED_WHILE_TYPING,
  requiresEmail,
  type UserFormValues,
} from '#src/domain/imc/users/user-form.ts'
import {
  findContractViolation,
  findUserViolations,
  isLocked,
  needsContract,
  type UserFormContext,
  userFormMachine,
} from '#src/domain/imc/users/user-form-machine.ts'
import { ok } from '#src/domain/result.ts'

/** Why a form was not loaded or saved, or what was saved, with the texts of §8. */
interface UserFormText {
  readonly lead: string
  readonly rest: string
}

/** What was saved, and the name of the user. */
export interface SavedTexts extends UserFormText {
  readonly name: string
}

const STEPS = ['loading', 'failed', 'editing', 'uploading', 'upload-failed', 'done'] as const

export interface UserFormSnapshot {
  /** `failed`: the data of the form was not loaded. */
  readonly step: (typeof STEPS)[number] | 'saving'
  readonly documentTypes: readonly DocumentType[]
  /** The edited user; null before the load, and when creating. */
  readonly user: EntityUser | null
  /** Number of times that the changes of another person replaced `user` (D81). */
  readonly reloads: number
  /** True if the user changed the form: Esc does not close it. */
  readonly isDirty: boolean
  readonly requiresEmail: boolean
  /** The document has a check digit. */
  readonly hasCheckDigit: boolean
  readonly needsContract: boolean
  readonly contract: ContractState
  readonly contractError: string | null
  /** Why the last attempt failed, or why the form was not loaded. */
  readonly error: UserFormText | null
  /** Summary of the empty required fields: 'Faltan 3 campos y el contrato.' */
  readonly missingSummary: string | null
  /** Set after the save and the upload; the UI then closes the form and shows the notice. */
  readonly notice: SavedTexts | null
  /** True after the service created the user, even if the contract upload fails. */
  readonly created: boolean
  /**
   * True after a lost reply: the user may exist. The fields are then locked, and `submit` sends the
   * identical user again.
   */
  readonly mayExist: boolean
  /** True after the form was sent. The list may have changed even if the reply was lost. */
  readonly sent: boolean
}

/** Creates or edits a user (§2.5, §5). */
export interface UserFormView extends Readable<UserFormSnapshot> {
  readonly mode: 'create' | 'edit'
  /** Returns the current values; at first the stored or the saved ones of an ended session. */
  readValues(): UserFormValues
  /** Returns the URL of the edited administrator's contract; null without a contract. */
  contractUrl(): string | null
  readonly findErrors: FindErrors<UserFormValues>
  readonly requiredWhileTyping: readonly (keyof UserFormValues)[]
  /** Stores the values after a change. They are saved if the session ends. */
  change(values: UserFormValues): void
  chooseContract(file: AttachedFile): void
  removeContract(): void
  /** Sends a valid form, or shows what is missing. */
  submit(values: UserFormValues): void
  /** Repeats only the contract upload, with the same or another file. */
  retryContract(): void
  /** Reloads the data of the form. */
  reload(): void
}

export interface UserFormViewDeps extends FlowDeps {
  readonly users: Pick<UsersGateway, 'find' | 'documentTypes' | 'create' | 'edit' | 'uploadContract' | 'contractUrl'>
  readonly newKey: NewKey
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
}

const toFormErrors = (context: UserFormContext, values: UserFormValues) =>
  toFieldErrors(findUserViolations(context, values), userViolationMessage)

/** Counts empty fields and a contract without an allowed file. Wrong values have own messages. */
function toMissing(context: UserFormContext): Pick<UserFormSnapshot, 'missingSummary' | 'error'> {
  const { values, showsErrors } = context
  if (!showsErrors) return { missingSummary: null, error: null }
  const missing = toFormErrors(context, values).filter(({ code }) => code === 'required')
  const isDocumentOrNameMissing = missing.some(({ field }) => field === 'name' || field === 'documentNumber')
  return {
    missingSummary: missingText(missing.length, findContractViolation(context, values) !== null),
    error: isDocumentOrNameMissing ? { lead: DOCUMENT_AND_NAME_REQUIRED, rest: '' } : null,
  }
}

const join = (...texts: readonly (string | null)[]) => texts.filter((text) => text !== null).join(' ')

function toSaveError(context: UserFormContext, failure: CallFailure): UserFormText {
  if (context.userId === null) {
    return { lead: NOT_CREATED, rest: join(formFailureMessage(failure), isLocked(context) ? USER_MAY_EXIST : null) }
  }
  const cause = serviceMessage(failure) ?? formConnectionCause(failure)
  const review = context.hasNewChanges ? REVIEW_CHANGES : null
  return { lead: NOT_EDITED.lead, rest: join(NOT_EDITED.rest, cause, review) }
}

function toError(step: UserFormSnapshot['step'], context: UserFormContext): UserFormText | null {
  const { failure, showsErrors } = context
  if (step === 'upload-failed') return { lead: CONTRACT_FAILED, rest: ONLY_CONTRACT_MISSING }
  if (step === 'failed') return { lead: ERROR_TITLE, rest: listFailureMessage(failure) }
  if (step !== 'editing') return null
  if (showsErrors) return toMissing(context).error
  if (failure !== null) return toSaveError(context, failure)
  return isLocked(context) ? { lead: NOT_CREATED, rest: USER_MAY_EXIST } : null
}

function toSnapshot(step: UserFormSnapshot['step'], context: UserFormContext): UserFormSnapshot {
  const { values, documentTypes, user, reloads, contract, createdId, savedMessage, isSent } = context
  const saved = createdId === null ? { lead: USER_EDITED, rest: savedMessage } : USER_CREATED
  return {
    step,
    documentTypes,
    user,
    reloads,
    isDirty: contract.file !== null || hasFormChanges(initialFormValues(user), values),
    requiresEmail: requiresEmail(values),
    hasCheckDigit: hasCheckDigit(values),
    needsContract: needsContract(context, values),
    contract: toContractState(contract),
    contractError: contract.violation && CONTRACT_MESSAGES[contract.violation],
    error: toError(step, context),
    missingSummary: toMissing(context).missingSummary,
    notice: step === 'done' ? { ...saved, name: values?.name ?? '' } : null,
    created: createdId !== null,
    mayExist: isLocked(context),
    sent: isSent,
  }
}

/** Creates the form of a new user, or of the user with `userId`. */
export function createUserFormView(deps: UserFormViewDeps, userId: string | null): UserFormView {
  const { users, newKey, work } = deps
  const saved = work.find('user')
  const draft = saved?.userId === userId ? saved : null
  const call = createCaller(deps)
  const machine = userFormMachine.provide({
    actors: {
      loadForm: call(async (id, signal) => {
        const findUser = id === null ? ok(null) : users.find(id, signal)
        const [types, user] = await Promise.all([users.documentTypes(signal), findUser])
        if (!types.ok) return types
        return user.ok ? ok({ documentTypes: types.value, user: user.value }) : user
      }),
      createUser: call(({ request, key }, signal) => users.create(request, key, signal)),
      editUser: call(({ user, edit }, signal) => users.edit(user, edit, signal)),
      findUser: call((id, signal) => users.find(id, signal)),
      uploadContract: call(async ({ userId: id, file }, signal) => {
        const onProgress = (progress: number) => flow.send({ type: 'PROGRESS', progress })
        const result = await users.uploadContract(id, file, { onProgress, signal })
        return ok(result.ok ? null : result.error)
      }),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({
      userId,
      values: draft?.values ?? null,
      contract: draft?.contract ?? null,
      attempt: draft?.attempt ?? null,
    }),
    select: (state) => {
      const step = state.hasTag('saving') ? 'saving' : (STEPS.find((name) => state.matches(name)) ?? 'saving')
      return { context: state.context, snapshot: toSnapshot(step, state.context) }
    },
  })
  const view = combine({ flow }, ({ flow: { snapshot } }) => snapshot)
  const readContext = () => flow.getSnapshot().context

  /** Registers the form when it is loaded: a saved form waits until then. */
  function start() {
    let unregister: (() => void) | null = null
    function register() {
      const { step } = view.getSnapshot()
      if (unregister === null && step !== 'loading' && step !== 'failed') unregister = work.registerForm(readDraft)
    }
    const { unsubscribe } = flow.subscribe(register)
    return () => {
      unsubscribe()
      unregister?.()
    }
  }

  /** A created user is not saved: the list can upload the contract. */
  function readDraft() {
    const { user, values, contract, attempt, createdId } = readContext()
    if (createdId !== null) return null
    return {
      kind: 'user' as const,
      userId,
      name: user?.name ?? null,
      values,
      contract: contract.file,
      attempt,
    }
  }

  return {
    ...withWork(view, start),
    mode: userId === null ? 'create' : 'edit',
    contractUrl() {
      const { user } = readContext()
      return user?.hasContract ? users.contractUrl(user.id) : null
    },
    readValues: () => readContext().values,
    findErrors: (values) => toFormErrors(readContext(), values),
    requiredWhileTyping: REQUIRED_WHILE_TYPING,
    change: (values) => flow.send({ type: 'CHANGE', values }),
    chooseContract: (file) => flow.send({ type: 'CHOOSE_CONTRACT', file }),
    removeContract: () => flow.send({ type: 'REMOVE_CONTRACT' }),
    submit: (values) => flow.send({ type: 'SUBMIT', values, newKey: newKey() }),
    retryContract: () => flow.send({ type: 'RETRY_CONTRACT' }),
    reload: () => flow.send({ type: 'RELOAD' }),
  }
}
