import { expect, onTestFinished, test } from 'vitest'
import {
  createFactorSettingsView,
  lastPasskeyText,
  passkeyObstacleText,
} from '#src/application/identity/factor-settings.ts'
import type { PasskeyDevice, SecondFactorGateway } from '#src/application/identity/ports.ts'
import type { PasskeyFailure } from '#src/domain/call.ts'
import { findNameViolation, MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS, type Passkey } from '#src/domain/identity/passkey.ts'
import type { FactorKind } from '#src/domain/identity/second-factor.ts'
import { err, ok } from '#src/domain/result.ts'
import { createClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const PASSKEY: Passkey = { id: 'llave', name: 'Portátil', since: 0, lastUsedAt: null }
const CODES = ['AAAA-AAAA-AAAA']

interface Options {
  readonly device?: Partial<PasskeyDevice>
  readonly codes?: readonly string[]
  readonly removed?: 'refused'
}

/** The settings over a service that records its calls. */
async function openSettings({ device = {}, codes = [], removed }: Options = {}) {
  const calls: unknown[] = []
  const record =
    <T>(name: string, value: T) =>
    async (input: unknown) => {
      calls.push([name, input])
      return ok(value)
    }
  const gateway: SecondFactorGateway = {
    status: async () => ok({ factors: ['passkey', 'recovery'], since: 0, isRequired: false, recoveryCodes: 10 }),
    begin: record('begin', { secret: 'S', address: 'otpauth://' }),
    confirm: record('confirm', CODES),
    turnOff: record('turnOff', undefined),
    renewCodes: record('renewCodes', CODES),
    passkeys: {
      list: async () => ok({ isAvailable: true, passkeys: [PASSKEY] }),
      begin: record('options', 'opciones'),
      add: record('add', codes),
      rename: record('rename', undefined),
      remove: async (passkey) => {
        calls.push(['remove', passkey])
        return removed
          ? err({ kind: 'rejected', status: 400, message: 'La contraseña no es correcta.' })
          : ok(undefined)
      },
      ask: async () => ok('reto'),
    },
  }
  const { ports } = createClient()
  const view = createFactorSettingsView({
    ...ports,
    gateway,
    passkeyDevice: {
      isSupported: () => true,
      create: async (options) => ok(`llave de ${options}`),
      sign: async (options) => ok(`firma de ${options}`),
      ...device,
    },
  })
  onTestFinished(view.subscribe(() => {}).unsubscribe)
  await flushPromises()
  return { view, calls, read: view.getSnapshot }
}

test('a new passkey asks the service, then the device, and sends its answer with the name (D96)', async () => {
  const { view, calls, read } = await openSettings()
  view.addPasskey({ name: ' Portátil ', password: 'clave' })
  expect(read()).toMatchObject({ step: 'ready', busy: true, isAsking: true })
  await flushPromises()
  expect(calls).toEqual([
    ['options', 'clave'],
    ['add', { name: 'Portátil', answer: 'llave de opciones' }],
  ])
  expect(read()).toMatchObject({ step: 'ready', busy: false, done: 'Llave de acceso agregada.', error: null })
  view.cancel()
  expect(read().done).toBeNull()
})

test('the first factor of an account shows its recovery codes (D96)', async () => {
  const { view, read } = await openSettings({ codes: CODES })
  view.addPasskey({ name: 'Portátil', password: 'clave' })
  await flushPromises()
  expect(read()).toMatchObject({ step: 'codes', codes: CODES })
  view.finish()
  await flushPromises()
  expect(read()).toMatchObject({ step: 'ready', codes: null, done: null })
})

test.each([
  ['not-created', /^No se creó la llave de acceso/],
  ['known', /^Este dispositivo ya tiene/],
] as const)('a device that creates nothing (%s) says why, and nothing is sent', async (reason, text) => {
  const failure: PasskeyFailure = { kind: 'passkey', reason }
  const { view, calls, read } = await openSettings({ device: { create: async () => err(failure) } })
  view.addPasskey({ name: 'Portátil', password: 'clave' })
  await flushPromises()
  expect(read()).toMatchObject({
    step: 'ready',
    done: null,
    error: { part: 'passkeys', text: expect.stringMatching(text) },
  })
  expect(calls).toHaveLength(1)
})

test('Cancelar ends the dialog of the browser, and confirms nothing', async () => {
  let signal: AbortSignal | undefined
  const create: PasskeyDevice['create'] = (_, given) => {
    signal = given
    return new Promise(() => {})
  }
  const { view, read } = await openSettings({ device: { create } })
  view.addPasskey({ name: 'Portátil', password: 'clave' })
  await flushPromises()
  view.cancel()
  expect(signal?.aborted).toBe(true)
  expect(read()).toMatchObject({ step: 'ready', busy: false, isAsking: false, error: null, done: null })
})

test('a change with a passkey asks the device first; one with a code does not (D96)', async () => {
  const { view, calls, read } = await openSettings()
  view.turnOff({ password: 'clave', factor: 'passkey', code: '' })
  await flushPromises()
  view.renewCodes({ password: 'clave', factor: 'passkey', code: '' })
  await flushPromises()
  view.finish()
  await flushPromises()
  view.turnOff({ password: 'clave', factor: 'recovery', code: 'AAAA' })
  await flushPromises()
  expect(calls).toMatchObject([
    ['turnOff', { password: 'clave', factor: 'passkey', code: 'firma de reto' }],
    ['renewCodes', { password: 'clave', factor: 'passkey', code: 'firma de reto' }],
    ['turnOff', { factor: 'recovery', code: 'AAAA' }],
  ])
  expect(read().done).toBeNull()
})

test('a name is changed and a passkey removed; a refusal stays with its part of the page', async () => {
  const { view, calls, read } = await openSettings({ removed: 'refused' })
  view.renamePasskey({ id: 'llave', name: 'Oficina ' })
  await flushPromises()
  expect(read().done).toBe('Nombre cambiado.')
  view.removePasskey({ id: 'llave', password: 'otra' })
  await flushPromises()
  expect(calls).toMatchObject([
    ['rename', { id: 'llave', name: 'Oficina' }],
    ['remove', { id: 'llave', password: 'otra' }],
  ])
  expect(read()).toMatchObject({ done: null, error: { part: 'passkeys', text: 'La contraseña no es correcta.' } })
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['a', undefined],
  ['a'.repeat(MAX_PASSKEY_NAME_LENGTH), undefined],
  ['a'.repeat(MAX_PASSKEY_NAME_LENGTH + 1), 'too-long'],
  ['a\u200bb', 'invisible-character'],
])('the name %j of a passkey: %s (D96)', (name, code) => {
  expect(findNameViolation(name)?.code).toBe(code)
})

const toPasskeys = (count: number) => Array.from({ length: count }, () => PASSKEY)

test.each([
  [false, true, 0, /^Esta dirección/],
  [true, false, 1, /^Este navegador/],
  [true, true, MAX_PASSKEYS - 1, null],
  [true, true, MAX_PASSKEYS, /^Ya tiene 10/],
])('available %s, browser %s, %d passkeys: %s', (isAvailable, canUsePasskeys, count, text) => {
  const obstacle = passkeyObstacleText({ isAvailable, passkeys: toPasskeys(count) }, canUsePasskeys)
  if (text === null) expect(obstacle).toBeNull()
  else expect(obstacle).toMatch(text)
})

test.each<[readonly FactorKind[], number, boolean, RegExp | null]>([
  [['passkey', 'recovery'], 1, false, /desactive la verificación/],
  [['passkey', 'recovery'], 1, true, /su entidad la exige/],
  [['passkey', 'recovery'], 2, true, null],
  [['totp', 'passkey', 'recovery'], 1, true, null],
])('%j with %d passkeys, required %s: the last factor stays (D96)', (factors, count, isRequired, text) => {
  const status = { factors, since: 0, isRequired, recoveryCodes: 10 }
  const reason = lastPasskeyText(status, { isAvailable: true, passkeys: toPasskeys(count) })
  if (text === null) expect(reason).toBeNull()
  else expect(reason).toMatch(text)
})
