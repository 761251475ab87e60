import { describe, expect, test } from 'vitest'

import { createAlertsApi } from '#src/adapters/http/alerts/alerts-api.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { startAlertEvaluation } from '#src/adapters/memory/alert-evaluation.ts'
import { startAlertMails } from '#src/adapters/memory/alert-mails.ts'
import { type AlertsState, createAlertStops, createMemoryAlerts, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { createLiveDays } from '#src/adapters/memory/live-days.ts'
import { createMemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { AlertsGateway } from '#src/application/alerts/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { AlertRule } from '#src/domain/alerts/alert.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'
import { getValue } from '#tests/contract/identity-under-test.ts'
import { ALERT_DAY, CLIENT_HEADER, openAlertServer } from '#tests/support/alerts.ts'
import { testTime } from '#tests/support/market.ts'

/** A deal of the spot market; minutes after the start. */
interface ScriptedDeal {
  readonly minute: number
  readonly price: number
  readonly annulledAfter?: number
}

interface Mail {
  readonly subject: string
  readonly text: string
  /** In memory: the alert that the mail can stop. */
  readonly alertId?: string | undefined
}

interface Service {
  readonly gateway: AlertsGateway
  /** Lets the market run for some minutes. */
  pass(minutes: number): Promise<void>
  /** Opens the link of a mail that stops its alert, with a session or without one, and presses its button. */
  stop(mail: Mail): Promise<void>
  /** The mails of the client, the oldest first. */
  readMails(): Promise<readonly Mail[]>
}

const START = toInstant(ALERT_DAY, '09:00')

const toReport = ({ minute, price }: ScriptedDeal): DealReport => ({
  ...{ id: `op-${minute}`, market: 'spot', term: 0, sector: 1, origin: 'negotiated' },
  ...{ time: START + minute * MINUTE_MS, price, amount: 100_000 },
})

const toAnnulments = (script: readonly ScriptedDeal[]) =>
  script.flatMap(({ minute, annulledAfter }) =>
    annulledAfter === undefined ? [] : [{ id: `op-${minute}`, time: START + (minute + annulledAfter) * MINUTE_MS }],
  )

async function openMemory(script: readonly ScriptedDeal[]): Promise<Service> {
  const clock = createMemoryClock(START)
  const state = createState<AlertsState>(NO_ALERTS_STATE)
  const mailbox = createMemoryMailbox(clock)
  const days = createLiveDays({
    script: (market, date) => {
      const isPlayed = market === 'spot' && date === ALERT_DAY
      const deals = isPlayed ? script.map(toReport) : []
      return { market, date, deals, annulments: isPlayed ? toAnnulments(script) : [] }
    },
    days: createSimulatedDays(1),
    now: clock.now,
  })
  const findClient = () => ({ id: 'ana', name: 'Ana', email: 'ana@nandu.example' })
  const { announce: onFiring } = startAlertMails({ state, findClient, mailbox, clock, timers: clock })
  const stops = createAlertStops({ marketClock: clock, state })
  startAlertEvaluation({ state, days, marketClock: clock, timers: clock, onFiring })
  return {
    gateway: createMemoryAlerts({ findClient, marketClock: clock, state }),
    pass: async (minutes) => {
      for (let count = 0; count < minutes; count += 1) clock.advance(MINUTE_MS)
    },
    async stop({ alertId = '' }) {
      stops.stop(alertId)
    },
    readMails: async () => mailbox.getSnapshot().toReversed(),
  }
}

async function openHttp(script: readonly ScriptedDeal[]): Promise<Service> {
  const time = testTime(START)
  const server = await openAlertServer({ time })
  await server.alerts.evaluate()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const reply = await server.app.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: `${input}`,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), [CLIENT_HEADER]: 'ana' },
      ...(typeof init?.body === 'string' && { payload: init.body }),
    })
    return new Response(reply.body, { status: reply.statusCode, headers: { 'content-type': 'application/json' } })
  }
  const isDue = (instant: number) => instant > time.now() - MINUTE_MS && instant <= time.now()
  return {
    gateway: createAlertsApi({ http: createHttpClient({ base: '/api/market', fetch }) }),
    async pass(minutes) {
      for (let count = 0; count < minutes; count += 1) {
        time.pass(MINUTE_MS)
        await server.market.tick()
        const deals = script.map(toReport).filter((deal) => isDue(deal.time))
        const annulments = toAnnulments(script).filter((annulment) => isDue(annulment.time))
        const events = [
          ...deals.map((deal) => ({ kind: 'deal' as const, deal })),
          ...annulments.map((annulment) => ({ kind: 'annulment' as const, ...annulment })),
        ]
        if (events.length > 0) await server.append(events)
        await server.alerts.evaluate()
        await server.alerts.announceHeld()
      }
    },
    async stop({ text }) {
      const [url = ''] = /\/api\/market\/\S+firma=\S+/.exec(text) ?? []
      expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    },
    readMails: server.mails,
  }
}

const RULE: AlertRule = {
  ...{ kind: 'price', market: 'spot', side: 'above', level: 4_000, minutes: null, pause: null, until: null },
}

const FIRED = 'Alerta: Dólar spot: sube a 4.000,00'
const CORRECTED = 'Corrección de su alerta: Dólar spot: sube a 4.000,00'

