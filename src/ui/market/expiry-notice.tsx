import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { SEE_PLANS } from '#src/application/identity/expiry-notice.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { Notice } from '#src/ui/parts/notice.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** The notice that the account expires soon, shown in its last days (D79). */
export function ExpiryNotice() {
  const { createExpiryNotice } = useUseCases()
  const { lead, rest } = useSelector(
    useMemo(() => createExpiryNotice(), [createExpiryNotice]),
    (state) => state,
  )
  if (lead === null) return null
  return (
    <section className="pt-4 print:hidden" aria-label="Aviso de vigencia">
      <Notice
        icon="clock"
        tone="warn"
        lead={lead}
        action={
          <Link className="btn sec small" href={SCREENS.pricing.path}>
            {SEE_PLANS}
          </Link>
        }
      >
        {rest}
      </Notice>
    </section>
  )
}
