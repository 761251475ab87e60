import { expect, test, vi } from 'vitest'
import type { Readable } from '#src/application/platform/readable.ts'

import { err, ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { NEW_PASSWORD } from '#tests/contract/identity-under-test.ts'
import { createClient, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { REGISTRATION_RECORD } from '#tests/support/registration.ts'

const { sentAt: _, ...RECORD } = REGISTRATION_RECORD
const REGISTRATION_FORM = { ...RECORD, acceptsTerms: true, authorisesData: true }

const NEW_PASSWORD_FORM = { password: NEW_PASSWORD, repeat: NEW_PASSWORD }

const subscribeTo = (view: Readable<object>) => view.subscribe(() => {}).unsubscribe

async function openResetView(client: TestClient) {
  client.service.accounts.addLink('cli-demo')
  const tokens = client.service.accounts.findLink('cli-demo')
  if (!tokens) throw new Error('no recovery tokens')
  return (await client.loadIdentity()).createResetView(tokens)
}

test('the recovery view requests a link and then shows its step "sent"', async () => {
  const client = createClient()
  const view = (await client.loadIdentity()).createRecoveryView()
  const unsubscribe = subscribeTo(view)
  expect(view.findErrors({ email: '' })).toEqual([
    { field: 'email', code: 'required', message: 'Por favor, no deje el campo de correo electrónico vacio' },
  ])
  view.humanCheck.solve()
  await flushPromises()
  view.submit({ email: '' })
  expect(view.getSnapshot()).toMatchObject({ step: 'form', busy: false })
  const requestRecovery = vi.spyOn(client.identity.passwords, 'requestRecovery')
  view.submit({ email: ' demo@mercadodolar.example ' })
  expect(requestRecovery.mock.calls[0]?.[0]).toBe('demo@mercadodolar.example')
  expect(view.getSnapshot()).toMatchObject({ step: 'form', busy: true })
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ step: 'sent', busy: false, error: null })
  expect(client.service.accounts.findLink('cli-demo')).not.toBeNull()
  unsubscribe()
})

test('a failed recovery shows its reason and allows another submit after a new human check', async () => {
  const client = createClient()
  vi.spyOn(client.identity.passwords, 'requestRecovery').mockResolvedValueOnce(err({ kind: 'unreachable' }))
  const view = (await client.loadIdentity()).createRecoveryView()
  const unsubscribe = subscribeTo(view)
  for (const expectedStep of ['form', 'sent']) {
    view.humanCheck.solve()
    await flushPromises()
    view.submit({ email: 'demo@mercadodolar.example' })
    await flushPromises()
    expect(view.getSnapshot().step).toBe(expectedStep)
    if (expectedStep === 'form') expect(view.getSnapshot().error).toContain('No pudimos comunicarnos con el servicio.')
  }
  unsubscribe()
})

test('a refused recovery shows the general text', async () => {
  const client = createClient()
  vi.spyOn(client.identity.passwords, 'requestRecovery').mockResolvedValueOnce(ok('refused'))
  const view = (await client.loadIdentity()).createRecoveryView()
  const unsubscribe = subscribeTo(view)
  view.humanCheck.solve()
  await flushPromises()
  view.submit({ email: 'demo@mercadodolar.example' })
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'form',
    busy: false,
    error: 'Ha ocurrido un error, por favor intenta más tarde',
  })
  unsubscribe()
})

test('the registration view lists errors in the order of the form fields and sends a valid form', async () => {
  const client = createClient()
  const view = (await client.loadIdentity()).createRegistrationView(null)
  const unsubscribe = subscribeTo(view)
  const invalid = { ...REGISTRATION_FORM, email: 'x', firstName: '' }
  expect(view.findErrors(invalid)).toEqual([
    { field: 'firstName', code: 'required', message: 'El campo es requerido' },
    { field: 'email', code: 'not-an-email', message: 'Escriba un correo electrónico válido' },
  ])
  view.humanCheck.solve()
  await flushPromises()
  view.submit(invalid)
  expect(view.getSnapshot().busy).toBe(false)
  view.submit(REGISTRATION_FORM)
  await flushPromises()
  expect(view.getSnapshot().step).toBe('done')
  expect(client.identity.registrations.receivedRecords()).toHaveLength(1)
  unsubscribe()
})