describe.each([
  ['memory', openMemory],
  ['HTTP', openHttp],
])('the firings of alerts over %s', (_name, open) => {
  const listSubjects = async ({ readMails }: Service) => (await readMails()).map(({ subject }) => subject)

  test('are one for each crossing, with its deal, its rule and one mail (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_000.5 },
      { minute: 3, price: 4_001 },
      { minute: 9, price: 3_990 },
      { minute: 10, price: 4_002 },
    ])
    const { gateway } = service
    const once = getValue(await gateway.add(RULE))
    const repeated = getValue(await gateway.add({ ...RULE, pause: 5 }))
    await service.pass(4)
    const firings = getValue(await gateway.listFirings(0))
    expect(firings.map(({ alertId }) => alertId).toSorted()).toEqual([once.id, repeated.id].toSorted())
    expect(firings.find(({ alertId }) => alertId === once.id)).toEqual({
      ...{ id: expect.any(Number), alertId: once.id, kind: 'fired', isCorrected: false, rule: RULE },
      ...{ price: 4_000.5, at: START + 2 * MINUTE_MS },
    })
    expect(await listSubjects(service)).toEqual([FIRED, FIRED])
    expect(getValue(await gateway.list()).map(({ id, status }) => [id, status])).toEqual([
      [repeated.id, 'active'],
      [once.id, 'done'],
    ])
    await service.pass(7)
    const [last] = getValue(await gateway.listFirings(firings[0]?.id ?? 0))
    expect(last).toMatchObject({ alertId: repeated.id, price: 4_002 })
    expect(getValue(await gateway.listFirings(last?.id ?? 0))).toEqual([])
    expect(await listSubjects(service)).toEqual([FIRED, FIRED, FIRED])
  })

  test('of a deal in the first second of an alert are not missed (D125)', async () => {
    const { gateway, pass } = await open([
      { minute: 0.2 / 60, price: 3_990 },
      { minute: 0.5 / 60, price: 4_000.5 },
    ])
    const { id } = getValue(await gateway.add(RULE))
    await pass(1)
    expect(getValue(await gateway.listFirings(0))).toMatchObject([{ alertId: id, price: 4_000.5 }])
  })

  test('have a link in their mail that stops this alert (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_000.5 },
    ])
    const { gateway } = service
    const { id } = getValue(await gateway.add({ ...RULE, pause: 5 }))
    const other = getValue(await gateway.add({ ...RULE, level: 4_500 }))
    await service.pass(3)
    const [mail] = await service.readMails()
    if (mail === undefined) throw new Error('there is no mail')
    await service.stop(mail)
    expect(getValue(await gateway.list()).map((alert) => [alert.id, alert.status])).toEqual([
      [other.id, 'active'],
      [id, 'stopped'],
    ])
  })

  test('are corrected when their deal is annulled, and the alert is active again (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_050, annulledAfter: 2 },
      { minute: 6, price: 4_000 },
    ])
    const { gateway } = service
    const { id } = getValue(await gateway.add(RULE))
    await service.pass(5)
    expect(getValue(await gateway.listFirings(0))).toMatchObject([
      { alertId: id, kind: 'corrected', price: 4_050 },
      { alertId: id, kind: 'fired', price: 4_050, isCorrected: true },
    ])
    expect(getValue(await gateway.list())).toMatchObject([{ id, status: 'active' }])
    await service.pass(2)
    expect(getValue(await gateway.listFirings(0))[0]).toMatchObject({ kind: 'fired', price: 4_000, isCorrected: false })
    expect(await listSubjects(service)).toEqual([FIRED, CORRECTED, FIRED])
  })

  test('of the quiet hours, if it is one, is one in the title (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_002 },
    ])
    const { gateway } = service
    getValue(await gateway.saveChannels({ mail: true, quiet: { from: '08:00', until: '10:00' } }))
    getValue(await gateway.add(RULE))
    await service.pass(61)
    expect(await listSubjects(service)).toEqual(['1 aviso de sus alertas en las horas de silencio'])
  })

  test('are one mail after the quiet hours, and none without mails (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_002 },
      { minute: 70, price: 3_990 },
      { minute: 71, price: 4_002 },
    ])
    const { gateway } = service
    getValue(await gateway.saveChannels({ mail: true, quiet: { from: '08:00', until: '10:00' } }))
    getValue(await gateway.add({ ...RULE, pause: 5 }))
    getValue(await gateway.add({ ...RULE, level: 4_001 }))
    await service.pass(59)
    expect([getValue(await gateway.listFirings(0)).length, await service.readMails()]).toEqual([2, []])
    await service.pass(2)
    const [mail, ...others] = await service.readMails()
    expect([mail?.subject, others]).toEqual(['2 avisos de sus alertas en las horas de silencio', []])
    for (const text of ['sube a 4.000,00', 'sube a 4.001,00', '4.002,00']) expect(mail?.text).toContain(text)
    getValue(await gateway.saveChannels({ mail: false, quiet: null }))
    await service.pass(11)
    expect([getValue(await gateway.listFirings(0)).length, (await service.readMails()).length]).toEqual([3, 1])
  })

  test('are none for an alert that is stopped, removed or past its last day (D125)', async () => {
    const service = await open([
      { minute: 1, price: 3_990 },
      { minute: 2, price: 4_002 },
    ])
    const { gateway } = service
    const stopped = getValue(await gateway.add(RULE))
    getValue(await gateway.setActive(stopped.id, false))
    const removed = getValue(await gateway.add(RULE))
    getValue(await gateway.remove(removed.id))
    expect(await gateway.add({ ...RULE, until: '2026-11-19' })).toMatchObject({ ok: false, error: { status: 400 } })
    await service.pass(3)
    expect(getValue(await gateway.listFirings(0))).toEqual([])
    expect(getValue(await gateway.list())).toMatchObject([{ id: stopped.id, status: 'stopped' }])
  })
})
