import { expect, test } from 'vitest'

import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import {
  type CreateImc,
  createPdf,
  findAssignable,
  findScreen,
  type ImcBrowser,
  newKey,
  openBrowser,
  readScreen,
  toKey,
} from '#tests/contract/imc-under-test.ts'

const CONFLICT = { ok: false, error: { kind: 'rejected', status: 409 } } as const

/** Uploads every document of a request. */
async function uploadDocuments({ requests }: ImcBrowser, requestId: string): Promise<void> {
  for (const { id } of getValue(await requests.detail(requestId)).documents) {
    expect((await requests.upload(requestId, id, createPdf(`${id}.pdf`))).ok).toBe(true)
  }
}

/** Requests a link of a free screen to César, with the profile of the screen. */
async function linkFreeScreen(browser: ImcBrowser, key = newKey()) {
  const screen = await findScreen(browser, 'available')
  const userId = await findAssignable(browser, 'César')
  const link = { screen: toKey(screen), profileId: screen.profileId, userId, observations: 'Reemplazo.' }
  return { screen, userId, link, result: await browser.screens.link(link, key) }
}

/** Tests of every gateway of packages and screens. */
export function screensGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: the counts of packages, subscriptions and screens agree`, async () => {
    const { packages, screens } = await openBrowser(await create())
    const groups = getValue(await packages.groups())
    expect(groups.find(({ packageId }) => packageId === 'paq-usd-pro')).toMatchObject({
      code: 'USD-PRO-10',
      name: 'Dólar profesional',
      screens: 20,
      monthlyCost: 3_685_000,
    })
    for (const group of groups) {
      const subscriptions = getValue(await packages.subscriptions(group.packageId))
      const sum = (read: (row: (typeof subscriptions)[number]) => number) =>
        subscriptions.reduce((total, row) => total + read(row), 0)
      expect([group.screens, group.available, group.monthlyCost]).toEqual([
        sum((row) => row.screens),
        sum((row) => row.available),
        sum((row) => row.monthlyCost),
      ])
      for (const subscription of subscriptions) {
        const rows = getValue(await screens.list(subscription.number))
        const count = (status: string) => rows.filter((row) => row.status === status).length
        expect([rows.length, count('available'), count('assigned'), count('transit')]).toEqual([
          subscription.screens,
          subscription.available,
          subscription.assigned,
          subscription.transit,
        ])
      }
    }
  })

  test(`${name}: subscription numbers have leading zeros, and an unknown number is rejected`, async () => {
    const { packages, screens } = await openBrowser(await create())
    const numbers = getValue(await packages.subscriptions('paq-usd-pro')).map(({ number }) => number)
    expect(numbers).toEqual(['004512', '004538'])
    expect(await screens.list('999999')).toMatchObject(rejection(404))
    expect(await packages.subscriptions('paq-ninguno')).toMatchObject(rejection(404))
  })

  test(`${name}: the screens have their user, profile and status`, async () => {
    const browser = await openBrowser(await create())
    expect(await findScreen(browser, 'transit')).toMatchObject({
      screen: 'P-09',
      userId: 'usr-andina-fquinones',
      fullName: 'Fabiola Quiñones',
      requestId: 'sol-00420',
      statusText: 'Tránsito',
      code: 'USD-PRO-10',
      packageName: 'Dólar profesional',
      profile: 'Operador dólar',
    })
    expect(await findScreen(browser, 'available')).toMatchObject({ userId: null, username: null, fullName: null })
  })

  test(`${name}: the screens have the last use that the operator reported (D102)`, async () => {
    const browser = await openBrowser(await create())
    const rows = getValue(await browser.screens.list('004512'))
    expect(rows.every(({ isUseReported }) => isUseReported)).toBe(true)
    expect(rows.find(({ screen }) => screen === 'P-01')?.lastUse).toBe('2026-11-12')
    expect(rows.find(({ status }) => status === 'available')?.lastUse).toBeNull()
  })

  test(`${name}: a screen gets, moves and loses its last day, only while the rule is on (D108)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const reader = await openBrowser(service, 'operador')
    const { number, screen, userId } = await findScreen(browser, 'assigned')
    const change = { number, screen, userId: userId ?? '', endsOn: '2027-03-31' }
    const readDays = async () => getValue(await reader.screens.expiries()).map(({ endsOn }) => endsOn)
    expect(await browser.screens.setExpiry(change)).toMatchObject(CONFLICT)
    getValue(await browser.governance.save({ ...NO_GOVERNANCE, screenExpiry: true }, 0))
    expect(await reader.screens.setExpiry(change)).toMatchObject(rejection(403))
    expect(await browser.screens.setExpiry({ ...change, endsOn: '2020-01-01' })).toMatchObject(rejection(400))
    expect(await browser.screens.setExpiry({ ...change, userId: 'usr-otro' })).toMatchObject(CONFLICT)
    expect(await browser.screens.setExpiry({ ...change, screen: 'P-99' })).toMatchObject(rejection(404))
    getValue(await browser.screens.setExpiry(change))
    const rows = getValue(await reader.screens.list(number))
    expect(rows.find((row) => row.screen === screen)).toMatchObject({ endsOn: '2027-03-31', canExpire: true })
    expect(await readDays()).toEqual(['2027-03-31'])
    getValue(await browser.screens.setExpiry({ ...change, endsOn: '2027-04-30' }))
    expect(await readDays()).toEqual(['2027-04-30'])
    getValue(await browser.screens.setExpiry({ ...change, endsOn: null }))
    getValue(await browser.screens.setExpiry({ ...change, endsOn: null }))
    expect(await readDays()).toEqual([])
  })

  test(`${name}: the last day goes with the user who loses the screen (D108)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const row = await findScreen(browser, 'assigned')
    getValue(await browser.governance.save({ ...NO_GOVERNANCE, screenExpiry: true }, 0))
    const { number, screen } = row
    getValue(await browser.screens.setExpiry({ number, screen, userId: row.userId ?? '', endsOn: '2027-03-31' }))
    await service.settle(getValue(await browser.screens.release(toKey(row), newKey())).id, 'approved')
    expect(await readScreen(browser, row)).toMatchObject({ status: 'available', endsOn: null })
    expect(getValue(await browser.screens.expiries())).toEqual([])
  })

  test(`${name}: an idempotency key creates one order, its approval adds screens, a wrong price is rejected (D33)`, async () => {
    const service = await create()
    const { packages, requests } = await openBrowser(service)
    const before = getValue(await packages.groups()).find(({ packageId }) => packageId === 'paq-usd-pro')
    const order = { packageId: 'paq-usd-pro', price: 1_842_500, quantity: 2 }
    const key = newKey()
    const receipt = getValue(await packages.order(order, key))
    expect(receipt.reference).not.toBe('')
    expect(getValue(await packages.order(order, key))).toEqual(receipt)
    expect(await packages.order({ ...order, quantity: 3 }, key)).toMatchObject(CONFLICT)
    expect(await packages.order({ ...order, price: 1 }, newKey())).toMatchObject(CONFLICT)
    for (const quantity of [0, -1, 1.5, 1_000, 1e9]) {
      expect(await packages.order({ ...order, quantity }, newKey())).toMatchObject(rejection(400))
    }
    const [newest] = getValue(await requests.list())
    expect(newest).toMatchObject({ ...receipt, kind: 'purchase', status: 'in-progress', user: 'Paula Ibáñez Cárdenas' })
    await service.settle(receipt.id, 'approved')
    const after = getValue(await packages.groups()).find(({ packageId }) => packageId === 'paq-usd-pro')
    expect(after?.screens).toBe((before?.screens ?? 0) + 20)
    expect(after?.monthlyCost).toBe((before?.monthlyCost ?? 0) + 3_685_000)
  })

  test(`${name}: a link puts the screen in transit, and its approval assigns the screen (D30)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const { screen, userId, result } = await linkFreeScreen(browser)
    const { id } = getValue(result)
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'transit', requestId: id, userId })
    expect(getValue(await browser.users.find(userId)).status).toBe('transit')
    expect(getValue(await browser.requests.detail(id))).toMatchObject({
      kind: 'link',
      status: 'created',
      observations: 'Reemplazo.',
      screen: screen.screen,
      number: '004512',
    })
    await uploadDocuments(browser, id)
    await service.settle(id, 'approved')
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'assigned', userId, requestId: null })
    expect(getValue(await browser.users.find(userId))).toMatchObject({ status: 'assigned', subscription: '004512' })
  })

  test(`${name}: a refused link frees screen and user`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const { screen, userId, result } = await linkFreeScreen(browser)
    const { id } = getValue(result)
    await uploadDocuments(browser, id)
    await service.settle(id, 'refused', 'Falta la firma.')
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'available', userId: null })
    expect(getValue(await browser.users.find(userId)).status).toBe('available')
    expect(getValue(await browser.requests.detail(id))).toMatchObject({ status: 'refused', reason: 'Falta la firma.' })
  })

  test(`${name}: an idempotency key creates one link, and another request for the screen or the user is rejected`, async () => {
    const browser = await openBrowser(await create())
    const key = newKey()
    const { link, result } = await linkFreeScreen(browser, key)
    expect(await browser.screens.link(link, key)).toEqual(result)
    const otherUserId = await findAssignable(browser, 'Iván')
    expect(await browser.screens.link({ ...link, userId: otherUserId }, newKey())).toMatchObject(CONFLICT)
    const freeScreen = toKey(await findScreen(browser, 'available'))
    expect(await browser.screens.link({ ...link, screen: freeScreen }, newKey())).toMatchObject(CONFLICT)
    expect(await browser.screens.release(link.screen, newKey())).toMatchObject(CONFLICT)
  })

  test(`${name}: two simultaneous links of a screen create one request`, async () => {
    const service = await create()
    const [one, other] = [await openBrowser(service), await openBrowser(service)]
    const screen = await findScreen(one, 'available')
    const results = await Promise.all(
      (
        [
          [one, 'César'],
          [other, 'Iván'],
        ] as const
      ).map(async ([browser, start]) => {
        const userId = await findAssignable(browser, start)
        const link = { screen: toKey(screen), profileId: screen.profileId, userId, observations: '' }
        return browser.screens.link(link, newKey())
      }),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toMatchObject(CONFLICT)
  })

  test(`${name}: a link with a profile that does not fit the screen is rejected`, async () => {
    const browser = await openBrowser(await create())
    const screen = await findScreen(browser, 'available')
    const userId = await findAssignable(browser, 'César')
    const link = { screen: toKey(screen), profileId: 'prf-analista', userId, observations: '' }
    expect((await browser.screens.link(link, newKey())).ok).toBe(false)
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'available' })
  })

  test(`${name}: an approved release frees screen and user`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const screen = await readScreen(browser, { ...(await findScreen(browser, 'assigned')), screen: 'P-02' })
    const { id } = getValue(await browser.screens.release(toKey(screen), newKey()))
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'transit', userId: screen.userId })
    expect(getValue(await browser.requests.detail(id))).toMatchObject({ kind: 'release', status: 'in-progress' })
    await service.settle(id, 'approved')
    expect(await readScreen(browser, screen)).toMatchObject({ status: 'available', userId: null })
    expect(getValue(await browser.users.find(screen.userId ?? '')).status).toBe('available')
  })

  test(`${name}: a change of screen puts both screens in transit, and its approval moves the user (D58)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const source = await readScreen(browser, { ...(await findScreen(browser, 'assigned')), screen: 'P-02' })
    const [target] = getValue(await browser.screens.free(source.profileId)).filter(({ number }) => number === '004538')
    if (!target || !source.userId) throw new Error('no free screen')
    const change = { source: toKey(source), target: toKey(target), userId: source.userId, observations: '' }
    const { id } = getValue(await browser.screens.change(change, newKey()))
    expect(await readScreen(browser, source)).toMatchObject({ status: 'transit' })
    expect(await readScreen(browser, target)).toMatchObject({ status: 'transit' })
    expect(getValue(await browser.requests.detail(id))).toMatchObject({
      kind: 'screen-change',
      sourceScreen: source.screen,
      screen: target.screen,
    })
    await uploadDocuments(browser, id)
    await service.settle(id, 'approved')
    expect(await readScreen(browser, source)).toMatchObject({ status: 'available', userId: null })
    expect(await readScreen(browser, target)).toMatchObject({ status: 'assigned', userId: source.userId })
  })

  test(`${name}: a refused change of screen does not move the user`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const source = await readScreen(browser, { ...(await findScreen(browser, 'assigned')), screen: 'P-02' })
    const [target] = getValue(await browser.screens.free(source.profileId)).filter(({ number }) => number === '004538')
    if (!target || !source.userId) throw new Error('no free screen')
    const change = { source: toKey(source), target: toKey(target), userId: source.userId, observations: '' }
    const { id } = getValue(await browser.screens.change(change, newKey()))
    await uploadDocuments(browser, id)
    await service.settle(id, 'refused', 'No procede.')
    expect(await readScreen(browser, source)).toMatchObject({ status: 'assigned', userId: source.userId })
    expect(await readScreen(browser, target)).toMatchObject({ status: 'available', userId: null })
  })

  test(`${name}: a change of user replaces the user of the screen (D58)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const source = await readScreen(browser, { ...(await findScreen(browser, 'assigned')), screen: 'P-02' })
    const userId = await findAssignable(browser, 'César')
    const change = { source: toKey(source), target: toKey(source), userId, observations: '' }
    const { id } = getValue(await browser.screens.change(change, newKey()))
    expect(getValue(await browser.requests.detail(id)).kind).toBe('user-change')
    await uploadDocuments(browser, id)
    await service.settle(id, 'approved')
    expect(await readScreen(browser, source)).toMatchObject({ status: 'assigned', userId })
    expect(getValue(await browser.users.find(source.userId ?? '')).status).toBe('available')
  })

  test(`${name}: free returns the free screens that accept a profile`, async () => {
    const { screens } = await openBrowser(await create())
    const free = getValue(await screens.free('prf-operador'))
    expect(free.length).toBeGreaterThan(3)
    expect(free[0]).toMatchObject({ number: '004512', screen: 'P-07', code: 'USD-PRO-10', profile: 'Operador dólar' })
    expect(free.some(({ number, screen }) => number === '004512' && screen === 'P-05')).toBe(false)
  })

  test(`${name}: all returns the rows of every subscription (D107)`, async () => {
    const { packages, screens } = await openBrowser(await create())
    const all = getValue(await screens.all())
    const numbers = [...new Set(all.map(({ number }) => number))]
    const lists = await Promise.all(numbers.map((number) => screens.list(number)))
    expect(all).toEqual(lists.flatMap(getValue))
    const groups = getValue(await packages.groups())
    expect(all).toHaveLength(groups.reduce((sum, group) => sum + group.screens, 0))
  })

  test(`${name}: free without a profile returns the free screens of all packages and profiles (D103)`, async () => {
    const { packages, screens } = await openBrowser(await create())
    const groups = getValue(await packages.groups())
    const free = getValue(await screens.free(null))
    expect(free).toHaveLength(groups.reduce((sum, { available }) => sum + available, 0))
    expect(new Set(free.map(({ packageId }) => packageId)).size).toBeGreaterThan(1)
    for (const profileId of new Set(free.map((screen) => screen.profileId))) {
      for (const screen of getValue(await screens.free(profileId))) expect(free).toContainEqual(screen)
    }
  })

  test(`${name}: profiles and requirements return the choices for a profile`, async () => {
    const { screens } = await openBrowser(await create())
    expect(getValue(await screens.profiles('prf-operador'))).toEqual([
      { id: 'prf-operador', name: 'Operador dólar' },
      { id: 'prf-consulta', name: 'Consulta' },
    ])
    expect(getValue(await screens.requirements('prf-operador')).map(({ id }) => id)).toEqual([
      'req-autorizacion',
      'req-documento',
      'req-certificacion',
    ])
  })

  test(`${name}: a user with the role user can read screens but cannot create requests (D25)`, async () => {
    const browser = await openBrowser(await create(), 'operador')
    const screen = await findScreen(browser, 'assigned')
    const order = { packageId: 'paq-usd-pro', price: 1_842_500, quantity: 1 }
    expect(await browser.screens.release(toKey(screen), newKey())).toMatchObject(rejection(403))
    expect(await browser.packages.order(order, newKey())).toMatchObject(rejection(403))
    expect((await linkFreeScreen(browser)).result).toMatchObject(rejection(403))
    expect(await readScreen(browser, screen)).toEqual(screen)
  })
}
