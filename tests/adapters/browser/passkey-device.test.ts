import type * as WebAuthn from '@simplewebauthn/browser'
import { expect, test } from 'vitest'
import { createPasskeyDevice } from '#src/adapters/browser/passkey-device.ts'

const BROWSER = { PublicKeyCredential: class {} } as unknown as Window & typeof globalThis

function createDevice(library: Partial<typeof WebAuthn>, window = BROWSER) {
  let stops = 0
  const WebAuthnAbortService = {
    createNewAbortSignal: () => new AbortController().signal,
    cancelCeremony: () => (stops += 1),
  }
  const load = async () => ({ ...library, WebAuthnAbortService }) as unknown as typeof WebAuthn
  return { ...createPasskeyDevice({ window, load }), countStops: () => stops }
}

const fail = (name: string) => async () => {
  throw Object.assign(new Error(name), { name })
}

test('options and answers of WebAuthn are JSON (D96)', async () => {
  const { create, sign } = createDevice({
    startRegistration: (async (given: unknown) => ({ given })) as never,
    startAuthentication: (async (given: unknown) => ({ given })) as never,
  })
  const answer = { ok: true, value: '{"given":{"optionsJSON":{"challenge":"reto"}}}' }
  expect(await create('{"challenge":"reto"}')).toEqual(answer)
  expect(await sign('{"challenge":"reto"}')).toEqual(answer)
})

test.each([
  ['NotAllowedError', 'not-created', 'not-used'],
  ['AbortError', 'not-created', 'not-used'],
  ['UnknownError', 'not-created', 'not-used'],
  ['InvalidStateError', 'known', 'known'],
  ['ConstraintError', 'unsupported', 'unsupported'],
  ['NotSupportedError', 'unsupported', 'unsupported'],
  ['SecurityError', 'wrong-site', 'wrong-site'],
])('the error %s of a browser is no crash', async (name, created, used) => {
  const { create, sign } = createDevice({ startRegistration: fail(name), startAuthentication: fail(name) })
  expect(await create('{}')).toEqual({ ok: false, error: { kind: 'passkey', reason: created } })
  expect(await sign('{}')).toEqual({ ok: false, error: { kind: 'passkey', reason: used } })
})

test('an unexpected error is thrown', async () => {
  await expect(createDevice({ startAuthentication: fail('TypeError') }).sign('{}')).rejects.toThrow('TypeError')
})

test('an aborted call ends the dialog of the browser', async () => {
  const controller = new AbortController()
  const { sign, countStops } = createDevice({
    startAuthentication: async () => {
      controller.abort()
      return fail('AbortError')()
    },
  })
  expect(await sign('{}', controller.signal)).toMatchObject({ error: { reason: 'not-used' } })
  expect(countStops()).toBe(1)
})

test('a browser without WebAuthn loads nothing', async () => {
  const { isSupported, sign } = createDevice({}, {} as Window & typeof globalThis)
  expect(isSupported()).toBe(false)
  expect(await sign('{}')).toEqual({ ok: false, error: { kind: 'passkey', reason: 'unsupported' } })
})
