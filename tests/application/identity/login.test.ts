import { expect, onTestFinished, test, vi } from 'vitest'
import type { LoginSnapshot, LoginView } from '#src/application/identity/login.ts'
import { err } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** Creates the view, subscribes to it and records its destinations. */
async function openLoginView(client: TestClient = createClient()) {
  const { createLoginView } = await client.loadIdentity()
  const view = createLoginView()
  const destinations: LoginSnapshot['destination'][] = []
  const unsubscribe = view.subscribe(() => {
    const { destination } = view.getSnapshot()
    if (destination && destinations.at(-1) !== destination) destinations.push(destination)
  }).unsubscribe
  onTestFinished(unsubscribe)
  return { client, view, destinations, unsubscribe, readSnapshot: view.getSnapshot }
}

async function solveHumanCheck(view: LoginView) {
  view.humanCheck.solve()
  await flushPromises()
}

async function logIn(view: LoginView, username: string, password = DEMO_PASSWORD) {
  await solveHumanCheck(view)
  view.submit({ username, password, remember: false })
  await flushPromises()
}

test('a login stores the session and publishes the destination dashboard', async () => {
  const { client, view, destinations, readSnapshot } = await openLoginView()
  expect(readSnapshot()).toMatchObject({ step: 'form', canSubmit: false, busy: false, error: null, terms: null })
  expect(readSnapshot().hint).toBe('El botón se activa al completar la verificación.')
  await logIn(view, 'demo')
  expect(destinations).toEqual(['dashboard'])
  expect(client.ports.session.read().kind).toBe('session')
})

// "Auth state: username, token, logginIn, user, error." (§3); "login start sets logging-in and clears
// error; success stores token and user; logout clears all; failure stores the error" (§4)
test('the Readables of session and login hold the state of the authentication (D83)', async () => {
  const { client, view, readSnapshot } = await openLoginView()
  const readAuth = () => {
    const { session } = client.clientSession.getSnapshot()
    const { busy, error } = readSnapshot()
    return {
      username: session?.username ?? null,
      token: session?.user.token ?? null,
      logginIn: busy,
      user: session?.user.name ?? null,
      error: error?.message ?? null,
    }
  }
  const signedOut = { username: null, token: null, logginIn: false, user: null, error: null }
  expect(readAuth()).toEqual(signedOut)

  await logIn(view, 'demo', 'Otra#Clave2026')
  expect(readAuth()).toEqual({ ...signedOut, error: 'Usuario/Contraseña incorrectos' })

  await solveHumanCheck(view)
  view.submit({ username: 'demo', password: DEMO_PASSWORD, remember: false })
  expect(readAuth()).toEqual({ ...signedOut, logginIn: true })
  await flushPromises()
  expect(readAuth()).toMatchObject({
    username: 'demo',
    token: expect.any(String),
    user: expect.any(String),
    error: null,
  })

  client.clientSession.send({ type: 'SIGN_OUT' })
  await flushPromises()
  expect(readAuth()).toMatchObject({ username: null, token: null, user: null })
})

test('a login with an expired password publishes the destination new-password (D6)', async () => {
  const { view, destinations } = await openLoginView()
  await logIn(view, 'demovencida')
  expect(destinations).toEqual(['new-password'])
})

test('the view publishes the destination immediately after the session becomes active', async () => {
  const client = createClient()
  const { createLoginView } = await client.loadIdentity()
  const view = createLoginView()
  const states: string[] = []
  client.clientSession.subscribe(({ session }) => states.push(session === null ? 'signed-out' : 'active'))
  const unsubscribe = view.subscribe(() => {
    if (view.getSnapshot().destination) states.push('destination')
  }).unsubscribe
  await logIn(view, 'demo')
  expect(states.slice(0, 2)).toEqual(['active', 'destination'])
  unsubscribe()
})

