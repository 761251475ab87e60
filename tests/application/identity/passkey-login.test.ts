import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createDirectLogin } from '#src/application/identity/direct-login.ts'
import type { AuthGateway, PasskeyDevice } from '#src/application/identity/ports.ts'
import type { FactorStepState } from '#src/application/identity/second-factor.ts'
import type { ImcSessionGateway } from '#src/application/imc/ports.ts'
import { createImcLoginView } from '#src/application/imc/session/login.ts'
import type { PasskeyFailure } from '#src/domain/call.ts'
import type { FactorAnswer, FactorKind, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import { err, ok } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { createClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const CHALLENGE = { ticket: 'boleto', factors: ['totp', 'passkey', 'recovery'] as readonly FactorKind[] }

interface Options {
  readonly device?: Partial<PasskeyDevice>
  readonly asked?: string | { readonly kind: 'ticket-expired' }
  readonly refusal?: FactorRefusal
}

/** The calls of a login that asks for a factor, and what they got. */
function createCalls({ asked = 'opciones', refusal = { kind: 'code-refused', attemptsLeft: 4 } }: Options) {
  const answers: FactorAnswer[] = []
  return {
    answers,
    askPasskey: async (ticket: string) => ok(ticket === CHALLENGE.ticket ? asked : ''),
    verifyFactor: async (answer: FactorAnswer) => {
      answers.push(answer)
      return ok(refusal)
    },
  }
}

const toDevice = ({ device }: Options): PasskeyDevice => ({
  isSupported: () => true,
  create: async () => err({ kind: 'passkey', reason: 'unsupported' }),
  sign: async (options) => ok(`firma de ${options}`),
  ...device,
})

interface Login {
  readonly answers: readonly FactorAnswer[]
  readonly view: { usePasskey(): void; cancel(): void; sendCode(proof: { factor: FactorKind; code: string }): void }
  readonly readFactor: () => FactorStepState | null
  readonly readError: () => string | null
}

async function openClientLogin(options: Options): Promise<Login> {
  const { answers, ...calls } = createCalls(options)
  const client = createClient()
  const { identity } = client.ports
  const auth: AuthGateway = {
    ...client.identity.auth,
    ...calls,
    signIn: async () => ok({ kind: 'factor-required', challenge: CHALLENGE }),
  }
  const { portal } = createClient({}, { auth, identity: { ...identity, passkeyDevice: toDevice(options) } })
  const view = (await portal.loadIdentity()).createLoginView()
  onTestFinished(view.subscribe(() => {}).unsubscribe)
  view.humanCheck.solve()
  await flushPromises()
  view.submit({ username: 'demo', password: DEMO_PASSWORD, remember: false })
  await flushPromises()
  const readError = () => view.getSnapshot().error?.message ?? null
  return { answers, view, readFactor: () => view.getSnapshot().factor, readError }
}

async function openImcLogin(options: Options): Promise<Login> {
  const { answers, ...calls } = createCalls(options)
  const imcAuth: ImcSessionGateway = {
    ...calls,
    signIn: async () => ok(CHALLENGE),
    solveCheck: async () => err({ kind: 'unreachable' }),
    check: async () => ok(undefined),
    signOut: async () => ok(undefined),
    renewPassword: async () => ok(null),
    current: async () => ok(null),
  }
  const view = createImcLoginView({
    ...{ ...createMemoryPorts(), imcAuth, imcSession: createMemoryImcSession(), passkeyDevice: toDevice(options) },
  })
  onTestFinished(view.subscribe(() => {}).unsubscribe)
  view.submit({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  await flushPromises()
  const readError = () => view.getSnapshot().error?.text.message ?? null
  return { answers, view, readFactor: () => view.getSnapshot().factor, readError }
}

describe.each([
  ['client', openClientLogin],
  ["entity's user", openImcLogin],
] as const)('the login of a %s with a passkey', (_name, openLogin) => {
  test('asks the device with the options of the service, and sends its answer with the ticket (D96)', async () => {
    const { answers, view, readFactor } = await openLogin({})
    expect(readFactor()).toEqual({
      factors: ['passkey', 'totp', 'recovery'],
      error: null,
      notice: null,
      isAsking: false,
    })
    view.usePasskey()
    expect(readFactor()?.isAsking).toBe(true)
    await flushPromises()
    expect(answers).toEqual([{ ticket: 'boleto', factor: 'passkey', code: 'firma de opciones' }])
    expect(readFactor()).toMatchObject({
      isAsking: false,
      error: 'La llave de acceso no se pudo comprobar. Le quedan 4 intentos antes de una pausa.',
    })
  })

  test.each([
    ['not-used', /se canceló, pasó el tiempo o no está en este dispositivo/],
    ['unsupported', /no admite llaves de acceso con huella/],
    ['wrong-site', /Esta dirección del portal no admite/],
  ] as const)('a device that answers nothing (%s) says why, and leaves the other factors', async (reason, text) => {
    const failure: PasskeyFailure = { kind: 'passkey', reason }
    const { answers, view, readFactor } = await openLogin({ device: { sign: async () => err(failure) } })
    view.usePasskey()
    await flushPromises()
    expect(readFactor()).toMatchObject({ isAsking: false, error: expect.stringMatching(text) })
    view.sendCode({ factor: 'recovery', code: 'AAAA-AAAA-AAAA' })
    await flushPromises()
    expect(answers.map(({ factor }) => factor)).toEqual(['recovery'])
    expect(readFactor()?.error).toMatch(/^El código no es correcto/)
  })

  test('a cancelled use ends the dialog of the browser and returns to the choice (D96)', async () => {
    let signal: AbortSignal | undefined
    const sign: PasskeyDevice['sign'] = (_, given) => {
      signal = given
      return new Promise(() => {})
    }
    const { view, readFactor, answers } = await openLogin({ device: { sign } })
    view.usePasskey()
    await flushPromises()
    view.cancel()
    expect(signal?.aborted).toBe(true)
    expect(readFactor()).toMatchObject({ isAsking: false, error: null })
    expect(answers).toEqual([])
    view.cancel()
    expect(readFactor()).toBeNull()
  })

  test('an expired ticket asks for the password again', async () => {
    const { view, readFactor, readError } = await openLogin({ asked: { kind: 'ticket-expired' } })
    view.usePasskey()
    await flushPromises()
    expect([readFactor(), readError()]).toEqual([null, expect.stringContaining('Inicie sesión de nuevo')])
  })

  test('a browser without passkeys offers the other factors, and says so', async () => {
    const { readFactor } = await openLogin({ device: { isSupported: () => false } })
    expect(readFactor()).toMatchObject({
      factors: ['totp', 'recovery'],
      notice: 'Este navegador no admite llaves de acceso. Use otra forma.',
    })
  })
})

test('a terminal sends an account with passkeys alone to the portal (D96)', async () => {
  const client = createClient()
  const auth: AuthGateway = {
    ...client.identity.auth,
    signIn: async () =>
      ok({ kind: 'factor-required', challenge: { ...CHALLENGE, factors: ['passkey', 'recovery'] as const } }),
  }
  const { portal, identity } = createClient({}, { auth })
  const { loginCalls } = await portal.loadIdentity()
  const logIn = createDirectLogin({ ...portal, humanCheck: identity.humanCheck, loginCalls, now: client.clock.now })
  const readCode = async () => {
    throw new Error('the terminal asks for a code')
  }
  const result = await logIn({ username: 'demo', password: DEMO_PASSWORD, readCode })
  expect(result).toEqual(err('Su cuenta pide la verificación en dos pasos. Ingrese por el portal.'))
})
