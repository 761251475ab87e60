import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, startTransition, useLayoutEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { type LoadPart, preloadPart, useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { createClient } from '#tests/support/client.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { runTasks } from '#tests/ui/run-tasks.ts'

const First = () => <p>primera</p>
const Second = () => <p>segunda</p>

const Retry = ({ onPress }: { readonly onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    Reintentar
  </button>
)

interface LoadedPartProps {
  readonly load: LoadPart<object>
  readonly onCommit?: () => void
}

/** Shows the loaded part, or `cargando`. */
function LoadedPart({ load, onCommit }: LoadedPartProps) {
  const Part = useLoadedPart(load)
  useLayoutEffect(() => onCommit?.(), [onCommit])
  return Part ? <Part /> : <p>cargando</p>
}

interface ToggleProps {
  /** Called on mount with the function that shows the children in a transition. */
  readonly onMount: (show: () => void) => void
  readonly children: React.ReactNode
}

function Toggle({ onMount, children }: ToggleProps) {
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => onMount(() => startTransition(() => setShown(true))), [onMount])
  return isShown && children
}

/** Renders with a reload mark that forbids a reload of the page, so that failures are thrown. */
function open(content: React.ReactNode) {
  const { portal } = createClient({}, { reloadMark: { read: () => null, write: () => false } })
  const wrap = (children: React.ReactNode) => (
    <PortalProvider value={portal}>
      <ErrorBoundary onError={() => {}} fallback={(retry) => <Retry onPress={retry} />}>
        {children}
      </ErrorBoundary>
    </PortalProvider>
  )
  const { rerender } = render(wrap(content))
  return { show: (next: React.ReactNode) => act(async () => rerender(wrap(next))) }
}

test('a part that loads between a render and its effect is shown', async () => {
  const code = createDeferred<ComponentType<object>>()
  const load = () => code.promise
  preloadPart(load)
  let show = () => {}
  open(
    <Toggle onMount={(next) => (show = next)}>
      <LoadedPart load={load} onCommit={() => code.resolve(First)} />
    </Toggle>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  show()
  await runTasks(50)
  expect(document.body.textContent).toBe('primera')
})

test('another `load` replaces the part', async () => {
  const { show } = open(<LoadedPart load={async () => First} />)
  await screen.findByText('primera')
  const loadSecond = async () => Second
  await show(<LoadedPart load={loadSecond} />)
  expect(document.body.textContent).toBe('segunda')
})

test('an error of a former `load` is not thrown', async () => {
  const code = createDeferred<ComponentType<object>>()
  const loadFirst = () => code.promise
  const loadSecond = async () => Second
  const { show } = open(<LoadedPart load={loadFirst} />)
  await show(<LoadedPart load={loadSecond} />)
  await act(async () => code.reject(new TypeError('gone')))
  expect(document.body.textContent).toBe('segunda')
})

test('a retry after a failure loads the part again, and later mounts show it in their first render', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => First).mockRejectedValueOnce(new TypeError('gone'))
  open(<LoadedPart load={load} />)
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  await act(async () => retry.click())
  expect(document.body.textContent).toBe('primera')
  cleanup()
  open(<LoadedPart load={load} />)
  expect(document.body.textContent).toBe('primera')
  expect(load).toHaveBeenCalledTimes(2)
})
