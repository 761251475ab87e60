import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createImcArea } from '#src/application/areas.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import { waitUntil } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Correction } from '#src/domain/imc/corrections.ts'
import { err } from '#src/domain/result.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const LOST: CallFailure = { kind: 'timeout' }

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
  const imc = createImcArea({ ...ports, ...ports.imc, requests })
  const login = imc.createLogin()
  login.subscribe()
  login.submit({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  await waitUntil(login, ({ busy }) => !busy)
  return { imc, sent }
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
