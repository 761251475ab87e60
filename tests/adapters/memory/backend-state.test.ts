import { expect, test } from 'vitest'
import { createTextStore } from '#src/adapters/browser/storage.ts'
import { createMemoryBackend } from '#src/adapters/memory/backend.ts'
import type { TextStore } from '#src/adapters/memory/backend-state.ts'
import { createMemoryClock, createMemoryLog } from '#src/adapters/memory/platform.ts'
import { DAY_MS, type Instant, SECOND_MS, toInstant, toIso } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getValue, NEW_PASSWORD } from '#tests/contract/identity-under-test.ts'
import { createPdf, newKey } from '#tests/contract/imc-under-test.ts'

/** A storage that can be full. */
function createStorage() {
  const texts = new Map<string, string>()
  const state = { isFull: false }
  const store = createTextStore(
    {
      getItem: (key) => texts.get(key) ?? null,
      setItem(key, value) {
        if (state.isFull) throw new Error('QuotaExceededError')
        texts.set(key, value)
      },
      removeItem: (key) => void texts.delete(key),
      clear: () => texts.clear(),
    },
    'servicio',
  )
  return { store, texts, state }
}

/** Loads the page: a new backend over the stored text, at the time of the last one. */
function createTab(store: TextStore) {
  const clock = createMemoryClock(toInstant('2026-11-24', '09:00'))
  const log = createMemoryLog()
  const load = () =>
    createMemoryBackend({
      clock,
      timers: clock,
      log,
      startsAt: toInstant('2026-11-20', '10:40'),
      seed: 1,
      newKey,
      store,
    })
  return { clock, log, load }
}

type Backend = ReturnType<typeof createMemoryBackend>

