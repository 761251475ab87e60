import { STRENGTH_WORDS } from '#src/application/identity/password.ts'
import {
  LARGE_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordStrength,
  SECURE_PASSWORD_LENGTH,
} from '#src/domain/identity/password.ts'
import { AsidePanel } from '#src/ui/auth/frame.tsx'
import { StrengthBar } from '#src/ui/auth/strength-bar.tsx'

const LEVELS: readonly (readonly [strength: PasswordStrength, lengths: string])[] = [
  ['small', `Menos de ${MIN_PASSWORD_LENGTH}`],
  ['medium', `De ${MIN_PASSWORD_LENGTH} a ${LARGE_PASSWORD_LENGTH - 1}`],
  ['large', `${LARGE_PASSWORD_LENGTH} o ${SECURE_PASSWORD_LENGTH - 1}`],
  ['secure', `${SECURE_PASSWORD_LENGTH} o más`],
]

/** The lengths of each level of the strength meter. */
export const LengthScale = () => (
  <AsidePanel title="Cómo se mide la longitud">
    <dl>
      {LEVELS.map(([strength, lengths], index) => (
        <div
          key={strength}
          className="grid grid-cols-[132px_1fr] items-center gap-x-6 border-t border-line py-3.5 first:border-t-0 first:pt-1"
        >
          <dt className="text-sm font-600">{STRENGTH_WORDS[strength]}</dt>
          <dd className="row-2 text-xs text-muted">{lengths}</dd>
          <dd className="col-2 row-[1/span_2] mb-4.5" aria-hidden="true">
            <StrengthBar level={index + 1} />
          </dd>
        </div>
      ))}
    </dl>
  </AsidePanel>
)
