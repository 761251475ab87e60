import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createImcArea } from '#src/application/areas.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import { waitUntil } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Correction } from '#src/domain/imc/corrections.ts'
import { err, ok } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const LOST: CallFailure = { kind: 'timeout' }
const REFUSED: CallFailure = { kind: 'rejected', status: 409, message: 'El precio cambió.' }

/** Signs in. The first `lost` corrections reach the service, but their replies are lost. */
async function openArea(lost = 0) {
  const ports = createMemoryPorts()
  const sent: (readonly [key: string, correction: Correction])[] = []
  const requests: RequestsGateway = {
    ...ports.imc.requests,
    async correct(id, correction, key, signal) {
      sent.push([key, correction])
      const result = await ports.imc.requests.correct(id, correction, key, signal)
      return sent.length > lost ? result : err(LOST)
    },
  }
  return { imc: await signIn({ ...ports, ...ports.imc, requests }), sent }
}

async function signIn(ports: Parameters<typeof createImcArea>[0]) {
  const imc = createImcArea(ports)
  const login = imc.createLogin()
  login.subscribe()
  login.submit({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  await waitUntil(login, ({ busy }) => !busy)
  return imc
}

async function openCorrection(imc: Awaited<ReturnType<typeof openArea>>['imc'], id = 'sol-00418') {
  const view = imc.createCorrection(id, () => {})
  const { unsubscribe } = view.subscribe()
  await waitUntil(view, ({ detail }) => detail.value !== null)
  return { view, unsubscribe }
}

test('after a lost reply the identical correction is sent again with its key (D28, D90)', async () => {
  const { imc, sent } = await openArea(1)
  const { view } = await openCorrection(imc)
  view.writeObservations('Carta firmada.')
  view.submit()
  await waitUntil(view, ({ mayExist }) => mayExist)
  view.writeObservations('Otro texto.')
  expect(view.getSnapshot()).toMatchObject({ observations: 'Carta firmada.', earlier: null })
  view.submit()
  await waitUntil(view, ({ step }) => step === 'done')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(view.getSnapshot().receipt?.reference).toBe('S-2026-00421')
})

test('a correction without a change is not sent and says what is missing (D90)', async () => {
  const { imc, sent } = await openArea()
  const { view } = await openCorrection(imc)
  view.submit()
  await flushPromises()
  expect(sent).toEqual([])
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', error: { field: 'unchanged' } })
})

test('the kept files are those without a replacement, and a removed replacement keeps the stored file (D90)', async () => {
  const { imc, sent } = await openArea()
  const { view } = await openCorrection(imc)
  const file = new File(['%PDF-1.7'], 'firmada.pdf', { type: 'application/pdf' })
  view.attach('req-documento', file)
  view.attach('req-autorizacion', file)
  view.detach('req-documento')
  expect(view.getSnapshot().documents.map(({ document }) => document.kind)).toEqual(['chosen', 'stored', 'stored'])
  view.submit()
  await waitUntil(view, ({ step }) => step === 'done')
  expect(sent[0]?.[1].keptIds).toEqual(['req-documento', 'req-certificacion'])
})

test('a purchase is sent again only after the review of an order (D90, D99)', async () => {
  const ports = createMemoryPorts()
  const sent: Correction[] = []
  const requests: RequestsGateway = {
    ...ports.imc.requests,
    async detail(id, signal) {
      const found = await ports.imc.requests.detail(id, signal)
      const purchase = { kind: 'purchase', packageCode: 'Plata', documents: [], quantity: 2, price: 1_000 } as const
      return found.ok ? ok({ ...found.value, ...purchase, packageId: null }) : found
    },
    async correct(_id, correction) {
      sent.push(correction)
      return sent.length === 1 ? err(REFUSED) : ok({ id: 'sol-00421', reference: 'S-2026-00421' })
    },
  }
  const imc = await signIn({ ...ports, ...ports.imc, requests })
  const { view } = await openCorrection(imc)
  view.confirm()
  view.typeQuantity('0')
  view.submit()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', review: null, error: { field: 'quantity' } })
  view.typeQuantity('3')
  view.submit()
  await waitUntil(view, ({ review }) => review?.monthlyCost != null)
  const { review, step } = view.getSnapshot()
  expect([step, review]).toMatchObject(['reviewing', { code: 'Plata', quantity: '3 paquetes', total: 3_000 }])
  expect((review?.monthlyCost?.after ?? 0) - (review?.monthlyCost?.before ?? 0)).toBe(3_000)
  view.back()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', review: null, quantity: '3' })
  expect(sent).toEqual([])

  view.submit()
  view.confirm()
  await waitUntil(view, ({ failure }) => failure !== null)
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', review: null, quantity: '3' })
  view.submit()
  view.confirm()
  await waitUntil(view, ({ step: last }) => last === 'done')
  expect(sent.map(({ quantity }) => quantity)).toEqual([3, 3])
})
