import { PASSWORD_RULE_TEXTS } from '#src/application/identity/password.ts'
import type { PasswordRuleCode, PasswordRuleState } from '#src/domain/identity/password.ts'
import { Icon } from '#src/ui/parts/icon.tsx'

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
  open: { icon: 'dot', className: '', text: 'por cumplir' },
  met: { icon: 'check', className: 'rules-ok', text: 'cumple' },
  broken: { icon: 'close', className: 'rules-ko', text: 'no cumple' },
} as const

interface Props {
  readonly id: string
  readonly rules: readonly PasswordRuleState[]
  /** A rule that only the service can check. It is not in the list: its state is unknown here. */
  readonly hint: string
}

/** The checklist of a new password. It changes while the user types (§5). */
export function PasswordRules({ id, rules, hint }: Props) {
  const listedRules = LISTED_CODES.flatMap((code) => rules.filter((rule) => rule.code === code))
  return (
    <div id={id}>
      <ul className="rules">
        {listedRules.map(({ code, state }) => {
          const { icon, className, text } = STATE_LOOKS[state]
          return (
            <li key={code} className={className}>
              <Icon name={icon} />
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
