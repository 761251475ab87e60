import { STRENGTH_LENGTHS, STRENGTH_LEVELS, STRENGTH_WORDS } from '#src/application/identity/password.ts'
import { AsidePanel } from '#src/ui/auth/frame.tsx'
import { StrengthBar } from '#src/ui/auth/strength-bar.tsx'

/** The lengths of each level of the strength meter. */
export const LengthScale = () => (
  <AsidePanel title="Cómo se mide la longitud">
    <dl>
      {STRENGTH_LEVELS.map((strength, index) => (
        <div
          key={strength}
          className="grid grid-cols-[132px_1fr] items-center gap-x-6 border-t border-line py-3.5 first:border-t-0 first:pt-1"
        >
          <dt className="text-sm font-600">{STRENGTH_WORDS[strength]}</dt>
          <dd className="row-2 text-xs text-muted">{STRENGTH_LENGTHS[strength]}</dd>
          <dd className="col-2 row-[1/span_2] mb-4.5" aria-hidden="true">
            <StrengthBar level={index + 1} />
          </dd>
        </div>
      ))}
    </dl>
  </AsidePanel>
)