test('submit sends nothing for an invalid form, and findErrors returns errors in form order', async () => {
  const client = createClient()
  const signIn = vi.spyOn(client.identity.auth, 'signIn')
  const { view } = await openLoginView(client)
  await solveHumanCheck(view)
  const emptyForm = { username: '', password: '', remember: false }
  view.submit(emptyForm)
  expect(view.findErrors(emptyForm)).toEqual([
    { field: 'username', code: 'required', message: 'El usuario es requerido' },
    { field: 'password', code: 'required', message: 'Por favor digite una contraseña' },
  ])
  view.submit({ ...emptyForm, username: 'demo' })
  expect(view.findErrors({ ...emptyForm, username: 'demo' }).map(({ field }) => field)).toEqual(['password'])
  expect(view.findErrors({ ...emptyForm, username: 'c.restrepo', password: 'x' })).toEqual([
    { field: 'username', code: 'special-character', message: 'El campo no debe contener caracteres especiales' },
  ])
  expect(signIn).not.toHaveBeenCalled()
})

test('a login ignores spaces around the user name', async () => {
  const { client, view, destinations } = await openLoginView()
  await solveHumanCheck(view)
  view.submit({ username: '\u00a0 demo ', password: DEMO_PASSWORD, remember: true })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(client.ports.session.read()).toMatchObject({ session: { username: 'demo' } })
  expect(client.identity.rememberedUsername.read()).toBe('demo')
  expect(view.findErrors({ username: ' ', password: 'x', remember: false }).map(({ code }) => code)).toEqual([
    'required',
  ])
})

test('a refused login shows its message and requires a new human check', async () => {
  const { view, readSnapshot } = await openLoginView()
  await logIn(view, 'demo', 'otra')
  expect(readSnapshot().error).toEqual({
    message: 'Usuario/Contraseña incorrectos',
    detail: null,
    canRetryStoring: false,
  })
  expect(readSnapshot()).toMatchObject({ canSubmit: false, check: { status: 'unsolved', round: 1 } })
})

test('takeOver replaces the active session after a new human check (D5)', async () => {
  const { client, view, destinations, readSnapshot } = await openLoginView()
  client.service.accounts.openSession('cli-demo')
  await logIn(view, 'demo')
  expect([readSnapshot().step, readSnapshot().error]).toEqual(['session-active', null])
  view.takeOver()
  await flushPromises()
  expect(destinations).toEqual([])
  await solveHumanCheck(view)
  view.takeOver()
  expect(readSnapshot()).toMatchObject({ step: 'session-active', busy: true })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
})

test('cancelling a takeover returns to the form', async () => {
  const { client, view, readSnapshot } = await openLoginView()
  client.service.accounts.openSession('cli-demo')
  await logIn(view, 'demo')
  view.cancel()
  expect(readSnapshot().step).toBe('form')
})

test('accepted terms store the session', async () => {
  const { client, view, destinations, readSnapshot } = await openLoginView()
  await logIn(view, 'demoterminos')
  expect(readSnapshot().terms).toEqual({ status: 'choosing', error: null })
  expect(client.ports.session.read()).toEqual({ kind: 'none' })
  view.acceptTerms()
  expect(readSnapshot().terms).toEqual({ status: 'posting', error: null })
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
})

test('the view shows why accepting the terms failed and allows another attempt', async () => {
  const client = createClient()
  const accept = vi.spyOn(client.identity.auth, 'acceptTerms').mockResolvedValueOnce(err({ kind: 'timeout' }))
  const { view, destinations, readSnapshot } = await openLoginView(client)
  await logIn(view, 'demoterminos')
  view.acceptTerms()
  await flushPromises()
  expect(readSnapshot().terms).toMatchObject({ status: 'choosing', error: expect.stringContaining('10 segundos') })
  view.acceptTerms()
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(accept).toHaveBeenCalledTimes(2)
})

test('rejected terms show their message and reload the page after 3 s', async () => {
  const { client, view, readSnapshot } = await openLoginView()
  await logIn(view, 'demoterminos')
  view.rejectTerms()
  expect(readSnapshot().terms?.status).toBe('rejected')
  client.clock.advance(3_000)
  expect(client.ports.page.reloads()).toBe(1)
})

