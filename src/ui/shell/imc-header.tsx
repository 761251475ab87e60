import { Suspense } from 'react'

import { Brand } from '#src/ui/parts/brand.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

const loadBar = async () => (await import('#src/ui/imc/entity-bar.tsx')).EntityBar

interface Props {
  readonly current: string
}

function LoadedBar({ current }: Props) {
  const Bar = useLazyPart(loadBar)
  return (
    <Suspense fallback={<Brand area="IMC" compact />}>
      <Bar current={current} />
    </Suspense>
  )
}

/** The header of the IMC area. Its code, except the brand, loads after hydration. */
export function ImcHeader({ current }: Props) {
  const { logError } = useUseCases()
  const isHydrated = useHydrated()
  const brand = <Brand area="IMC" compact />
  return (
    <header className="header print:hidden">
      <div className="page header-bar">
        <ErrorBoundary onError={logError} fallback={() => brand}>
          {isHydrated ? <LoadedBar current={current} /> : brand}
        </ErrorBoundary>
      </div>
    </header>
  )
}
