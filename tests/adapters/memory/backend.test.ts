import { expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackendDeps } from '#src/adapters/memory/backend.ts'
import { createMemoryClock, createMemoryLog } from '#src/adapters/memory/platform.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { closeAndAverage as toClose } from '#src/domain/trading/figures.ts'
import { createTape } from '#src/domain/trading/tape.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getValue } from '#tests/contract/identity-under-test.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const STARTS_AT = toInstant('2026-11-20', '10:40')
const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } }

function openBackend(deps: Partial<MemoryBackendDeps> = {}) {
  const clock = createMemoryClock(toInstant('2026-11-24', '09:00'))
  let keys = 0
  const newKey = () => `key-${++keys}`
  const log = createMemoryLog()
  const backend = createMemoryBackend({ clock, timers: clock, log, startsAt: STARTS_AT, seed: 1, newKey, ...deps })
  return { ...backend, clock, log }
}

type Backend = ReturnType<typeof openBackend>

async function signIn({ ports }: Backend, username = 'demo', password = DEMO_PASSWORD) {
  const { auth, identity } = ports
  if (identity.humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const proof = await identity.humanCheck.solve()
  if (!proof.ok) throw new Error('no proof')
  return auth.signIn({ username, password, takeover: false, proof: proof.value })
}

function follow({ ports }: Backend, since: number | null = null) {
  const events: StreamEvent[] = []
  const unsubscribe = ports.marketStream.follow({ market: 'spot', since }, (event) => events.push(event))
  return { events, unsubscribe, deals: () => events.filter((event) => event.kind === 'deal') }
}

async function load({ ports }: Backend, delay = 0) {
  const query = { date: toDate(ports.marketClock.now()), market: 'spot', delay } as const
  const [close, intraday] = await Promise.all([ports.market.closeAndAverage(query), ports.market.intraday(query)])
  if (!close.ok || !intraday.ok) throw new Error('not loaded')
  return { close: close.value.value, series: intraday.value.value, day: intraday.value.tradingDay }
}

test('the stream of a client continues the series until it equals the calls', async () => {
  const backend = openBackend()
  expect(await signIn(backend)).toMatchObject({ ok: true, value: { kind: 'success' } })
  const { series } = await load(backend)
  const stream = follow(backend, series.sequence)
  await flushPromises()
  const tape = createTape()
  for (const [i, time] of series.times.entries()) {
    tape.append(time, i, series.prices[i] ?? 0, (series.amounts[i] ?? 0) * 1_000)
  }
  backend.clock.advance(20 * MINUTE_MS)
  const dealsById = new Map<string, Extract<StreamEvent, { kind: 'deal' }>>()
  for (const event of stream.events) {
    if (event.kind === 'deal') {
      tape.append(event.time, event.sequence, event.price, event.amount)
      dealsById.set(event.id, event)
    }
    const annulled = event.kind === 'annulment' ? dealsById.get(event.id) : undefined
    if (annulled) tape.remove(annulled.time, annulled.sequence)
  }
  const later = await load(backend)
  expect(stream.deals().length).toBeGreaterThan(10)
  expect(toClose(tape.figures())).toEqual(later.close)
  expect(later.series.sequence).toBe(
    Math.max(...stream.events.map((event) => ('sequence' in event ? event.sequence : 0))),
  )
})

test('visitors see no deal of the last 15 minutes, and clients see the last one (D17)', async () => {
  const backend = openBackend()
  const visitor = await load(backend)
  const now = backend.ports.marketClock.now()
  expect(visitor.series.times.at(-1)).toBeLessThanOrEqual(now - 15 * MINUTE_MS)
  await signIn(backend)
  const client = await load(backend)
  expect(client.series.times.at(-1)).toBeGreaterThan(now - 15 * MINUTE_MS)
  expect(client.series.times.at(-1)).toBeLessThanOrEqual(now)
})

test('a stopped source sends no deals until it starts again, and the stream says since when (D114)', async () => {
  const backend = openBackend()
  await signIn(backend)
  const { events, deals } = follow(backend)
  await flushPromises()
  backend.clock.advance(2 * MINUTE_MS)
  const before = deals().length
  expect(before).toBeGreaterThan(0)
  backend.control.setSourceStopped(true)
  const since = backend.ports.marketClock.now()
  backend.clock.advance(5 * MINUTE_MS)
  expect(deals()).toHaveLength(before)
  expect(events.findLast(({ kind }) => kind === 'clock')).toMatchObject({ frozenSince: since })
  expect(backend.ports.marketClock.frozenSince('spot')).toBe(since)
  const { close } = await load(backend)
  expect(close.time).toBeLessThanOrEqual(since)

  backend.control.setSourceStopped(false)
  backend.clock.advance(SECOND_MS)
  expect(events.findLast(({ kind }) => kind === 'clock')).not.toHaveProperty('frozenSince')
  expect((await load(backend)).close.time).toBeGreaterThan(since)
})

test('the stream of a visitor is 15 minutes late and has no annulments', async () => {
  const backend = openBackend()
  const { series } = await load(backend)
  const stream = follow(backend, series.sequence)
  await flushPromises()
  backend.clock.advance(30 * MINUTE_MS)
  const now = backend.ports.marketClock.now()
  expect(stream.deals().length).toBeGreaterThan(10)
  expect(stream.events.some(({ kind }) => kind === 'annulment')).toBe(false)
  expect(Math.max(...stream.deals().map(({ time }) => time))).toBeLessThanOrEqual(now - 15 * MINUTE_MS)
  expect(stream.events).toContainEqual(expect.objectContaining({ kind: 'clock', delay: 15 }))
})

test('a new trading day starts the stream with a snapshot without deals', async () => {
  const backend = openBackend({ startsAt: toInstant('2026-11-19', '23:59:50') })
  await signIn(backend)
  const stream = follow(backend)
  await flushPromises()
  stream.events.length = 0
  backend.clock.advance(20 * SECOND_MS)
  expect(stream.events.find(({ kind }) => kind === 'snapshot')).toMatchObject({
    tradingDay: '2026-11-20',
    close: { close: null },
  })
  backend.clock.advance(9 * HOUR_MS)
  expect(stream.deals().length).toBeGreaterThan(10)
})

test('all ports follow a market time that is set, also back and to a closed market', async () => {
  const backend = openBackend()
  await signIn(backend)
  const stream = follow(backend)
  await flushPromises()
  stream.events.length = 0
  const saturday = toInstant('2026-11-14', '11:00')
  backend.control.setMarketTime(saturday)
  expect(stream.events.map(({ kind }) => kind)).toEqual(['clock', 'snapshot'])
  expect(stream.events[1]).toMatchObject({ tradingDay: '2026-11-13', delay: 0 })
  const { day, close } = await load(backend)
  expect(day).toBe('2026-11-13')
  expect(stream.events[1]).toMatchObject({ close })
  const news = await backend.ports.news.latest()
  expect(news.ok && news.value.every(({ time }) => time === null || time <= saturday)).toBe(true)
  stream.events.length = 0
  backend.clock.advance(HOUR_MS)
  expect(stream.deals()).toEqual([])
})

test('without a network calls are unreachable and streams are lost, until it is up', async () => {
  const backend = openBackend()
  const stream = follow(backend)
  await flushPromises()
  backend.control.setNetwork('down')
  expect(stream.events.at(-1)).toEqual({ kind: 'lost' })
  const { ports, clock } = backend
  const query = { date: '2026-11-20', market: 'spot', delay: 15 } as const
  const calls = [
    ports.market.prices(query),
    ports.quotes.currencies(),
    ports.news.latest(),
    ports.holidays.isUsHoliday('2026-11-20'),
    ports.auth.currentUser(),
    ports.payment.payments.listOrders(),
    ports.imc.imcAuth.current(),
    ports.imc.users.list(),
  ]
  for (const reply of await Promise.all(calls)) expect(reply).toEqual(UNREACHABLE)
  const other = follow(backend)
  await flushPromises()
  expect(other.events).toEqual([{ kind: 'lost' }])
  backend.control.setNetwork('up')
  expect(await ports.market.prices(query)).toMatchObject({ ok: true })
  expect(clock.timerCount()).toBe(0)
})

test('the end of the session closes the live stream', async () => {
  const backend = openBackend()
  await signIn(backend)
  const stream = follow(backend)
  await flushPromises()
  await backend.ports.auth.signOut()
  expect(stream.events.at(-1)).toEqual({ kind: 'closed', reason: 'Su sesión terminó. Inicie sesión de nuevo.' })
})

async function addOrder({ ports }: ReturnType<typeof openBackend>, key: string) {
  const { humanCheck } = ports.identity
  if (humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const proof = getValue(await humanCheck.solve())
  return ports.payment.payments.createOrder({ plan: 'annual', email: 'ana@ejemplo.example' }, proof, key)
}

test.each([
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['pending', 'pending'],
] as const)('the choice %s on the card page settles the order', async (choice, status) => {
  const backend = openBackend()
  const { ports, control } = backend
  const { payments, checkout } = ports.payment
  const created = await addOrder(backend, 'key')
  if (!created.ok) throw new Error('no order')
  const order = { ...created.value, email: 'ana@ejemplo.example' }
  const paying = checkout.open(order, new AbortController().signal)
  expect(control.cardPage.getSnapshot()).toEqual({ order })
  control.cardPage.choose(choice)
  expect([await paying, control.cardPage.getSnapshot()]).toEqual(['closed', { order: null }])
  expect(await payments.findOrder(order)).toMatchObject({ ok: true, value: { status, card: 'Visa 1111' } })
})

test('an error on the card page blocks the payment and leaves the order without an attempt', async () => {
  const backend = openBackend()
  const { ports, control } = backend
  const { payments, checkout } = ports.payment
  const created = await addOrder(backend, 'key')
  if (!created.ok) throw new Error('no order')
  const paying = checkout.open({ ...created.value, email: null }, new AbortController().signal)
  control.cardPage.choose('error')
  expect(await paying).toBe('blocked')
  expect(await payments.findOrder(created.value)).toMatchObject({ ok: true, value: { status: 'pending', card: null } })
})

test('a late abort of a payment leaves the card page of the next one open', async () => {
  const backend = openBackend()
  const { ports, control } = backend
  const { checkout } = ports.payment
  const open = async (key: string, signal: AbortSignal) => {
    const created = await addOrder(backend, key)
    if (!created.ok) throw new Error('no order')
    const order = { ...created.value, email: null }
    return { order, paying: checkout.open(order, signal) }
  }
  const leaving = new AbortController()
  const first = await open('key-a', leaving.signal)
  control.cardPage.choose('cancelled')
  expect(await first.paying).toBe('closed')
  const aborting = new AbortController()
  const second = await open('key-b', aborting.signal)
  leaving.abort()
  expect(control.cardPage.getSnapshot()).toEqual({ order: second.order })
  aborting.abort()
  expect([await second.paying, control.cardPage.getSnapshot()]).toEqual(['closed', { order: null }])
})

test('a recovery mail has a link that resets the password, and a mail about the change follows', async () => {
  const backend = openBackend()
  const { ports, control } = backend
  const { humanCheck, passwords } = ports.identity
  if (humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  const proof = await humanCheck.solve()
  if (!proof.ok) throw new Error('no proof')
  await passwords.requestRecovery('demo@mercadodolar.example', proof.value)
  const [mail] = control.mails.getSnapshot()
  expect(mail).toMatchObject({ to: 'demo@mercadodolar.example', link: expect.stringMatching(/^\/auth\/reset-/) })
  const query = new URLSearchParams(mail?.link?.split('?')[1])
  const tokens = { token: query.get('token') ?? '', token2: query.get('token2') ?? '' }
  expect(await passwords.reset(tokens, 'Nueva#Clave2026', 'Nueva#Clave2026')).toEqual({ ok: true, value: 'done' })
  expect(control.mails.getSnapshot()[0]).toMatchObject({ subject: 'Su contraseña de Mercado Dólar cambió', link: null })
  expect(await signIn(backend, 'demo', 'Nueva#Clave2026')).toMatchObject({ ok: true, value: { kind: 'success' } })
})

test('the human check can wait, fail and expire', async () => {
  const { ports, control, clock } = openBackend()
  const { humanCheck } = ports.identity
  if (humanCheck.kind !== 'proof-of-work') throw new Error('no proof of work')
  control.setHumanCheck('fails')
  expect(await humanCheck.solve()).toEqual(UNREACHABLE)
  control.setHumanCheck('expires')
  expect(await humanCheck.solve()).toMatchObject({ ok: true, value: { expiresAt: clock.now() + 5_000 } })
  control.setHumanCheck('waits')
  const aborter = new AbortController()
  const solving = humanCheck.solve(aborter.signal)
  aborter.abort()
  expect(await solving).toEqual(UNREACHABLE)
})
