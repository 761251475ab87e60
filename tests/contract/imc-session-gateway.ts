import { expect, test } from 'vitest'

import {
  createAbortedSignal,
  DEMO_PASSWORD,
  getValue,
  NEW_PASSWORD,
  rejection,
  UNREACHABLE,
} from '#tests/contract/identity-under-test.ts'
import { type CreateImc, openBrowser, signInAs } from '#tests/contract/imc-under-test.ts'

const PAULA = {
  userId: 'usr-andina-admin',
  name: 'Paula Ibáñez Cárdenas',
  role: 'administrator',
  entityId: 'ent-andina',
  entityName: 'Andina de Divisas S. A.',
  mustChangePassword: false,
}

/** Tests of every gateway of the IMC session. */
export function imcSessionGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: signIn starts a session that current returns and signOut ends`, async () => {
    const { imcAuth } = (await create()).browser()
    expect(await imcAuth.current()).toEqual({ ok: true, value: null })
    expect(await imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })).toEqual({
      ok: true,
      value: PAULA,
    })
    expect(await imcAuth.current()).toEqual({ ok: true, value: PAULA })
    expect(await imcAuth.signOut()).toEqual({ ok: true, value: undefined })
    expect(await imcAuth.current()).toEqual({ ok: true, value: null })
    expect(await imcAuth.signOut()).toEqual({ ok: true, value: undefined })
  })

  test(`${name}: signIn ignores case and outer white space of entity and user name`, async () => {
    const { imcAuth } = (await create()).browser()
    const login = await imcAuth.signIn({ entity: ' andina ', username: ' ADMIN', password: DEMO_PASSWORD })
    expect(getValue(login)).toEqual(PAULA)
  })

  test.each([
    ['a wrong password', { entity: 'ANDINA', username: 'admin', password: 'Demo#Dolar2025' }],
    ['an unknown user', { entity: 'ANDINA', username: 'nadie', password: DEMO_PASSWORD }],
    ['an unknown entity', { entity: 'NINGUNA', username: 'admin', password: DEMO_PASSWORD }],
  ])(`${name}: a login with %s is rejected with 401 (D54)`, async (_case, credentials) => {
    const { imcAuth } = (await create()).browser()
    expect(await imcAuth.signIn(credentials)).toMatchObject(rejection(401))
    expect(await imcAuth.current()).toEqual({ ok: true, value: null })
  })

  test(`${name}: after three failures signIn asks for a check, whose solution is good for one login (D117)`, async () => {
    const { imcAuth } = (await create()).browser()
    const right = { entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD }
    const wrong = { ...right, password: 'Demo#Dolar2025' }
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await imcAuth.signIn(wrong)).toMatchObject(rejection(401))
    const check = getValue(await imcAuth.signIn(right))
    if (!('challenge' in check)) throw new Error('no check was asked for')
    expect(getValue(await imcAuth.current())).toBeNull()
    expect(await imcAuth.signIn({ ...right, solution: 'otra' })).toMatchObject({ value: { kind: 'check-needed' } })
    const solution = getValue(await imcAuth.solveCheck(check))
    expect(getValue(await imcAuth.signIn({ ...right, solution }))).toEqual(PAULA)
    expect(getValue(await imcAuth.signIn(right))).toEqual(PAULA)
  })

  test(`${name}: a login with too short fields is rejected with 400 (§5)`, async () => {
    const { imcAuth } = (await create()).browser()
    expect(await imcAuth.signIn({ entity: 'A', username: 'ad', password: 'x' })).toMatchObject(rejection(400))
  })

  test(`${name}: a login of a usuario returns this role (D25)`, async () => {
    const browser = (await create()).browser()
    expect(await signInAs(browser, 'operador')).toMatchObject({ role: 'user', userId: 'usr-andina-operador' })
  })

  test(`${name}: a pending session may only change the password (D16)`, async () => {
    const browser = (await create()).browser()
    expect(await signInAs(browser, 'nuevo')).toMatchObject({ mustChangePassword: true, userId: 'usr-andina-nuevo' })
    expect(await browser.users.list()).toMatchObject(rejection(403))
    expect(await browser.packages.groups()).toMatchObject(rejection(403))
    expect(await browser.imcAuth.renewPassword('usr-andina-admin', NEW_PASSWORD)).toMatchObject(rejection(403))
    expect(await browser.imcAuth.renewPassword('usr-andina-nuevo', 'corta')).toMatchObject(rejection(400))
    expect(await browser.imcAuth.renewPassword('usr-andina-nuevo', NEW_PASSWORD)).toMatchObject({
      ok: true,
      value: { userId: 'usr-andina-nuevo', mustChangePassword: false },
    })
    expect((await browser.users.list()).ok).toBe(true)
  })

  test(`${name}: renewPassword replaces the password`, async () => {
    const service = await create()
    const browser = service.browser()
    await signInAs(browser, 'nuevo')
    await browser.imcAuth.renewPassword('usr-andina-nuevo', NEW_PASSWORD)
    const { imcAuth } = service.browser()
    const credentials = { entity: 'ANDINA', username: 'nuevo' }
    expect(await imcAuth.signIn({ ...credentials, password: DEMO_PASSWORD })).toMatchObject(rejection(401))
    expect(await imcAuth.signIn({ ...credentials, password: NEW_PASSWORD })).toMatchObject({
      ok: true,
      value: { mustChangePassword: false },
    })
  })

  test(`${name}: renewPassword without a pending change is rejected`, async () => {
    const service = await create()
    const signedOut = service.browser()
    const admin = await openBrowser(service)
    expect(await signedOut.imcAuth.renewPassword('usr-andina-nuevo', NEW_PASSWORD)).toMatchObject(rejection(401))
    expect(await admin.imcAuth.renewPassword('usr-andina-admin', NEW_PASSWORD)).toMatchObject(rejection(403))
  })

  test(`${name}: each load without a session is rejected with 401`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    await browser.imcAuth.signOut()
    const results = await Promise.all([
      browser.users.list(),
      browser.users.find('usr-andina-operador'),
      browser.users.documentTypes(),
      browser.packages.groups(),
      browser.packages.offers(),
      browser.screens.list('004512'),
      browser.requests.list(),
      browser.audit.page({ kind: 'all', person: '', action: null, from: null, until: null, after: null }),
    ])
    for (const result of results) expect(result).toMatchObject(rejection(401))
  })

  test(`${name}: an aborted call returns unreachable`, async () => {
    const browser = await openBrowser(await create())
    const signal = createAbortedSignal()
    expect(await browser.imcAuth.current(signal)).toEqual(UNREACHABLE)
    expect(await browser.users.list(signal)).toEqual(UNREACHABLE)
    expect(await browser.screens.list('004512', signal)).toEqual(UNREACHABLE)
  })
}
