import { expect, onTestFinished, test, vi } from 'vitest'

import type { LoginSnapshot, LoginView } from '#src/application/identity/login-view.ts'
import { DEMO_PASSWORD } from '#src/domain/identity/demo-accounts.ts'
import { err } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** Opens the view without a page, subscribes to it and records its destinations. */
async function openLoginView(client: TestClient = createClient()) {
  const { createLoginView } = await client.loadIdentity()
  const view = createLoginView()
  const destinations: LoginSnapshot['destination'][] = []
  const stop = view.subscribe(() => {
    const { destination } = view.getSnapshot()
    if (destination && destinations.at(-1) !== destination) destinations.push(destination)
  })
  onTestFinished(stop)
  return { client, view, destinations, stop, read: view.getSnapshot }
}

async function solve(view: LoginView) {
  view.humanCheck.solve()
  await flushPromises()
}

async function logIn(view: LoginView, username: string, password = DEMO_PASSWORD) {
  await solve(view)
  view.submit({ username, password, remember: false })
  await flushPromises()
}

test('the view signs in without a page and publishes the destination', async () => {
  const { client, view, destinations, read } = await openLoginView()
  expect(read()).toMatchObject({ step: 'form', canSubmit: false, busy: false, error: null, terms: null })
  expect(read().hint).toBe('El botón se activa al completar la verificación.')
  await logIn(view, 'demo')
  expect(destinations).toEqual(['dashboard'])
  expect(client.ports.session.read().kind).toBe('session')
})

test('a login with an expired password opens the page of the new password (D6)', async () => {
  const { view, destinations } = await openLoginView()
  await logIn(view, 'demovencida')
  expect(destinations).toEqual(['new-password'])
})

test('the destination is published as soon as the session is active, before the submit ends', async () => {
  const client = createClient()
  const { createLoginView } = await client.loadIdentity()
  const view = createLoginView()
  const states: string[] = []
  client.clientSession.subscribe(({ value }) => states.push(String(value)))
  const stop = view.subscribe(() => {
    if (view.getSnapshot().destination) states.push('destination')
  })
  await logIn(view, 'demo')
  expect(states.slice(0, 2)).toEqual(['active', 'destination'])
  stop()
})

test('an invalid form sends nothing, and its errors are in the form order', async () => {
  const { client, view } = await openLoginView()
  const signIn = vi.spyOn(client.identity.auth, 'signIn')
  await solve(view)
  const empty = { username: '', password: '', remember: false }
  view.submit(empty)
  expect(view.findErrors(empty)).toEqual([
    { field: 'username', code: 'required', message: 'El usuario es requerido' },
    { field: 'password', code: 'required', message: 'Por favor digite una contraseña' },
  ])
  view.submit({ ...empty, username: 'demo' })
  expect(view.findErrors({ ...empty, username: 'demo' }).map(({ field }) => field)).toEqual(['password'])
  expect(view.findErrors({ ...empty, username: 'c.restrepo', password: 'x' })).toEqual([
    { field: 'username', code: 'special-character', message: 'El campo no debe contener caracteres especiales' },
  ])
  expect(signIn).not.toHaveBeenCalled()
})

test('spaces around a user name, as pasting adds them, do not refuse the login', async () => {
  const { client, view, destinations } = await openLoginView()
  await solve(view)
  view.submit({ username: '\u00a0 demo ', password: DEMO_PASSWORD, remember: true })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(client.ports.session.read()).toMatchObject({ session: { username: 'demo' } })
  expect(client.identity.rememberedUsername.read()).toBe('demo')
  expect(view.findErrors({ username: ' ', password: 'x', remember: false }).map(({ code }) => code)).toEqual([
    'required',
  ])
})

test('a refused login shows its message and needs a new human check', async () => {
  const { view, read } = await openLoginView()
  await logIn(view, 'demo', 'otra')
  expect(read().error).toEqual({ message: 'Usuario/Contraseña incorrectos', detail: null, retryStoring: false })
  expect(read()).toMatchObject({ canSubmit: false, check: { status: 'unsolved', round: 1 } })
})

test('an open session can be taken over with a new human check (D5)', async () => {
  const { client, view, destinations, read } = await openLoginView()
  client.service.accounts.open('cli-demo')
  await logIn(view, 'demo')
  expect([read().step, read().error]).toEqual(['session-active', null])
  view.takeOver()
  await flushPromises()
  expect(destinations).toEqual([])
  await solve(view)
  view.takeOver()
  expect(read()).toMatchObject({ step: 'session-active', busy: true })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
})

