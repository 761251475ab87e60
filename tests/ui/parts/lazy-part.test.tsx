import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, startTransition, useLayoutEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { createClient } from '#tests/support/client.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { runTasks } from '#tests/ui/run-tasks.ts'

const First = () => <p>primera</p>

const createRetry = (retry: () => void) => (
  <button type="button" onClick={retry}>
    Reintentar
  </button>
)

const createPart = (load: () => Promise<ComponentType<object>>) =>
  lazyPart<object>(load, { fallback: () => <p>cargando</p>, boundary: createRetry })

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

/** Runs its callback after the render and before the effects of its siblings. */
function OnCommit({ run }: { readonly run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}

/** A portal with a reload mark that forbids a reload of the page, so that failures are thrown. */
const createTestPortal = () => createClient({}, { reloadMark: { read: () => null, write: () => false } }).portal

function open(content: React.ReactNode, portal = createTestPortal()) {
  render(<PortalProvider value={portal}>{content}</PortalProvider>)
  return portal
}

test('a part that loads between a render and its effect is shown', async () => {
  const code = createDeferred<ComponentType<object>>()
  const Part = createPart(() => code.promise)
  const portal = createTestPortal()
  void Part.load(portal)
  let show = () => {}
  const loadCode = () => code.resolve(First)
  open(
    <Toggle onMount={(next) => (show = next)}>
      <Part />
      <OnCommit run={loadCode} />
    </Toggle>,
    portal,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  show()
  await runTasks(50)
  expect(document.body.textContent).toBe('primera')
})

test('a part that was loaded before its mount is in its first render', async () => {
  const Part = createPart(async () => First)
  const portal = createTestPortal()
  await Part.load(portal)
  open(<Part />, portal)
  expect(document.body.textContent).toBe('primera')
})

test('a retry after a failure loads the part again, and later mounts show it in their first render', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => First).mockRejectedValueOnce(new TypeError('gone'))
  const Part = createPart(load)
  const portal = open(<Part />)
  expect(document.body.textContent).toBe('cargando')
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  await act(async () => retry.click())
  expect(document.body.textContent).toBe('primera')
  cleanup()
  open(<Part />, portal)
  expect(document.body.textContent).toBe('primera')
  expect(load).toHaveBeenCalledTimes(2)
})
