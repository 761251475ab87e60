import { ERROR_TITLE, formFailureMessage, listFailureMessage } from '#src/application/imc/messages.ts'
import type { NewKey, UsersGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { CONTRACT_MESSAGES, type ContractState, createContractUpload } from '#src/application/imc/users/contract.ts'
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
  userViolationMessage,
} from '#src/application/imc/users/user-form-messages.ts'
import { formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { AttachedFile, AttachmentViolation } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { contractViolation } from '#src/domain/imc/requests/attachments.ts'
import type { DocumentType, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import {
  checkNewUser,
  checkUserEdit,
  newUserViolations,
  toEditForm,
  type UserForm,
  type UserFormValues,
  userEditViolations,
} from '#src/domain/imc/users/user-form.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Why a form was not saved, with the texts of §8. */
interface UserFormError {
  readonly lead: string
  readonly rest: string
}

type SaveUserResult =
  | {
      readonly kind: 'failed'
      readonly error: UserFormError
      /** True if another person changed the user after the form was loaded (D81). */
      readonly isOutdated: boolean
    }
  | { readonly kind: 'saved'; readonly id: string; readonly notice: { readonly lead: string; readonly rest: string } }

interface Input {
  readonly form: UserForm
  /** The codes of the offered document types. */
  readonly codes: readonly string[]
  /** The user to edit; null creates a user. */
  readonly user: EntityUser | null
  /** The idempotency key of a creation. */
  readonly key: string
  readonly signal: AbortSignal
}

interface Deps {
  readonly users: Pick<UsersGateway, 'create' | 'edit'>
  readonly log: Log
}

type PendingResult<T> = Promise<Result<T, CallFailure | null>>

const isConflict = (failure: CallFailure | null): boolean => failure?.kind === 'rejected' && failure.status === 409

const toCreateError = (failure: CallFailure | null): UserFormError => ({
  lead: NOT_CREATED,
  rest: formFailureMessage(failure),
})

const toEditError = (failure: CallFailure | null): UserFormError => {
  const cause = serviceMessage(failure) ?? formConnectionCause(failure)
  const rest = cause === null ? NOT_EDITED.rest : `${NOT_EDITED.rest} ${cause}`
  return { lead: NOT_EDITED.lead, rest }
}

const toFailure = (error: UserFormError, isOutdated = false): SaveUserResult => ({ kind: 'failed', error, isOutdated })

/** Creates or edits a user. Never sends invalid input. */
async function saveUser({ users, log }: Deps, { form, codes, user, key, signal }: Input): Promise<SaveUserResult> {
  const attempt = <T>(call: PendingResult<T>): PendingResult<T> =>
    call.catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return err(null)
    })

  if (user === null) {
    const newUser = checkNewUser(form, codes)
    if (!newUser.ok) return toFailure(toCreateError(null))
    const result = await attempt(users.create(newUser.value, key, signal))
    return result.ok
      ? { kind: 'saved', id: result.value.id, notice: USER_CREATED }
      : toFailure(toCreateError(result.error))
  }
  const edit = checkUserEdit(form, codes)
  if (!edit.ok) return toFailure(toEditError(null))
  const result = await attempt(users.edit(user, edit.value, signal))
  return result.ok
    ? { kind: 'saved', id: user.id, notice: { lead: USER_EDITED, rest: result.value.message } }
    : toFailure(toEditError(result.error), isConflict(result.error))
}

interface UserFormNotice {
  readonly lead: string
  readonly rest: string
}

export interface UserFormSnapshot {
  /** `failed`: the data of the form was not loaded. */
  readonly step: 'loading' | 'failed' | 'editing' | 'saving' | 'uploading' | 'upload-failed' | 'done'
  readonly documentTypes: readonly DocumentType[]
  /** The edited user; null before the load, and when creating. */
  readonly user: EntityUser | null
  readonly contract: ContractState
  readonly contractError: string | null
  /** Why the last attempt failed, or why the form was not loaded. */
  readonly error: UserFormError | null
  /** Summary of the empty required fields: 'Faltan 3 campos y el contrato.' */
  readonly missingSummary: string | null
  /** Set after the save and the upload; the UI then closes the form and shows the notice. */
  readonly notice: UserFormNotice | null
  /** True after the service created the user, even if the contract upload fails. */
  readonly created: boolean
  /** True after the form was sent. The list may have changed even if the reply was lost. */
  readonly sent: boolean
}

