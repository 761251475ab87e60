import { act, renderHook } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'

import { canSubmit } from '#src/domain/identity/human-check-machine.ts'
import { createLoginMachine } from '#src/domain/identity/login-machine.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { FORM, USER } from '#tests/support/login-harness.ts'

const machine = createLoginMachine<string>()

test('the login in StrictMode sends one request and its human check enables the button', async () => {
  const sent: string[] = []
  const input = {
    now: () => 1_000,
    signIn: async ({ username }: { readonly username: string }) => {
      sent.push(username)
      return ok({ kind: 'success' as const, user: USER })
    },
    acceptTerms: async () => ok(null),
    storeSession: async () => ok(undefined),
    forget: () => {},
    reload: () => {},
  }
  const { result } = renderHook(
    () => {
      const actor = useActorRef(machine, { input })
      return {
        send: actor.send,
        enabled: useSelector(actor, canSubmit),
        state: useSelector(actor, ({ value }) => value),
      }
    },
    { wrapper: StrictMode },
  )
  expect(result.current).toMatchObject({ state: 'ready', enabled: false })
  act(() => result.current.send({ type: 'CHECK_SOLVED', proof: { text: 'x', expiresAt: 90_000 } }))
  expect(result.current).toMatchObject({ state: 'ready', enabled: true })
  await act(async () => {
    result.current.send({ type: 'SUBMIT', ...FORM })
    await flushPromises()
  })
  expect(result.current).toMatchObject({ state: 'signed-in', enabled: false })
  expect(sent).toEqual(['demo'])
})
