import type { ReactNode } from 'react'
import { REQUIREMENT_MESSAGES, REQUIREMENTS_HINT } from '#src/application/imc/requests/documents.ts'
import {
  CHOOSE_PROFILE_FIRST,
  missingFilesText,
  NO_REQUIREMENTS,
  OBSERVATIONS,
  RELOAD_REQUIREMENTS,
  REQUIREMENT_COLUMN_TITLES,
  REQUIREMENTS_FAILED,
  REQUIREMENTS_LOADING,
  REQUIREMENTS_NAME,
  requestCreatedText,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ScreenRequestView } from '#src/application/imc/screens/screen-request.ts'
import type { ScreenRequestState } from '#src/application/imc/screens/screen-request-state.ts'
import { REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { controlClass } from '#src/ui/parts/field.tsx'
import { FileRow, FileTable } from '#src/ui/parts/file-table.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Failed, hasFailed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface RequestPartProps {
  readonly number: number
  readonly title: string
  /** The user cannot change this part now. */
  readonly inert?: boolean
  readonly children: ReactNode
}

/** A numbered part of a request dialog. */
export const RequestPart = ({ number, title, inert = false, children }: RequestPartProps) => (
  <div inert={inert}>
    <h3 className="mb-2 flex items-center gap-2.25 font-640">
      <span
        className="grid size-5 place-items-center rounded-full border border-line-strong text-2xs/none font-600 wdth-text text-ink-soft"
        aria-hidden="true"
      >
        {number}
      </span>
      {title}
    </h3>
    {children}
  </div>
)

const RequirementsSkeleton = () => (
  <div className="grid gap-7 py-4">
    <Skeleton width="w-40" height="h-4.5" />
    <Skeleton width="w-40" height="h-4.5" />
  </div>
)

interface FieldsProps {
  readonly state: ScreenRequestState
  readonly view: ScreenRequestView
}

/**
 * The table of the required documents, with a file field for each (§2.5). After a failed upload,
 * the user can upload the document again (D28).
 */
export function Requirements({ state, view }: FieldsProps) {
  const { requirements, requirementsLoad, errors, step, receipt } = state
  if (requirementsLoad === null) return <p className="mb-2 text-xs text-muted">{CHOOSE_PROFILE_FIRST}</p>
  const failure = toListFailure(requirementsLoad, REQUIREMENTS_FAILED)
  if (failure) return <Failed {...failure} />
  if (requirements === null) return <RequirementsSkeleton />
  if (requirements.length === 0) return <p className="mb-2 text-xs text-muted">{NO_REQUIREMENTS}</p>
  return (
    <>
      <p className="mb-2 text-xs text-muted">{REQUIREMENTS_HINT}</p>
      <FileTable caption={REQUIREMENTS_NAME} titles={REQUIREMENT_COLUMN_TITLES}>
        {requirements.map(({ id, name, document }) => (
          <FileRow
            key={id}
            label={name}
            state={document}
            extensions={REQUIREMENT_EXTENSIONS}
            messages={REQUIREMENT_MESSAGES}
            error={document.kind === 'missing' ? (errors.files[id] ?? null) : null}
            locked={step !== 'choosing' && document.kind !== 'failed'}
            onChoose={(file) => view.attach(id, file)}
            // After the request is created, a document can be replaced but not removed.
            {...(receipt === null && { onRemove: () => view.detach(id) })}
            onRetry={() => view.retry(id)}
          />
        ))}
      </FileTable>
    </>
  )
}

/**
 * The observation of a request. It cannot change after the request is created. The heading of the
 * part has the text of the label.
 */
export const Observations = ({ state, view }: FieldsProps) => (
  <FormField label={OBSERVATIONS} error={state.errors.observations} space="none" className="[&>label]:sr-only">
    {(control) => (
      <span className="relative flex">
        <textarea
          className={`${controlClass()} resize-y py-2`}
          rows={3}
          value={state.observations}
          readOnly={state.receipt !== null || state.mayExist}
          onChange={({ target }) => view.writeObservations(target.value)}
          {...control}
        />
      </span>
    )}
  </FormField>
)

/** Formats the hint of the footer: the created request, or the missing documents. */
export function formatRequestHint({
  step,
  receipt,
  missingFiles,
  requirements,
  requirementsLoad,
}: ScreenRequestState): string {
  if (step === 'sending') return ''
  if (requirementsLoad !== null && requirements === null) {
    return hasFailed(requirementsLoad) ? RELOAD_REQUIREMENTS : REQUIREMENTS_LOADING
  }
  if (receipt === null) return missingFilesText(missingFiles)
  return requestCreatedText(
    receipt.reference,
    requirements?.some(({ document }) => document.kind === 'unsent') ?? false,
  )
}