/** Creates or edits a user (§2.5, §5). */
export interface UserFormView extends Readable<UserFormSnapshot> {
  readonly mode: 'create' | 'edit'
  readonly initialForm: () => UserFormValues
  /** Returns the saved input of an ended session; null without saved input. */
  restoredForm(): UserFormValues | null
  /** Saves the form's values if the session ends; the returned function unregisters the form. */
  registerForm(read: () => UserFormValues): () => void
  /** Returns the URL of the edited administrator's contract; null without a contract. */
  contractUrl(): string | null
  readonly findErrors: FindErrors<UserFormValues>
  chooseContract(file: AttachedFile): void
  removeContract(): void
  submit(values: UserFormValues): void
  /** Shows the errors of an invalid form. */
  showErrors(values: UserFormValues): void
  /** Updates the shown summary and the error above the form after a change of the values. */
  refreshErrors(values: UserFormValues): void
  /** Repeats only the contract upload, with the same or another file. */
  retryContract(): void
  /** Reloads the data of the form. */
  reload(): void
}

export interface UserFormViewDeps {
  readonly users: Pick<UsersGateway, 'find' | 'documentTypes' | 'create' | 'edit' | 'uploadContract' | 'contractUrl'>
  readonly newKey: NewKey
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
  readonly log: Log
}

const EMPTY_FORM: UserFormValues = {
  role: '',
  username: '',
  email: '',
  documentType: 'CC',
  documentNumber: '',
  checkDigit: '',
  name: '',
  position: '',
  telephone: '',
  active: 'yes',
  contingency: 'no',
}

const toUserForm = (values: UserFormValues): UserForm => ({
  ...values,
  active: values.active === 'yes',
  contingency: values.contingency === 'yes',
})

