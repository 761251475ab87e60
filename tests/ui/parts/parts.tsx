import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'

/** Renders a part with the use-cases of a portal in memory. */
export function renderPart(part: ReactNode) {
  const portal = openMemory(createMemoryPorts())
  const wrap = (content: ReactNode) => <PortalProvider value={portal}>{content}</PortalProvider>
  const { rerender, container } = render(wrap(part))
  return { portal, container, rerender: (next: ReactNode) => rerender(wrap(next)) }
}

/** Presses a key on `target` and waits for the renders. */
export async function pressKey(key: string, target: Element = document.activeElement ?? document.body): Promise<void> {
  await act(async () => {
    fireEvent.keyDown(target, { key })
    fireEvent.keyUp(target, { key })
  })
}

export const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const press = (name: string) => act(async () => fireEvent.click(getButton(name)))

/** Defines for a test file the observer of sizes that Headless UI needs, which happy-dom has not. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
