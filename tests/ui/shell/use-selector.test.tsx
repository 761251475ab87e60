import { act, cleanup, renderHook } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import { err, ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { createClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

afterEach(cleanup)

/** Renders under StrictMode, which subscribes, unsubscribes and subscribes again. */
const renderStrict = <S,>(view: Readable<S>) =>
  renderHook(() => useSelector(view, (state) => state), { wrapper: StrictMode })

/** Creates a resource with loads that succeed. `endAborted` ends an aborted load. */
function createPriceResource(endAborted: () => ReturnType<typeof err<{ readonly kind: 'timeout' }>>) {
  const signals: AbortSignal[] = []
  const resource = createResource<number>(createMemoryPorts(), {
    interval: MINUTE_MS,
    async load(signal) {
      signals.push(signal)
      await new Promise(setImmediate)
      return signal.aborted ? endAborted() : ok(4_102)
    },
  })
  return { signals, resource }
}

const createTimeout = () => err({ kind: 'timeout' } as const)

test.each([
  ['with an error result', createTimeout],
  [
    'by throwing',
    () => {
      throw new DOMException('aborted', 'AbortError')
    },
  ],
])('under StrictMode a load aborted %s is not counted as a failure', async (_what, endAborted) => {
  const { signals, resource } = createPriceResource(endAborted)
  const { result } = renderStrict(resource)
  await expect.poll(() => result.current).toMatchObject({ value: 4_102, failures: 0, failure: null })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('an unmounted component aborts the load of its resource', () => {
  const { signals, resource } = createPriceResource(createTimeout)
  const { unmount } = renderHook(() => useSelector(resource, (state) => state))
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('under StrictMode the login sends one request, and its human check enables the button', async () => {
  const client = createClient()
  const signIn = vi.spyOn(client.identity.auth, 'signIn')
  const { createLoginView } = await client.loadIdentity()
  const view = createLoginView()
  const { result } = renderStrict(view)
  expect(result.current).toMatchObject({ step: 'form', canSubmit: false })
  await act(async () => {
    view.humanCheck.solve()
    await flushPromises()
  })
  expect(result.current).toMatchObject({ step: 'form', canSubmit: true })
  await act(async () => {
    view.submit({ username: 'demo', password: DEMO_PASSWORD, remember: false })
    await flushPromises()
  })
  expect(result.current).toMatchObject({ canSubmit: false, destination: 'dashboard' })
  expect(signIn).toHaveBeenCalledTimes(1)
})