test('cancelling a takeover returns to the form', async () => {
  const { client, view, read } = await openLoginView()
  client.service.accounts.open('cli-demo')
  await logIn(view, 'demo')
  view.cancel()
  expect(read().step).toBe('form')
})

test('accepted terms store the session', async () => {
  const { client, view, destinations, read } = await openLoginView()
  await logIn(view, 'demoterminos')
  expect(read().terms).toEqual({ status: 'choosing', error: null })
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  view.acceptTerms()
  expect(read().terms).toEqual({ status: 'posting', error: null })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
})

test('terms that could not be saved show the reason and can be accepted again', async () => {
  const client = createClient()
  const accept = vi.spyOn(client.identity.auth, 'acceptTerms').mockResolvedValueOnce(err({ kind: 'timeout' }))
  const { view, destinations, read } = await openLoginView(client)
  await logIn(view, 'demoterminos')
  view.acceptTerms()
  await flushPromises()
  expect(read().terms).toMatchObject({ status: 'choosing', error: expect.stringContaining('10 segundos') })
  view.acceptTerms()
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(accept).toHaveBeenCalledTimes(2)
})

test('rejected terms show their message and reload the page after 3 s', async () => {
  const { client, view, read } = await openLoginView()
  await logIn(view, 'demoterminos')
  view.rejectTerms()
  expect(read().terms?.status).toBe('rejected')
  client.clock.advance(3_000)
  expect(client.ports.page.reloads()).toBe(1)
})

test('after a failure of the storage, the session is stored without a second login request', async () => {
  const { client, view, destinations, read } = await openLoginView()
  const signIn = vi.spyOn(client.identity.auth, 'signIn')
  client.storage.setEnabled(false)
  await logIn(view, 'demo')
  expect(read()).toMatchObject({ busy: false, error: { retryStoring: true } })
  client.storage.setEnabled(true)
  view.retryStoring()
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(signIn.mock.calls.length).toBeLessThanOrEqual(1)
})

test('a request that throws is logged and shown as an error', async () => {
  const client = createClient()
  const failure = new Error('broken')
  client.identity.auth.signIn = () => Promise.reject(failure)
  const { view, read } = await openLoginView(client)
  await logIn(view, 'demo')
  expect(read().error?.message).toBe('Ha ocurrido un error, por favor intenta más tarde')
  expect(client.ports.log.entries().at(-1)).toMatchObject({ detail: failure })
})

test('the human check expires after its lifetime and shows that', async () => {
  const { client, view, read } = await openLoginView()
  await solve(view)
  expect(read()).toMatchObject({ canSubmit: true, hint: null, check: { status: 'solved' } })
  client.clock.advance(5 * MINUTE_MS)
  expect(read()).toMatchObject({ canSubmit: false, hint: 'La verificación venció. Complétela de nuevo.' })
})

test('a failed human check is unavailable until a later one succeeds', async () => {
  const client = createClient()
  const { humanCheck } = client.identity
  vi.spyOn(humanCheck, 'solve').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const { view, read } = await openLoginView(client)
  view.humanCheck.solve()
  expect(read().check.status).toBe('solving')
  await flushPromises()
  expect(read().check.status).toBe('unavailable')
  await solve(view)
  expect(read().check.status).toBe('solved')
})

test('a view that starts again shows an unsolved check, even when the last one was unavailable', async () => {
  const client = createClient()
  vi.spyOn(client.identity.humanCheck, 'solve').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const { view, stop, read } = await openLoginView(client)
  await solve(view)
  expect(read().check.status).toBe('unavailable')
  stop()
  onTestFinished(view.subscribe(() => {}))
  expect(read().check.status).toBe('unsolved')
})

test('a second press starts no second solver, and the running one is aborted when the last subscriber leaves', async () => {
  const client = createClient()
  const signals: (AbortSignal | undefined)[] = []
  vi.spyOn(client.identity.humanCheck, 'solve').mockImplementation((signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { view, stop } = await openLoginView(client)
  view.humanCheck.solve()
  view.humanCheck.solve()
  expect(signals).toHaveLength(1)
  stop()
  expect(signals[0]?.aborted).toBe(true)
})

test('a view restarts after its last subscriber left', async () => {
  const { view, stop } = await openLoginView()
  stop()
  const destinations: unknown[] = []
  const stopAgain = view.subscribe(() => destinations.push(view.getSnapshot().destination))
  await logIn(view, 'demo')
  expect(destinations.at(-1)).toBe('dashboard')
  stopAgain()
})

test('the snapshot is the same object until a notification', async () => {
  const { view, read } = await openLoginView()
  expect(read()).toBe(read())
  const before = read()
  view.humanCheck.solve()
  expect(read()).not.toBe(before)
})
