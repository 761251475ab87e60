import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import {
  FIRST_PASSWORD_HINT,
  type NewPasswordView,
  PASSWORD_HINT,
  type PasswordProgress,
  STRENGTH_LEVELS,
  STRENGTH_WORDS,
} from '#src/application/identity/password.ts'
import { AsidePanel, AuthForm, Frame, SubmitButton } from '#src/ui/auth/frame.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { StrengthBar } from '#src/ui/auth/strength-bar.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const STATE_LOOKS = {
  open: { icon: 'dot', iconClass: 'text-muted', rowClass: '', text: 'por cumplir' },
  met: { icon: 'check', iconClass: 'text-success', rowClass: '', text: 'cumple' },
  broken: { icon: 'close', iconClass: 'text-danger', rowClass: 'font-550 text-danger', text: 'no cumple' },
} as const

interface RulesProps extends Pick<PasswordProgress, 'rules'> {
  readonly id: string
  /** A rule that only the service can check. It is not in the list: its state is unknown here. */
  readonly hint: string
}

/** The checklist of a new password. It changes while the user types (§5). */
function PasswordRules({ id, rules, hint }: RulesProps) {
  return (
    <div id={id}>
      <ul className="grid gap-1.25 text-sm text-ink-soft">
        {rules.map(({ code, state, text }) => {
          const { icon, iconClass, rowClass, text: stateText } = STATE_LOOKS[state]
          return (
            <li key={code} className={`grid grid-cols-[16px_1fr] items-center gap-2.25 ${rowClass}`}>
              <Icon name={icon} size={14} className={iconClass} />
              <span>
                {text}
                <span className="sr-only">, {stateText}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{hint}</p>
    </div>
  )
}

/** The strength of a password as a bar and a word. Screen readers announce each new level. */
function StrengthMeter({ strength, level, hint }: Omit<PasswordProgress, 'rules'>) {
  const word = STRENGTH_WORDS[strength]
  return (
    <div className="mb-4.5 grid gap-2">
      <meter
        className="sr-only"
        aria-label="Seguridad de la contraseña"
        min={0}
        max={STRENGTH_LEVELS.length}
        value={level}
        aria-valuetext={word}
      />
      <StrengthBar level={level} />
      <div className="grid grid-cols-[repeat(4,1fr)] gap-1 text-xs wdth-table text-muted" aria-hidden="true">
        {STRENGTH_LEVELS.map((name) =>
          level > 0 && name === strength ? (
            <b key={name} className="text-ink">
              {STRENGTH_WORDS[name]}
            </b>
          ) : (
            <span key={name}>{STRENGTH_WORDS[name]}</span>
          ),
        )}
      </div>
      <p className="text-xs text-muted">{hint}</p>
      <span className="sr-only" role="status">
        {level > 0 && `Contraseña ${word.toLowerCase()}`}
      </span>
    </div>
  )
}

interface Props {
  readonly title: string
  readonly intro: string
  readonly view: NewPasswordView
  /** Shown below the button. */
  readonly footer: ReactNode
  /** Shown below the rules. */
  readonly asideFooter?: ReactNode
  /** The account has no password yet. */
  readonly isFirst?: boolean
  /** The user name of the account, for password managers. */
  readonly username?: string
}

/** The form of a new password: two fields, a strength meter and the rules. */
export function NewPasswordForm({ title, intro, view, footer, asideFooter, isFirst = false, username }: Props) {
  const { busy, error } = useSelector(view, (state) => state)
  const { form, field, onSubmit } = useValidatedForm(view, { password: '', repeat: '' })
  const values = useWatch({ control: form.control, compute: (values) => values })
  const { rules, ...meter } = view.describe(values)
  const rulesId = useId()
  return (
    <Frame
      title={title}
      intro={intro}
      aside={
        <>
          <AsidePanel title="Qué debe cumplir">
            <PasswordRules id={rulesId} rules={rules} hint={isFirst ? FIRST_PASSWORD_HINT : PASSWORD_HINT} />
          </AsidePanel>
          {asideFooter}
        </>
      }
    >
      <AuthForm className="mt-5.5 grid" onSubmit={onSubmit(view.submit)}>
        {error !== null && (
          <ResultNotice icon="warning" tone="err" lead={error.message}>
            {error.detail}
          </ResultNotice>
        )}
        {username !== undefined && (
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        )}
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          descriptionIds={rulesId}
          {...field('password')}
        />
        <StrengthMeter {...meter} />
        <PasswordField label="Repetir contraseña" autoComplete="new-password" {...field('repeat')} />
        <div className="mt-0.5 mb-4.5">
          <SubmitButton label="Cambiar contraseña" busyLabel="Guardando…" busy={busy} />
        </div>
        <p className="mt-0.5 text-sm text-ink-soft">{footer}</p>
      </AuthForm>
    </Frame>
  )
}
