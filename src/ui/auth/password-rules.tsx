import { PASSWORD_RULE_TEXTS } from '#src/application/identity/password-messages.ts'
import { PASSWORD_RULES, type PasswordCode, type PasswordRule } from '#src/domain/identity/password.ts'
import { Icon } from '#src/ui/parts/icon.tsx'

/** As the list names them, whatever the order in which they are reported; that the fields are filled shows by itself. */
const SHOWN: readonly PasswordCode[] = [
  'too-short',
  'missing-uppercase',
  'missing-special',
  'invalid-character',
  'too-long',
  'mismatch',
]

type State = 'open' | 'kept' | 'broken'

const LOOKS = {
  open: { icon: 'dot', className: '', words: 'por cumplir' },
  kept: { icon: 'check', className: 'ok', words: 'cumple' },
  broken: { icon: 'close', className: 'ko', words: 'no cumple' },
} as const

interface Props {
  readonly id: string
  readonly password: string
  readonly repeat: string
}

/** Nothing is judged before there is something to judge. */
function stateOf({ code, holds }: PasswordRule, password: string, repeat: string): State {
  const judged = code === 'mismatch' ? repeat : password
  if (judged === '') return 'open'
  return holds(password, repeat) ? 'kept' : 'broken'
}

/** What a new password must fulfil, as it is typed (§5). */
export function PasswordRules({ id, password, repeat }: Props) {
  const rules = SHOWN.flatMap((code) => PASSWORD_RULES.filter((rule) => rule.code === code))
  return (
    <ul className="rules" id={id}>
      {rules.map((rule) => {
        const { icon, className, words } = LOOKS[stateOf(rule, password, repeat)]
        return (
          <li key={rule.code} className={className}>
            <Icon name={icon} />
            <span>
              {PASSWORD_RULE_TEXTS[rule.code]}
              <span className="sr-only">, {words}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