test('retryStoring stores the session without a second login request', async () => {
  const client = createClient()
  const signIn = vi.spyOn(client.identity.auth, 'signIn')
  const { view, destinations, readSnapshot } = await openLoginView(client)
  client.storage.setEnabled(false)
  await logIn(view, 'demo')
  expect(readSnapshot()).toMatchObject({ busy: false, error: { canRetryStoring: true } })
  client.storage.setEnabled(true)
  view.retryStoring()
  await flushPromises()
  expect(destinations).toEqual(['dashboard'])
  expect(signIn).toHaveBeenCalledTimes(1)
})

test('a request that throws is logged and shown as an error', async () => {
  const client = createClient()
  const failure = new Error('broken')
  client.identity.auth.signIn = () => Promise.reject(failure)
  const { view, readSnapshot } = await openLoginView(client)
  await logIn(view, 'demo')
  expect(readSnapshot().error?.message).toBe('Ha ocurrido un error, por favor intenta más tarde')
  expect(client.ports.log.entries().at(-1)).toMatchObject({ detail: failure })
})

test('the view shows when the human check has expired', async () => {
  const { client, view, readSnapshot } = await openLoginView()
  await solveHumanCheck(view)
  expect(readSnapshot()).toMatchObject({ canSubmit: true, hint: null, check: { status: 'solved' } })
  client.clock.advance(5 * MINUTE_MS)
  expect(readSnapshot()).toMatchObject({ canSubmit: false, hint: 'La verificación venció. Complétela de nuevo.' })
})

test('a failed human check is unavailable until a later check succeeds', async () => {
  const client = createClient()
  const { humanCheck } = client.identity
  vi.spyOn(humanCheck, 'solve').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const { view, readSnapshot } = await openLoginView(client)
  view.humanCheck.solve()
  expect(readSnapshot().check.status).toBe('solving')
  await flushPromises()
  expect(readSnapshot().check.status).toBe('unavailable')
  await solveHumanCheck(view)
  expect(readSnapshot().check.status).toBe('solved')
})

test('retry shows an unavailable check again in a new round', async () => {
  const { view, readSnapshot } = await openLoginView()
  view.humanCheck.listener.onUnavailable()
  expect(readSnapshot().check).toEqual({ status: 'unavailable', solution: null, round: 0 })
  view.humanCheck.retry()
  expect(readSnapshot().check).toEqual({ status: 'unsolved', solution: null, round: 1 })
})

test('a new subscription shows an unsolved check after an unavailable check', async () => {
  const client = createClient()
  vi.spyOn(client.identity.humanCheck, 'solve').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const { view, unsubscribe, readSnapshot } = await openLoginView(client)
  await solveHumanCheck(view)
  expect(readSnapshot().check.status).toBe('unavailable')
  unsubscribe()
  onTestFinished(view.subscribe(() => {}).unsubscribe)
  expect(readSnapshot().check.status).toBe('unsolved')
})

test('a second press starts no second solver, and the last unsubscription aborts the running solver', async () => {
  const client = createClient()
  const signals: (AbortSignal | undefined)[] = []
  vi.spyOn(client.identity.humanCheck, 'solve').mockImplementation((signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { view, unsubscribe } = await openLoginView(client)
  view.humanCheck.solve()
  view.humanCheck.solve()
  expect(signals).toHaveLength(1)
  unsubscribe()
  expect(signals[0]?.aborted).toBe(true)
})

test('a view restarts with the next subscriber', async () => {
  const { view, unsubscribe } = await openLoginView()
  unsubscribe()
  const destinations: unknown[] = []
  const unsubscribeAgain = view.subscribe(() => destinations.push(view.getSnapshot().destination)).unsubscribe
  await logIn(view, 'demo')
  expect(destinations.at(-1)).toBe('dashboard')
  unsubscribeAgain()
})

test('the snapshot is the same object until a notification', async () => {
  const { view, readSnapshot } = await openLoginView()
  expect(readSnapshot()).toBe(readSnapshot())
  const before = readSnapshot()
  view.humanCheck.solve()
  expect(readSnapshot()).not.toBe(before)
})
