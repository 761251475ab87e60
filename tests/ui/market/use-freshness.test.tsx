import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { useFreshness } from '#src/ui/market/use-freshness.ts'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

afterEach(cleanup)

/** The verdict on a resource that is told of, and how often it was drawn. */
function watched(first: number) {
  const ports = createMemoryPorts()
  const useCases = createUseCases(ports)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <UseCasesProvider value={useCases}>{children}</UseCasesProvider>
  )
  let drawings = 0
  const { result, rerender } = renderHook(
    (updatedAt: number) => {
      drawings += 1
      return useFreshness({ updatedAt }, MINUTE_MS)
    },
    { wrapper, initialProps: first },
  )
  return { ports, result, rerender, drawings: () => drawings }
}

test('an answer as fresh as the one before is drawn once, by whoever brought it', () => {
  const now = createMemoryPorts().clock.now()
  const { result, rerender, drawings } = watched(now)
  const before = drawings()
  for (let answer = 1; answer <= 10; answer += 1) rerender(now + answer)
  expect([result.current, drawings() - before]).toEqual(['live', 10])
})
