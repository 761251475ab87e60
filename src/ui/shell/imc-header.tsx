import { Suspense } from 'react'

import { Brand } from '#src/ui/parts/brand.tsx'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

const loadBar = async () => (await import('#src/ui/imc/entity-bar.tsx')).EntityBar

interface Props {
  /** Address of the current screen. */
  readonly current: string
}

const BRAND = <Brand area="IMC" compact />

function LoadedBar({ current }: Props) {
  const Bar = useLoadedPart(loadBar)
  return <Suspense fallback={BRAND}>{Bar ? <Bar current={current} /> : BRAND}</Suspense>
}

/** The header of the IMC area. Its code, except the brand, loads after hydration. */
export function ImcHeader({ current }: Props) {
  const { logError } = usePortal()
  return (
    <header className="header print:hidden">
      <div className="page header-bar">
        <ErrorBoundary onError={logError} fallback={() => BRAND}>
          <LoadedBar current={current} />
        </ErrorBoundary>
      </div>
    </header>
  )
}