/** Creates the form of a new user, or of the user with `userId`. */
export function createUserFormView(
  { users, newKey, work, log }: UserFormViewDeps,
  userId: string | null,
): UserFormView {
  const mode = userId === null ? 'create' : 'edit'
  const saved = work.find('user')
  const draft = saved?.userId === userId ? saved : null
  const key = draft?.key ?? newKey()
  let run = new AbortController()
  let createdId: string | null = null
  /** The current values while the errors of an invalid form are shown, else null. */
  let invalidValues: UserFormValues | null = null
  let snapshot: UserFormSnapshot = {
    step: 'loading',
    documentTypes: [],
    user: null,
    contract: { kind: 'missing' },
    contractError: null,
    error: null,
    missingSummary: null,
    notice: null,
    created: false,
    sent: false,
  }

  const view = createRefreshable(
    () => snapshot,
    () => {
      run = new AbortController()
      void load()
      return () => run.abort()
    },
  )

  function set(next: Partial<UserFormSnapshot>) {
    snapshot = { ...snapshot, ...next }
    view.refresh()
  }

  const contract = createContractUpload({ users, log }, () => {
    set({ contract: contract.state(), ...(invalidValues && summarizeMissing(invalidValues)) })
  })
  if (draft?.contract) contract.choose(draft.contract)

  /** Logs an unexpected error and returns the failure null. */
  const attempt = <T>(call: Promise<Result<T, CallFailure | null>>) =>
    call.catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return err(null)
    })

  const loadUser = async (signal: AbortSignal): Promise<Result<EntityUser | null, CallFailure | null>> =>
    userId === null ? ok(null) : attempt(users.find(userId, signal))

  const toLoadError = (result: Result<unknown, CallFailure | null>): UserFormError => ({
    lead: ERROR_TITLE,
    rest: listFailureMessage(result.ok ? null : result.error),
  })

  async function load() {
    const { signal } = run
    set({ step: 'loading', error: null })
    const [types, user] = await Promise.all([attempt(users.documentTypes(signal)), loadUser(signal)])
    if (signal.aborted) return
    if (types.ok && user.ok) set({ step: 'editing', documentTypes: types.value, user: user.value })
    else set({ step: 'failed', error: toLoadError(types.ok ? user : types) })
  }

  const findErrors: FindErrors<UserFormValues> = (values) => {
    const codes = snapshot.documentTypes.map(({ code }) => code)
    const form = toUserForm(values)
    const violations = mode === 'create' ? newUserViolations(form, codes) : userEditViolations(form, codes)
    return toFieldErrors(violations, userViolationMessage)
  }

  function findContractViolation({ role }: UserFormValues): AttachmentViolation | null {
    const needsContract = mode === 'create' && role === 'administrator'
    return needsContract ? contractViolation(contract.file()) : null
  }

  /** Counts empty fields and a contract without an allowed file. Wrong values have own messages. */
  function summarizeMissing(values: UserFormValues): Pick<UserFormSnapshot, 'missingSummary' | 'error'> {
    const missing = findErrors(values).filter(({ code }) => code === 'required')
    const isDocumentOrNameMissing = missing.some(({ field }) => field === 'name' || field === 'documentNumber')
    return {
      missingSummary: missingText(missing.length, findContractViolation(values) !== null),
      error: isDocumentOrNameMissing ? { lead: DOCUMENT_AND_NAME_REQUIRED, rest: '' } : null,
    }
  }

  function showErrors(values: UserFormValues) {
    const violation = findContractViolation(values)
    invalidValues = values
    set({ contractError: violation && CONTRACT_MESSAGES[violation], ...summarizeMissing(values) })
  }

  function refreshErrors(values: UserFormValues) {
    if (invalidValues === null) return
    invalidValues = values
    set(summarizeMissing(values))
  }

  async function uploadContract(id: string) {
    const { signal } = run
    set({ step: 'uploading', error: null })
    const isUploaded = await contract.upload(id, signal)
    if (signal.aborted) return
    if (isUploaded) set({ step: 'done', notice: USER_CREATED })
    else set({ step: 'upload-failed', error: { lead: CONTRACT_FAILED, rest: ONLY_CONTRACT_MISSING } })
  }

  /** Loads the changes of another person. The UI does not replace the values in the fields. */
  async function loadChanges(error: UserFormError) {
    const { signal } = run
    const user = await loadUser(signal)
    if (signal.aborted) return
    if (!user.ok) set({ step: 'editing', error })
    else set({ step: 'editing', user: user.value, error: { ...error, rest: `${error.rest} ${REVIEW_CHANGES}` } })
  }

  async function applyResult(result: SaveUserResult, needsContract: boolean) {
    if (result.kind === 'failed') {
      if (result.isOutdated) await loadChanges(result.error)
      else set({ step: 'editing', error: result.error })
      return
    }
    createdId = result.id
    set({ created: mode === 'create' })
    if (needsContract) await uploadContract(result.id)
    else set({ step: 'done', notice: result.notice })
  }

  async function save(values: UserFormValues) {
    const { signal } = run
    invalidValues = null
    set({ step: 'saving', error: null, contractError: null, missingSummary: null, sent: true })
    const codes = snapshot.documentTypes.map(({ code }) => code)
    const result = await saveUser({ users, log }, { form: toUserForm(values), codes, user: snapshot.user, key, signal })
    if (!signal.aborted) await applyResult(result, mode === 'create' && values.role === 'administrator')
  }

  return {
    mode,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    contractUrl() {
      const { user } = snapshot
      return user?.hasContract ? users.contractUrl(user.id) : null
    },

    initialForm: () => (snapshot.user ? { ...EMPTY_FORM, ...toEditForm(snapshot.user) } : EMPTY_FORM),
    restoredForm: () => draft?.values ?? null,
    registerForm: (read) =>
      work.registerForm(() => {
        // Do not save a created user: the list can upload the contract.
        if (snapshot.created) return null
        const { user } = snapshot
        return { kind: 'user', userId, name: user?.name ?? null, values: read(), contract: contract.file(), key }
      }),
    findErrors,
    showErrors,
    refreshErrors,
    reload: () => void load(),

    chooseContract(file) {
      contract.choose(file)
      set({ contractError: null })
    },
    removeContract: contract.remove,

    submit(values) {
      if (snapshot.step !== 'editing') return
      if (findErrors(values).length > 0 || findContractViolation(values) !== null) showErrors(values)
      else void save(values)
    },

    retryContract() {
      if (createdId === null || snapshot.step !== 'upload-failed') return
      const violation = contractViolation(contract.file())
      if (violation === null) void uploadContract(createdId)
      else set({ contractError: CONTRACT_MESSAGES[violation] })
    },
  }
}