async function signIn({ ports }: Backend, username = 'demo', password = DEMO_PASSWORD) {
  const { auth, identity } = ports
  if (identity.humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const proof = getValue(await identity.humanCheck.solve())
  return getValue(await auth.signIn({ username, password, takeover: false, proof }))
}

const signInAt = async ({ ports }: Backend, entity: string, username = 'admin') =>
  getValue(await ports.imc.imcAuth.signIn({ entity, username, password: DEMO_PASSWORD }))

async function linkScreen({ ports }: Backend, number: string) {
  const { screens } = ports.imc
  const screen = getValue(await screens.list(number)).find(({ status }) => status === 'available')
  const [user] = getValue(await screens.assignable())
  if (!screen || !user) throw new Error('no free screen or user')
  const { packageId, profileId, screen: name } = screen
  const key = { packageId, number, profileId, screen: name }
  return getValue(await screens.link({ screen: key, profileId, userId: user.id, observations: '' }, newKey()))
}

test('sessions, orders, registrations, requests and documents survive a reload', async () => {
  const { store } = createStorage()
  const tab = createTab(store)
  const first = tab.load()
  await signIn(first)
  const { payments, checkout } = first.ports.payment
  const { humanCheck } = first.ports.identity
  if (humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const proof = getValue(await humanCheck.solve())
  const order = getValue(await payments.createOrder({ plan: 'annual', email: null }, proof, newKey()))
  void checkout.open({ ...order, email: null }, new AbortController().signal)
  first.control.cardPage.choose('approved')
  await signInAt(first, 'ANDINA')
  const { users, requests } = first.ports.imc
  const user = getValue(await users.find('usr-andina-cnino'))
  getValue(await users.edit(user, { ...user, position: 'Jefe de mesa' }))
  const { id } = await linkScreen(first, '004512')
  const letter = createPdf('carta.pdf')
  await requests.upload(id, 'req-autorizacion', letter)

  const second = tab.load()
  expect(getValue(await second.ports.auth.currentUser())?.id).toBe('cli-demo')
  expect(getValue(await second.ports.payment.payments.listOrders())).toMatchObject([
    { reference: order.reference, status: 'approved' },
  ])
  expect(getValue(await second.ports.imc.imcAuth.current())).toMatchObject({ entityId: 'ent-andina' })
  expect(getValue(await second.ports.imc.users.find(user.id))).toMatchObject({ position: 'Jefe de mesa' })
  const detail = getValue(await second.ports.imc.requests.detail(id))
  expect(detail).toMatchObject({ status: 'documents', documents: [{ file: 'carta.pdf' }, {}, {}] })
  const download = await fetch(second.ports.imc.requests.documentUrl(id, 'req-autorizacion'))
  expect(await download.arrayBuffer()).toEqual(await letter.arrayBuffer())
  const actions = getValue(
    await second.ports.imc.audit.page({ kind: 'all', person: '', action: null, from: null, until: null, after: null }),
  ).lines.map(({ action }) => action)
  expect(actions).toEqual(['document-uploaded', 'screen-linked', 'user-edited', 'signed-in'])
})

test('the keys of the public API survive a reload, without their secrets (D130)', async () => {
  const { store, texts } = createStorage()
  const tab = createTab(store)
  const first = tab.load()
  await signIn(first)
  const { apiKeys } = first.ports.identity
  const secrets = [getValue(await apiKeys.add('ERP')), getValue(await apiKeys.add('Hoja'))]
  const { keys } = getValue(await apiKeys.list())
  secrets.push(getValue(await apiKeys.rotate(keys[0]?.id ?? '')))
  getValue(await apiKeys.revoke(keys[1]?.id ?? ''))

  const second = tab.load().ports.identity.apiKeys
  const stored = getValue(await second.list()).keys
  expect(stored).toMatchObject([{ id: keys[0]?.id, name: 'ERP', ending: secrets[2]?.slice(-4) }])
  secrets.push(getValue(await second.add('Otra')))
  expect(new Set(getValue(await second.list()).keys.map(({ id }) => id)).size).toBe(2)
  expect(new Set(secrets).size).toBe(4)
  for (const secret of secrets) expect(texts.get('servicio')).not.toContain(secret)
})

test('a stored text has only the changes, also of the large entity', async () => {
  const { store, texts } = createStorage()
  const backend = createTab(store).load()
  await signInAt(backend, 'PACIFICO')
  await linkScreen(backend, '001001')
  expect(texts.get('servicio')?.length).toBeLessThan(20_000)
})

test.each([
  ['is cut off', (text: string) => text.slice(0, -20)],
  ['is of another version', (text: string) => text.replace('"version":1', '"version":0')],
  ['has a value of another type', (text: string) => text.replace('"tokenCount":1', '"tokenCount":"1"')],
])('a stored text that %s starts the demo afresh with a logged error', async (_, damage) => {
  const { store, texts } = createStorage()
  const tab = createTab(store)
  await signIn(tab.load())
  const damaged = damage(texts.get('servicio') ?? '')
  texts.set('servicio', damaged)
  const { ports } = tab.load()
  expect(getValue(await ports.auth.currentUser())).toBeNull()
  expect(tab.log.entries()).toHaveLength(1)
})

test('a full storage is a notice, and the next change that is stored removes it', async () => {
  const { store, state } = createStorage()
  const tab = createTab(store)
  const backend = tab.load()
  state.isFull = true
  expect(await signIn(backend)).toMatchObject({ kind: 'success' })
  expect([backend.control.storage.getSnapshot(), tab.log.entries().length]).toEqual([{ isFull: true }, 1])
  state.isFull = false
  await backend.ports.auth.signOut()
  expect(backend.control.storage.getSnapshot()).toEqual({ isFull: false })
})

test('reset forgets the changes at once and after a reload', async () => {
  const { store, texts } = createStorage()
  const tab = createTab(store)
  const backend = tab.load()
  await signIn(backend)
  backend.control.reset()
  expect([getValue(await backend.ports.auth.currentUser()), texts.size]).toEqual([null, 0])
  expect(getValue(await tab.load().ports.auth.currentUser())).toBeNull()
})

test('each entity has its own users, and a request of one is unknown to the other', async () => {
  const backend = createTab(createStorage().store).load()
  const { imc } = backend.ports
  expect(await signInAt(backend, 'PACIFICO')).toMatchObject({ entityId: 'ent-pacifico' })
  expect(getValue(await imc.users.list())).toHaveLength(500)
  const { id } = await linkScreen(backend, '001001')
  expect(await signInAt(backend, 'ANDINA')).toMatchObject({ entityId: 'ent-andina' })
  expect(getValue(await imc.users.list())).toHaveLength(25)
  expect(await imc.requests.detail(id)).toMatchObject({ ok: false, error: { status: 404 } })
})

test('a request with all documents is approved after 30 seconds, also across a reload (D31)', async () => {
  const tab = createTab(createStorage().store)
  const first = tab.load()
  await signInAt(first, 'ANDINA')
  const { id } = await linkScreen(first, '004512')
  for (const requirement of ['req-autorizacion', 'req-documento', 'req-certificacion']) {
    await first.ports.imc.requests.upload(id, requirement, createPdf('a.pdf'))
  }
  const readStatus = async ({ ports }: Backend) => getValue(await ports.imc.requests.detail(id)).status
  tab.clock.advance(29 * SECOND_MS)
  expect(await readStatus(first)).toBe('in-progress')
  const second = tab.load()
  tab.clock.advance(2 * SECOND_MS)
  expect(await readStatus(second)).toBe('approved')
})

test('the operator refuses a request, and the screen is free again', async () => {
  const backend = createTab(createStorage().store).load()
  await signInAt(backend, 'ANDINA')
  const { id } = await linkScreen(backend, '004512')
  expect(backend.control.settle(id, 'refused', 'La carta no está firmada.')).toBe(true)
  expect(getValue(await backend.ports.imc.requests.detail(id))).toMatchObject({
    status: 'refused',
    reason: 'La carta no está firmada.',
  })
  expect(backend.control.settle(id, 'approved')).toBe(false)
})

test('a new user gets a mail with a temporary password, which must be changed', async () => {
  const backend = createTab(createStorage().store).load()
  await signInAt(backend, 'ANDINA')
  const { imc } = backend.ports
  const { id } = getValue(
    await imc.users.create(
      {
        ...{ role: 'user', username: 'lgarzon', email: 'lgarzon@andina.example', name: 'Lucía Garzón Peña' },
        ...{ documentType: 'CC', documentNumber: '1020304999', checkDigit: '', position: 'Analista' },
        ...{ telephone: '6015550199', contingency: false, active: true },
      },
      newKey(),
    ),
  )
  const [mail] = backend.control.mails.getSnapshot()
  const password = /Clave temporal: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const login = getValue(await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'lgarzon', password }))
  expect(login).toMatchObject({ userId: id, mustChangePassword: true })
  expect(getValue(await imc.imcAuth.renewPassword(id, NEW_PASSWORD))).toMatchObject({ mustChangePassword: false })
})

