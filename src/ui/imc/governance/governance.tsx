import { useSelector } from '@xstate/react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import {
  ALONE,
  AMOUNT_LABEL,
  describeRules,
  FOUR_EYES,
  GOVERNANCE_FAILED,
  GOVERNANCE_INTRO,
  GOVERNANCE_NOT_SAVED,
  type GovernanceState,
  type GovernanceView,
  lastChangeText,
  MONTH_CHOICES,
  MONTH_LABEL,
  MONTH_PLACEHOLDER,
  ONLY_READ,
  RULES,
  SAVE_GOVERNANCE,
  SAVING_GOVERNANCE,
  SCREEN_EXPIRY,
  YEARLY_REVIEW,
} from '#src/application/imc/governance/governance.ts'
import { SEE_REVIEW } from '#src/application/imc/reviews/review.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Governance } from '#src/domain/imc/governance/governance.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Block } from '#src/ui/imc/users/user-form-sections.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const { title } = SCREENS.imcGovernance

interface FieldsProps {
  /** Id of the form, for the button below it. */
  readonly id: string
  readonly view: GovernanceView
  readonly state: GovernanceState
}

const Part = ({ children, ...block }: { title: string; note: string; children: ReactNode }) => (
  <Block {...block}>
    <div className="grid max-w-form content-start gap-3.5 pb-3.5">{children}</div>
  </Block>
)

/** The switches, each with its values. */
function Fields({ id, view, state }: FieldsProps) {
  const { isAlone } = state
  const { field, choice, form, onSubmit } = useValidatedForm(view, view.readForm())
  const [hasAmount, hasReview] = form.watch(['fourEyesPurchases', 'yearlyReview'])
  return (
    <form id={id} noValidate onSubmit={onSubmit(view.submit)}>
      <Part {...FOUR_EYES}>
        {isAlone && (
          <Notice icon="info" tone="info" lead={ALONE.lead}>
            {ALONE.rest}
          </Notice>
        )}
        <CheckField hint={RULES.fourEyesRequests.hint} {...field('fourEyesRequests')}>
          {RULES.fourEyesRequests.label}
        </CheckField>
        <CheckField hint={RULES.fourEyesPurchases.hint} {...field('fourEyesPurchases')}>
          {RULES.fourEyesPurchases.label}
        </CheckField>
        {hasAmount && (
          <TextField label={AMOUNT_LABEL} inputMode="numeric" autoComplete="off" {...field('fourEyesAbove')} />
        )}
      </Part>
      <Part {...SCREEN_EXPIRY}>
        <CheckField hint={RULES.screenExpiry.hint} {...field('screenExpiry')}>
          {RULES.screenExpiry.label}
        </CheckField>
      </Part>
      <Part {...YEARLY_REVIEW}>
        <CheckField hint={RULES.yearlyReview.hint} {...field('yearlyReview')}>
          {RULES.yearlyReview.label}
        </CheckField>
        {hasReview && (
          <ListboxField
            label={MONTH_LABEL}
            placeholder={MONTH_PLACEHOLDER}
            choices={MONTH_CHOICES}
            {...choice('reviewMonth')}
          />
        )}
        {state.governance?.yearlyReview && (
          <Link className="w-fit" href={SCREENS.imcReview.path}>
            {SEE_REVIEW}
          </Link>
        )}
      </Part>
    </form>
  )
}

const LastChange = ({ governance }: { readonly governance: Governance }) => (
  <p className="text-xs text-muted">{lastChangeText(governance)}</p>
)

/** The form of an administrator. Its button stays when another person's changes replace fields. */
function GovernanceFormPart({
  view,
  state,
  governance,
}: Omit<FieldsProps, 'id'> & { readonly governance: Governance }) {
  const id = useId()
  const isSaving = state.step === 'saving'
  return (
    <>
      {state.error !== null && (
        <div className="mb-4">
          <Notice icon="warning" tone="err" lead={GOVERNANCE_NOT_SAVED}>
            {state.error}
          </Notice>
        </div>
      )}
      <Fields key={state.reloads} id={id} view={view} state={state} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4.5">
        <Button type="submit" form={id} variant="primary" aria-busy={isSaving}>
          {isSaving ? SAVING_GOVERNANCE : SAVE_GOVERNANCE}
        </Button>
        <LastChange governance={governance} />
      </div>
    </>
  )
}

/** The rules for a user who only reads. */
const ReadOnly = ({ governance }: { readonly governance: Governance }) => (
  <>
    <p className="pb-3 text-sm text-muted">{ONLY_READ}</p>
    <dl className="grid gap-x-5 gap-y-3.5 pb-3.5 sm:grid-cols-2">
      {describeRules(governance).map(([name, text]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <LastChange governance={governance} />
  </>
)

const Loading = () => (
  <div className="grid min-h-80 content-start gap-4.5 pt-4.5" aria-busy="true">
    <Skeleton width="w-full" height="h-7" />
    <Skeleton width="w-3/4" height="h-7" />
  </div>
)

function Content({ view, state }: Omit<FieldsProps, 'id'>) {
  const { canWrite } = useImcSession()
  const { step, governance, error } = state
  if (step === 'failed') return <Failed title={GOVERNANCE_FAILED} text={error ?? ''} onRetry={view.retry} />
  if (governance === null) return <Loading />
  if (!canWrite) return <ReadOnly governance={governance} />
  return <GovernanceFormPart view={view} state={state} governance={governance} />
}

/** The page Controles: the rules that an entity can turn on (D100). */
export function GovernanceScreen() {
  const { createGovernance } = useImc()
  const [view] = useState(createGovernance)
  const state = useSelector(view, (snapshot) => snapshot)
  const titleId = useId()
  return (
    <Main title={title}>
      <ImcHead title={title} intro={GOVERNANCE_INTRO} />
      <Region className="mt-5" aria-labelledby={titleId}>
        <PanelHead title="Reglas de la entidad" titleId={titleId} />
        <GuardedRegion>
          <Content view={view} state={state} />
        </GuardedRegion>
      </Region>
    </Main>
  )
}
