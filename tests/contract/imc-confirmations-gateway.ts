import { expect, test } from 'vitest'
import { type GovernanceSettings, NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import type { RequestDecision } from '#src/domain/imc/requests/confirmations.ts'
import { getValue, NEW_PASSWORD, rejection } from '#tests/contract/identity-under-test.ts'
import {
  type CreateImc,
  createPdf,
  findAssignable,
  findScreen,
  type ImcBrowser,
  newKey,
  openBrowser,
  readScreen,
  signInAs,
  toKey,
} from '#tests/contract/imc-under-test.ts'

const REQUIREMENTS = ['req-autorizacion', 'req-documento', 'req-certificacion']
const CONFIRM: RequestDecision = { decision: 'confirmed', reason: '' }
const WITHDRAW: RequestDecision = { decision: 'withdrawn', reason: '' }
const RETURN: RequestDecision = { decision: 'returned', reason: 'El perfil no es ese.' }

/** Opens two administrators of an entity with these rules. */
async function openTwo(create: CreateImc, settings: Partial<GovernanceSettings> = { fourEyesRequests: true }) {
  const service = await create()
  const creator = await openBrowser(service)
  getValue(await creator.governance.save({ ...NO_GOVERNANCE, ...settings }, 0))
  const other = service.browser()
  await signInAs(other, 'nuevo')
  getValue(await other.imcAuth.renewPassword('usr-andina-nuevo', NEW_PASSWORD))
  return { service, creator, other }
}

/** Releases a screen, which needs no documents. */
async function release(browser: ImcBrowser) {
  const screen = await findScreen(browser, 'assigned')
  return { screen, receipt: getValue(await browser.screens.release(toKey(screen), newKey())) }
}

const readStatus = async ({ requests }: ImcBrowser, id: string) => getValue(await requests.detail(id)).status

/** Tests of every gateway whose entity has four eyes (D106). */
export function confirmationsGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: a request waits for another administrator, who confirms it (D106)`, async () => {
    const { service, creator, other } = await openTwo(create)
    const { screen, receipt } = await release(creator)
    const { id } = receipt
    expect(receipt.isUnconfirmed).toBe(true)
    expect(await readScreen(creator, screen)).toMatchObject({ status: 'transit' })
    expect(getValue(await other.requests.list())[0]).toMatchObject({ id, status: 'unconfirmed' })
    await expect(service.settle(id, 'approved')).rejects.toThrow()
    await expect(service.settle(id, 'refused', 'No.')).rejects.toThrow()
    expect(await creator.requests.decide(id, CONFIRM)).toMatchObject(rejection(409))
    expect(await creator.requests.decide(id, RETURN)).toMatchObject(rejection(409))
    expect(await other.requests.decide(id, WITHDRAW)).toMatchObject(rejection(409))
    expect(getValue(await other.requests.decide(id, CONFIRM))).toBeUndefined()
    // A repeated call after a lost reply succeeds; another decision does not.
    expect(await other.requests.decide(id, CONFIRM)).toMatchObject({ ok: true })
    const message = 'Helena Bermúdez Sáenz ya confirmó esta solicitud.'
    expect(await creator.requests.decide(id, WITHDRAW)).toMatchObject({ error: { status: 409, message } })
    const { status, steps } = getValue(await creator.requests.detail(id))
    expect(status).toBe('in-progress')
    expect(steps.map((step) => [step.status, step.person])).toEqual([
      ['unconfirmed', 'Paula Ibáñez Cárdenas'],
      ['created', 'Helena Bermúdez Sáenz'],
      ['in-progress', ''],
    ])
    await service.settle(id, 'approved')
    expect(await readScreen(creator, screen)).toMatchObject({ status: 'available' })
  })

  test(`${name}: documents are complete before the confirmation, and only of the creator (D106)`, async () => {
    const { creator, other } = await openTwo(create)
    const screen = await findScreen(creator, 'available')
    const userId = await findAssignable(creator, 'César')
    const link = { screen: toKey(screen), profileId: 'prf-operador', userId, observations: '' }
    const { id } = getValue(await creator.screens.link(link, newKey()))
    expect(await other.requests.upload(id, 'req-documento', createPdf('a.pdf'))).toMatchObject({ ok: false })
    for (const requirement of REQUIREMENTS) {
      expect(await other.requests.decide(id, CONFIRM)).toMatchObject(rejection(409))
      expect(await creator.requests.upload(id, requirement, createPdf('a.pdf'))).toMatchObject({ ok: true })
      expect(await readStatus(creator, id)).toBe('unconfirmed')
    }
    expect(await creator.requests.upload(id, 'req-documento', createPdf('otro.pdf'))).toMatchObject({ ok: false })
    getValue(await other.requests.decide(id, CONFIRM))
    const { steps } = getValue(await other.requests.detail(id))
    expect(steps.map(({ status }) => status)).toEqual(['unconfirmed', 'created', 'documents', 'in-progress'])
  })

  test(`${name}: a returned or withdrawn request frees its screen and can be corrected (D106)`, async () => {
    const { creator, other } = await openTwo(create)
    const returned = await release(creator)
    getValue(await other.requests.decide(returned.receipt.id, RETURN))
    expect(await readScreen(creator, returned.screen)).toMatchObject({ status: 'assigned' })
    expect(getValue(await creator.requests.detail(returned.receipt.id))).toMatchObject({
      status: 'refused',
      reason: 'Devuelta por Helena Bermúdez Sáenz: El perfil no es ese.',
    })
    const correction = { observations: '', userId: null, quantity: null, price: null, keptIds: [] }
    const again = getValue(await creator.requests.correct(returned.receipt.id, correction, newKey()))
    expect(again.isUnconfirmed).toBe(true)
    getValue(await creator.requests.decide(again.id, WITHDRAW))
    expect(getValue(await creator.requests.detail(again.id))).toMatchObject({
      status: 'refused',
      reason: 'Retirada por Paula Ibáñez Cárdenas.',
    })
    expect(await other.requests.decide(again.id, CONFIRM)).toMatchObject(rejection(409))
    expect(await other.requests.decide(returned.receipt.id, { ...RETURN, reason: ' ' })).toMatchObject(rejection(400))
  })

  test(`${name}: a purchase waits from the amount on; other requests do not (D106)`, async () => {
    const service = await create()
    const { governance, packages, requests, screens } = await openBrowser(service)
    const [offer] = getValue(await packages.offers())
    if (!offer) throw new Error('no package is offered')
    const { id: packageId, price } = offer
    getValue(await governance.save({ ...NO_GOVERNANCE, fourEyesAbove: price * 2 }, 0))
    const order = async (quantity: number) =>
      getValue(await packages.order({ packageId, price, quantity }, newKey())).isUnconfirmed === true
    expect([await order(1), await order(2), await order(3)]).toEqual([false, true, true])
    const browser = await openBrowser(service)
    const screen = await findScreen(browser, 'assigned')
    const receipt = getValue(await screens.release(toKey(screen), newKey()))
    expect(getValue(await requests.detail(receipt.id)).status).toBe('in-progress')
  })

  test(`${name}: after four eyes are turned off, a waiting request still needs another person (D106)`, async () => {
    const { creator, other } = await openTwo(create)
    const { receipt } = await release(creator)
    getValue(await creator.governance.save(NO_GOVERNANCE, 1))
    expect(await readStatus(creator, receipt.id)).toBe('unconfirmed')
    expect(await creator.requests.decide(receipt.id, CONFIRM)).toMatchObject(rejection(409))
    getValue(await other.requests.decide(receipt.id, CONFIRM))
    expect(await readStatus(creator, receipt.id)).toBe('in-progress')
  })

  test(`${name}: a reader decides nothing; a request that waits for nobody and an unknown one are refused (D106)`, async () => {
    const { service, creator } = await openTwo(create)
    const { receipt } = await release(creator)
    const reader = await openBrowser(service, 'operador')
    expect(await reader.requests.decide(receipt.id, CONFIRM)).toMatchObject(rejection(403))
    expect(await creator.requests.decide('sol-00420', CONFIRM)).toMatchObject(rejection(409))
    expect(await creator.requests.decide('sol-99999', CONFIRM)).toMatchObject(rejection(404))
  })

  test(`${name}: each decision is audited (D106)`, async () => {
    const { creator, other } = await openTwo(create)
    const { receipt } = await release(creator)
    getValue(await other.requests.decide(receipt.id, RETURN))
    const query = {
      kind: 'changes',
      person: '',
      action: 'request-returned',
      from: null,
      until: null,
      after: null,
    } as const
    expect(getValue(await creator.audit.page(query)).lines).toMatchObject([
      { person: 'Helena Bermúdez Sáenz', target: receipt.reference, after: { Motivo: RETURN.reason } },
    ])
  })
}