test('a temporary password expires after 24 hours, and the login says whom to ask (D111)', async () => {
  const tab = createTab(createStorage().store)
  const backend = tab.load()
  await signInAt(backend, 'ANDINA')
  const { imc } = backend.ports
  const person = {
    ...{ role: 'user' as const, username: 'lgarzon', email: 'lgarzon@andina.example', name: 'Lucía Garzón Peña' },
    ...{ documentType: 'CC', documentNumber: '1020304999', checkDigit: '', position: 'Analista' },
    ...{ telephone: '6015550199', contingency: false, active: true },
  }
  getValue(await imc.users.create(person, newKey()))
  const [mail] = backend.control.mails.getSnapshot()
  const password = /Clave temporal: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await tab.clock.advance(DAY_MS)
  expect(await imc.imcAuth.signIn({ entity: 'ANDINA', username: 'lgarzon', password })).toMatchObject({
    ok: false,
    error: { status: 403, message: expect.stringContaining('venció. Pida otra a un administrador') },
  })
})

/** Registers a person at the address lucia@ejemplo.example. */
async function register({ ports }: Backend, now: Instant, firstName = 'Lucía') {
  const { registrations, humanCheck } = ports.identity
  if (humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const record = {
    ...{ firstName, lastName: 'Garzón', enterprise: 'Andina', legalPerson: 'natural' as const },
    ...{ identification: 'C' as const, identificationNumber: '1020', email: 'lucia@ejemplo.example' },
    ...{ country: 'Colombia', city: 'Bogotá', telephone: '6015550199', product: 'dolar' as const },
    sentAt: toIso(now),
  }
  getValue(await registrations.register(record, getValue(await humanCheck.solve())))
  return record
}

test('a registration becomes an account after 30 seconds, also across a reload (D79)', async () => {
  const tab = createTab(createStorage().store)
  const first = tab.load()
  await register(first, tab.clock.now())
  await register(first, tab.clock.now(), 'Lucero')
  tab.clock.advance(28 * SECOND_MS)
  expect(first.control.mails.getSnapshot()).toEqual([])
  const second = tab.load()
  tab.clock.advance(3 * SECOND_MS)
  const mails = second.control.mails.getSnapshot()
  expect(mails).toMatchObject([{ to: 'lucia@ejemplo.example', link: expect.stringMatching(/^\/auth\/invitacion\//) }])
  expect(mails[0]?.text).toContain('Hola, Lucero Garzón:')
  tab.clock.advance(DAY_MS)
  expect(second.control.mails.getSnapshot()).toHaveLength(1)
})

test('an accepted registration gets a mail with a link to the first password (D79)', async () => {
  const tab = createTab(createStorage().store)
  const backend = tab.load()
  const { passwords } = backend.ports.identity
  const record = await register(backend, tab.clock.now())
  expect(backend.control.acceptRegistration('otra@ejemplo.example')).toBe(false)
  expect(backend.control.acceptRegistration(record.email)).toBe(true)
  const [mail] = backend.control.mails.getSnapshot()
  const query = new URLSearchParams(mail?.link?.split('?')[1])
  const tokens = { token: query.get('token') ?? '', token2: query.get('token2') ?? '' }
  expect(getValue(await passwords.reset(tokens, NEW_PASSWORD, NEW_PASSWORD))).toBe('done')
  const username = /Su usuario es: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await signIn(backend, username, NEW_PASSWORD)).toMatchObject({ kind: 'success' })
})