test('the reset view checks the link once, then changes the password', async () => {
  const client = createClient()
  const verify = vi.spyOn(client.identity.passwords, 'verifyTokens')
  const view = await openResetView(client)
  const unsubscribe = subscribeTo(view)
  expect(view.getSnapshot().step).toBe('checking')
  await flushPromises()
  expect(view.getSnapshot().step).toBe('form')
  expect(verify).toHaveBeenCalledTimes(1)
  const { newPassword: newPasswordView } = view
  const unsubscribeForm = subscribeTo(newPasswordView)
  newPasswordView.submit({ password: '', repeat: '' })
  expect(newPasswordView.getSnapshot()).toMatchObject({ busy: false, changed: false })
  newPasswordView.submit(NEW_PASSWORD_FORM)
  expect(newPasswordView.getSnapshot()).toMatchObject({ busy: true, changed: false })
  newPasswordView.submit(NEW_PASSWORD_FORM)
  await flushPromises()
  expect(newPasswordView.getSnapshot()).toMatchObject({ busy: false, changed: true, error: null })
  unsubscribeForm()
  unsubscribe()
})

test('retry repeats the link check after a timeout, but not after a refusal', async () => {
  const client = createClient()
  const verify = vi.spyOn(client.identity.passwords, 'verifyTokens').mockResolvedValueOnce(err({ kind: 'timeout' }))
  const view = await openResetView(client)
  const unsubscribe = subscribeTo(view)
  await flushPromises()
  expect(view.getSnapshot().step).toBe('check-failed')
  verify.mockResolvedValueOnce(ok('refused'))
  view.retry()
  expect(view.getSnapshot().step).toBe('checking')
  await flushPromises()
  expect(view.getSnapshot().step).toBe('refused')
  view.retry()
  expect(view.getSnapshot().step).toBe('refused')
  unsubscribe()
})

test('the link check runs again for a new subscriber after the last one unsubscribed', async () => {
  const client = createClient()
  const view = await openResetView(client)
  subscribeTo(view)()
  const unsubscribe = subscribeTo(view)
  await flushPromises()
  expect(view.getSnapshot().step).toBe('form')
  unsubscribe()
})

test('the password renewal view shows why a renewal failed; the next submit succeeds and ends the market delay', async () => {
  const client = createClient()
  await signInAndStore(client, 'demovencida')
  vi.spyOn(client.identity.passwords, 'renew').mockResolvedValueOnce(ok('refused'))
  const view = (await client.loadIdentity()).createRenewalView()
  const unsubscribe = subscribeTo(view)
  view.submit(NEW_PASSWORD_FORM)
  await flushPromises()
  expect(view.getSnapshot().error?.message).toMatch(/^No fue posible actualizar tu clave/)
  view.submit(NEW_PASSWORD_FORM)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ error: null, changed: true })
  expect(client.readMarketDelay()).toBe(0)
  unsubscribe()
})

test.each([
  ['', '', { password: 'Campo Vacío', repeat: 'Campo Vacío' }],
  [NEW_PASSWORD, '', { repeat: 'Campo Vacío' }],
  ['', NEW_PASSWORD, { password: 'Campo Vacío', repeat: 'Contraseñas Incompatibles' }],
  ['x', 'y', { password: 'La contraseña no puede ser menor de 12 caracteres', repeat: 'Contraseñas Incompatibles' }],
  [NEW_PASSWORD, `${NEW_PASSWORD}x`, { repeat: 'Contraseñas Incompatibles' }],
  [NEW_PASSWORD, NEW_PASSWORD, {}],
])('the new password "%s" with the repetition "%s" has the errors %o', async (password, repeat, errors) => {
  const { findErrors } = (await createClient().loadIdentity()).createRenewalView()
  const violations = findErrors({ password, repeat })
  expect(Object.fromEntries(violations.map(({ field, message }) => [field, message]))).toEqual(errors)
})

test('the countdown notifies its subscribers once a second until zero', async () => {
  const client = createClient()
  const view = (await client.loadIdentity()).createRecoveryView().humanCheck.createCountdown(client.clock.now() + 2_500)
  const seconds: number[] = []
  const unsubscribe = view.subscribe(() => seconds.push(view.getSnapshot().seconds)).unsubscribe
  expect(view.getSnapshot().seconds).toBe(3)
  for (let second = 0; second < 4; second += 1) client.clock.advance(SECOND_MS)
  expect(seconds).toEqual([2, 1, 0])
  unsubscribe()
})
