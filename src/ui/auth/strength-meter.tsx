import { STRENGTH_WORDS, strengthHint } from '#src/application/identity/password.ts'
import { type PasswordStrength, passwordStrength } from '#src/domain/identity/password.ts'
import { countCharacters } from '#src/domain/identity/typed-text.ts'

const LEVELS: readonly PasswordStrength[] = ['small', 'medium', 'large', 'secure']

interface Props {
  readonly password: string
}

/** The strength of a password as a bar and a word. Screen readers announce each new level. */
export function StrengthMeter({ password }: Props) {
  const strength = passwordStrength(password)
  const word = STRENGTH_WORDS[strength]
  const level = password === '' ? 0 : LEVELS.indexOf(strength) + 1
  return (
    <div className="strength mb-4.5" data-level={level}>
      <meter
        className="sr-only"
        aria-label="Seguridad de la contraseña"
        min={0}
        max={LEVELS.length}
        value={level}
        aria-valuetext={word}
      />
      <span className="strength-bar" aria-hidden="true">
        {LEVELS.map((name) => (
          <i key={name} />
        ))}
      </span>
      <div className="strength-words" aria-hidden="true">
        {LEVELS.map((name) =>
          level > 0 && name === strength ? (
            <b key={name}>{STRENGTH_WORDS[name]}</b>
          ) : (
            <span key={name}>{STRENGTH_WORDS[name]}</span>
          ),
        )}
      </div>
      <p className="field-hint">{strengthHint(countCharacters(password), strength)}</p>
      <span className="sr-only" role="status">
        {level > 0 && `Contraseña ${word.toLowerCase()}`}
      </span>
    </div>
  )
}
