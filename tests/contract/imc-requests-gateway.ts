import { expect, test } from 'vitest'

import { type AuditAction, type AuditQuery, SIGN_IN_ACTIONS } from '#src/domain/imc/audit/audit.ts'
import { pickEdit } from '#src/domain/imc/users/user-form.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import {
  type CreateImc,
  createPdf,
  findAssignable,
  findScreen,
  type ImcBrowser,
  newKey,
  openBrowser,
  toKey,
} from '#tests/contract/imc-under-test.ts'

const NO_FILTER: AuditQuery = { kind: 'all', person: '', action: null, from: null, until: null, after: null }

/** Creates a link request, which requires three documents. Returns its id. */
async function createLink(browser: ImcBrowser): Promise<string> {
  const screen = await findScreen(browser, 'available')
  const userId = await findAssignable(browser, 'César')
  const link = { screen: toKey(screen), profileId: 'prf-operador', userId, observations: '' }
  return getValue(await browser.screens.link(link, newKey())).id
}

/** Tests of every gateway of requests, documents and the audit. */
export function requestsGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: list returns the requests, newest first, with Bogotá dates (D36, D59)`, async () => {
    const { requests } = await openBrowser(await create())
    const list = getValue(await requests.list())
    expect(list[0]).toMatchObject({
      id: 'sol-00420',
      reference: 'S-2026-00420',
      user: 'Fabiola Quiñones',
      kind: 'link',
      kindText: 'Vinculación',
      status: 'in-progress',
      statusText: 'En trámite',
    })
    expect(list[0]?.date).toMatch(/^2026-11-20T10:47:15-05:00$/)
    const dates = list.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(list.find(({ id }) => id === 'sol-00415')).toMatchObject({ kind: 'purchase', status: 'approved' })
  })

  test(`${name}: detail returns documents and the steps so far, and rejects an unknown id`, async () => {
    const { requests } = await openBrowser(await create())
    const detail = getValue(await requests.detail('sol-00420'))
    expect(detail.steps.map(({ status }) => status)).toEqual(['created', 'documents', 'in-progress'])
    expect(detail.documents.map(({ id }) => id)).toEqual(['req-autorizacion', 'req-documento', 'req-certificacion'])
    expect(detail).toMatchObject({ administrator: 'Paula Ibáñez Cárdenas', screen: 'P-09', number: '004512' })
    expect(await requests.detail('sol-99999')).toMatchObject(rejection(404))
  })

  test(`${name}: a correction takes over the kept documents; both requests name each other (D90)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const { requests } = browser
    const id = await createLink(browser)
    const correction = { observations: '', userId: null, quantity: null, price: null }
    const all = ['req-autorizacion', 'req-documento', 'req-certificacion']
    for (const requirement of all) await requests.upload(id, requirement, createPdf(`${requirement}.pdf`, 3_000))
    await service.settle(id, 'refused', 'La carta de autorización no está firmada.')
    const { reference } = getValue(await requests.detail(id))
    expect(await requests.correct(id, { ...correction, keptIds: all }, newKey())).toMatchObject(rejection(400))
    const key = newKey()
    const kept = { ...correction, keptIds: ['req-documento', 'req-certificacion'] }
    const receipt = getValue(await requests.correct(id, kept, key))
    expect(getValue(await requests.correct(id, kept, key))).toEqual(receipt)
    const detail = getValue(await requests.detail(receipt.id))
    expect(detail).toMatchObject({ kind: 'link', status: 'documents', user: 'César Augusto Niño' })
    expect(detail.corrects).toEqual({ id, reference })
    expect(detail.documents.map(({ file }) => file)).toEqual([null, 'req-documento.pdf', 'req-certificacion.pdf'])
    const content = await browser.download(requests.documentUrl(receipt.id, 'req-documento'))
    expect(content).toEqual(await browser.download(requests.documentUrl(id, 'req-documento')))
    const original = getValue(await requests.detail(id))
    expect(original.correction).toEqual(receipt)
    expect(original.documents.every(({ uploaded }) => uploaded)).toBe(true)
    const list = getValue(await requests.list())
    expect(list.find((row) => row.id === id)?.correction).toEqual(receipt)
    expect(await requests.upload(receipt.id, 'req-autorizacion', createPdf('firmada.pdf'))).toMatchObject({ ok: true })
    expect(getValue(await requests.detail(receipt.id)).status).toBe('in-progress')
  })

  test(`${name}: a correction can give the screen to another free user, checked like a new request (D90)`, async () => {
    const browser = await openBrowser(await create())
    const userId = await findAssignable(browser, 'Iván')
    const correction = { observations: '', quantity: null, price: null, keptIds: ['req-certificacion'] }
    const taken = { ...correction, userId: 'usr-andina-operador' }
    expect(await browser.requests.correct('sol-00418', taken, newKey())).toMatchObject(rejection(409))
    const receipt = getValue(await browser.requests.correct('sol-00418', { ...correction, userId }, newKey()))
    expect(getValue(await browser.requests.detail(receipt.id))).toMatchObject({
      user: 'Iván Echavarría',
      screen: 'P-07',
    })
  })

  test(`${name}: a request is corrected once, by an administrator, and only after its rejection (D90)`, async () => {
    const service = await create()
    const browser = await openBrowser(service)
    const correction = {
      observations: 'Ahora firmada.',
      userId: null,
      quantity: null,
      price: null,
      keptIds: ['req-documento'],
    }
    const { requests } = browser
    expect(await requests.correct('sol-00420', correction, newKey())).toMatchObject(rejection(409))
    expect(await requests.correct('sol-99999', correction, newKey())).toMatchObject(rejection(404))
    const reader = await openBrowser(service, 'operador')
    expect(await reader.requests.correct('sol-00418', correction, newKey())).toMatchObject(rejection(403))
    const first = getValue(await requests.correct('sol-00418', correction, newKey()))
    expect(await requests.correct('sol-00418', correction, newKey())).toMatchObject({
      ok: false,
      error: {
        status: 409,
        message: `Paula Ibáñez Cárdenas ya corrigió esta solicitud. La nueva es ${first.reference}.`,
      },
    })
  })

  test(`${name}: the last document of a request puts it in progress (D28)`, async () => {
    const browser = await openBrowser(await create())
    const id = await createLink(browser)
    const statuses: (string | null)[] = [getValue(await browser.requests.detail(id)).status]
    for (const requirement of ['req-autorizacion', 'req-documento', 'req-certificacion']) {
      const result = await browser.requests.upload(id, requirement, createPdf(`${requirement}.pdf`, 3_000))
      expect(result).toEqual({ ok: true, value: undefined })
      statuses.push(getValue(await browser.requests.detail(id)).status)
    }
    expect(statuses).toEqual(['created', 'documents', 'documents', 'in-progress'])
    const detail = getValue(await browser.requests.detail(id))
    expect(detail.documents.every(({ uploaded, bytes }) => uploaded && bytes === 3_000)).toBe(true)
    expect(detail.documents[0]?.file).toBe('req-autorizacion.pdf')
    expect(detail.steps.map(({ status }) => status)).toEqual(['created', 'documents', 'in-progress'])
  })

  test(`${name}: an upload replaces a document only until the request has all documents`, async () => {
    const browser = await openBrowser(await create())
    const id = await createLink(browser)
    await browser.requests.upload(id, 'req-autorizacion', createPdf('una.pdf'))
    await browser.requests.upload(id, 'req-autorizacion', createPdf('otra.pdf'))
    expect(getValue(await browser.requests.detail(id)).documents[0]).toMatchObject({ file: 'otra.pdf', uploaded: true })
    await browser.requests.upload(id, 'req-documento', createPdf('b.pdf'))
    await browser.requests.upload(id, 'req-certificacion', createPdf('c.pdf'))
    expect(await browser.requests.upload(id, 'req-autorizacion', createPdf('tarde.pdf'))).toMatchObject(rejection(409))
    expect(getValue(await browser.requests.detail(id)).documents[0]).toMatchObject({ file: 'otra.pdf' })
  })

  test(`${name}: a document of a wrong type or size is rejected (D29)`, async () => {
    const browser = await openBrowser(await create())
    const id = await createLink(browser)
    const upload = (fileName: string, bytes?: number) =>
      browser.requests.upload(id, 'req-autorizacion', createPdf(fileName, bytes))
    expect(await upload('carta.exe')).toMatchObject(rejection(400))
    expect(await upload('carta.pdf', 0)).toMatchObject(rejection(400))
    expect((await upload('carta.pdf', 512_001)).ok).toBe(false)
    expect(getValue(await browser.requests.detail(id)).status).toBe('created')
    expect((await upload('carta.pdf', 512_000)).ok).toBe(true)
    expect(getValue(await browser.requests.detail(id)).documents[0]).toMatchObject({ bytes: 512_000 })
  })

  test(`${name}: an upload to an unknown request or requirement is rejected with 404`, async () => {
    const browser = await openBrowser(await create())
    const id = await createLink(browser)
    expect(await browser.requests.upload(id, 'req-otro', createPdf('a.pdf'))).toMatchObject(rejection(404))
    expect(await browser.requests.upload('sol-99999', 'req-documento', createPdf('a.pdf'))).toMatchObject(
      rejection(404),
    )
  })

  test(`${name}: a usuario cannot upload documents (D25)`, async () => {
    const service = await create()
    const id = await createLink(await openBrowser(service))
    const { requests } = await openBrowser(service, 'operador')
    expect(await requests.upload(id, 'req-documento', createPdf('a.pdf'))).toMatchObject(rejection(403))
    expect(getValue(await requests.detail(id)).status).toBe('created')
  })

  test(`${name}: the audit names person, action and target, newest first`, async () => {
    const browser = await openBrowser(await create())
    await browser.users.setActive('usr-andina-cnino', false)
    await browser.users.setActive('usr-andina-cnino', true)
    const { lines } = getValue(await browser.audit.page(NO_FILTER))
    expect(lines.slice(0, 2).map(({ action, person }) => [action, person])).toEqual([
      ['user-activated', 'Paula Ibáñez Cárdenas'],
      ['user-deactivated', 'Paula Ibáñez Cárdenas'],
    ])
    expect(lines[0]?.target).not.toBe('')
    expect(lines[0]?.at).toBeGreaterThan(0)
  })

  test(`${name}: the audit is filtered by person and action`, async () => {
    const browser = await openBrowser(await create())
    await browser.users.setActive('usr-andina-cnino', false)
    const read = async (filter: Partial<AuditQuery>) =>
      getValue(await browser.audit.page({ ...NO_FILTER, ...filter })).lines.map(({ action }) => action)
    expect(await read({ action: 'user-deactivated' })).toEqual(['user-deactivated'])
    expect(await read({ action: 'user-created' })).toEqual([])
    expect(await read({ person: 'paula ibanez' })).toContain('user-deactivated')
    expect(await read({ person: 'nadie' })).toEqual([])
  })

  test(`${name}: the audit is filtered by kind, and an action wins over the kind (D104)`, async () => {
    const browser = await openBrowser(await create())
    for (let i = 0; i < 21; i += 1) {
      await browser.users.setActive('usr-andina-cnino', false)
      await browser.users.setActive('usr-andina-cnino', true)
    }
    const readActions = async (filter: Partial<AuditQuery>) => {
      const first = getValue(await browser.audit.page({ ...NO_FILTER, ...filter }))
      const second =
        first.next === null ? null : getValue(await browser.audit.page({ ...NO_FILTER, ...filter, after: first.next }))
      return [...first.lines, ...(second?.lines ?? [])].map(({ action }) => action)
    }
    const [all, changes, signIns] = [
      await readActions({ kind: 'all' }),
      await readActions({ kind: 'changes' }),
      await readActions({ kind: 'sign-ins' }),
    ]
    expect(signIns).toContain('signed-in')
    expect(signIns.filter((action) => !SIGN_IN_ACTIONS.some((name) => name === action))).toEqual([])
    expect(changes).toHaveLength(42)
    expect(changes).not.toContain('signed-in')
    expect(changes.length + signIns.length).toBe(all.length)
    expect(new Set(await readActions({ kind: 'changes', action: 'signed-in' }))).toEqual(new Set(['signed-in']))
    expect(await readActions({ kind: 'sign-ins', action: 'user-created' })).toEqual([])
  })

  test(`${name}: the audit says from what to what, also from an empty value (D104)`, async () => {
    const browser = await openBrowser(await create())
    const read = async (action: AuditAction) =>
      getValue(await browser.audit.page({ ...NO_FILTER, action })).lines.map(({ before, after }) => ({ before, after }))
    const findUser = async () => {
      const user = getValue(await browser.users.list()).find(({ id }) => id === 'usr-andina-cnino')
      if (!user) throw new Error('no user')
      return user
    }
    for (const position of ['', 'Jefe de mesa']) {
      const user = await findUser()
      if (user.position !== position) getValue(await browser.users.edit(user, { ...pickEdit(user), position }))
    }
    const [last] = await read('user-edited')
    expect(last).toEqual({ before: { Cargo: '' }, after: { Cargo: 'Jefe de mesa' } })
    await browser.users.setActive('usr-andina-cnino', false)
    expect(await read('user-deactivated')).toEqual([{ before: { Activo: 'Sí' }, after: { Activo: 'No' } }])
  })

  test(`${name}: the pages of the audit have each line once`, async () => {
    const browser = await openBrowser(await create())
    for (let i = 0; i < 25; i += 1) {
      await browser.users.setActive('usr-andina-cnino', false)
      await browser.users.setActive('usr-andina-cnino', true)
    }
    const first = getValue(await browser.audit.page(NO_FILTER))
    expect(first.lines).toHaveLength(40)
    const second = getValue(await browser.audit.page({ ...NO_FILTER, after: first.next }))
    const ids = [...first.lines, ...second.lines].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(49)
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.next).toBeNull()
  })

  test(`${name}: a usuario cannot read the audit`, async () => {
    const { audit } = await openBrowser(await create(), 'operador')
    expect(await audit.page(NO_FILTER)).toMatchObject(rejection(403))
  })
}
