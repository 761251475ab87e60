import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import {
  FIRST_PASSWORD_HINT,
  type NewPasswordView,
  PASSWORD_HINT,
  PASSWORD_RULE_TEXTS,
  STRENGTH_WORDS,
  strengthHint,
} from '#src/application/identity/password.ts'
import {
  type PasswordRuleCode,
  type PasswordRuleState,
  type PasswordStrength,
  passwordRuleStates,
  passwordStrength,
} from '#src/domain/identity/password.ts'
import { countCharacters } from '#src/domain/identity/typed-text.ts'
import { AsidePanel, AuthForm, Frame, SubmitButton } from '#src/ui/auth/frame.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { StrengthBar } from '#src/ui/auth/strength-bar.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

/** The codes of the listed rules, in their order. The code `empty` is not listed. */
const LISTED_CODES: readonly PasswordRuleCode[] = [
  'too-short',
  'missing-uppercase',
  'missing-special',
  'invalid-character',
  'too-long',
  'mismatch',
]

const STATE_LOOKS = {
  open: { icon: 'dot', iconClass: 'text-muted', rowClass: '', text: 'por cumplir' },
  met: { icon: 'check', iconClass: 'text-success', rowClass: '', text: 'cumple' },
  broken: { icon: 'close', iconClass: 'text-danger', rowClass: 'font-550 text-danger', text: 'no cumple' },
} as const

interface RulesProps {
  readonly id: string
  readonly rules: readonly PasswordRuleState[]
  /** A rule that only the service can check. It is not in the list: its state is unknown here. */
  readonly hint: string
}

/** The checklist of a new password. It changes while the user types (§5). */
function PasswordRules({ id, rules, hint }: RulesProps) {
  const listedRules = LISTED_CODES.flatMap((code) => rules.filter((rule) => rule.code === code))
  return (
    <div id={id}>
      <ul className="grid gap-1.25 text-sm text-ink-soft">
        {listedRules.map(({ code, state }) => {
          const { icon, iconClass, rowClass, text } = STATE_LOOKS[state]
          return (
            <li key={code} className={`grid grid-cols-[16px_1fr] items-center gap-2.25 ${rowClass}`}>
              <Icon name={icon} size={14} className={iconClass} />
              <span>
                {PASSWORD_RULE_TEXTS[code]}
                <span className="sr-only">, {text}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{hint}</p>
    </div>
  )
}

const LEVELS: readonly PasswordStrength[] = ['small', 'medium', 'large', 'secure']

interface MeterProps {
  readonly password: string
}

/** The strength of a password as a bar and a word. Screen readers announce each new level. */
function StrengthMeter({ password }: MeterProps) {
  const strength = passwordStrength(password)
  const word = STRENGTH_WORDS[strength]
  const level = password === '' ? 0 : LEVELS.indexOf(strength) + 1
  return (
    <div className="mb-4.5 grid gap-2">
      <meter
        className="sr-only"
        aria-label="Seguridad de la contraseña"
        min={0}
        max={LEVELS.length}
        value={level}
        aria-valuetext={word}
      />
      <StrengthBar level={level} />
      <div className="grid grid-cols-[repeat(4,1fr)] gap-1 text-xs wdth-table text-muted" aria-hidden="true">
        {LEVELS.map((name) =>
          level > 0 && name === strength ? (
            <b key={name} className="text-ink">
              {STRENGTH_WORDS[name]}
            </b>
          ) : (
            <span key={name}>{STRENGTH_WORDS[name]}</span>
          ),
        )}
      </div>
      <p className="text-xs text-muted">{strengthHint(countCharacters(password), strength)}</p>
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
  const { password, repeat } = useWatch({ control: form.control, compute: (values) => values })
  const rulesId = useId()
  return (
    <Frame
      title={title}
      intro={intro}
      aside={
        <>
          <AsidePanel title="Qué debe cumplir">
            <PasswordRules
              id={rulesId}
              rules={passwordRuleStates(password, repeat)}
              hint={isFirst ? FIRST_PASSWORD_HINT : PASSWORD_HINT}
            />
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
        <StrengthMeter password={password} />
        <PasswordField label="Repetir contraseña" autoComplete="new-password" {...field('repeat')} />
        <div className="mt-0.5 mb-4.5">
          <SubmitButton label="Cambiar contraseña" busyLabel="Guardando…" busy={busy} />
        </div>
        <p className="mt-0.5 text-sm text-ink-soft">{footer}</p>
      </AuthForm>
    </Frame>
  )
}
