import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'

import type { Engine } from '#server/database/connection.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { PACIFICO } from '#src/simulator/entities/pacifico.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import {
  createBrowser,
  startIdentity,
  statusAndBody,
  type TestBrowser,
  type TestIdentityOptions,
} from '#tests/support/identity.ts'
import { call, post } from '#tests/support/raw-http.ts'
import { SAMPLE_FILES, samplePdf } from '#tests/support/sample-files.ts'
import { FORM_TYPE, toMultipart, upload } from '#tests/support/uploads.ts'

const REQUIREMENTS = ['req-autorizacion', 'req-documento', 'req-certificacion'] as const
const [FIRST, SECOND, THIRD] = REQUIREMENTS

const LINK_REQUEST = {
  ...{ entidad_id: 'ent-andina', paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador' },
  ...{ pantalla: 'P-07', administrador_id: 'usr-andina-admin', usuario_id: 'usr-andina-cnino' },
  ...{ observaciones: '', perfil: 'prf-operador' },
}

async function logIn(url: string, entidad: string, usr_name: string): Promise<TestBrowser> {
  const browser = createBrowser(url)
  const reply = await browser.post(`${IMC_BASE}/usuarios/login`, { entidad, usr_name, usr_pwd: DEMO_PASSWORD })
  expect(reply.status).toBe(200)
  return browser
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && entry.parentPath.includes('documentos')).map(({ name }) => name)
}

async function openServer(engine: Engine, demoEntities: TestIdentityOptions['demoEntities'] = [ANDINA]) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, database, demoEntities })
  const browser = await logIn(server.url, 'ANDINA', 'admin')
  /** Returns the rows of the documents. Expects one file for each row, and no leftovers. */
  const readStored = async () => {
    const rows = await database.db.selectFrom('documents').selectAll().orderBy('uploaded_at').execute()
    const leftovers = await database.db.selectFrom('document_leftovers').selectAll().execute()
    const files = await listFiles(server.config.dataDir)
    expect([...files].sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(leftovers).toEqual([])
    return rows
  }
  return { ...server, browser, readStored }
}

/** Sends a link request, which requires three documents. Returns its id and the path of each. */
async function requestLink(browser: TestBrowser) {
  const reply = await browser.post(`${IMC_BASE}/entidades/solicitud/asignar`, LINK_REQUEST)
  expect(reply.status).toBe(200)
  const { id } = JSON.parse(reply.text) as { id: string }
  return { id, path: (requirement: string) => `${IMC_BASE}/solicitudes/${id}/requisito/${requirement}` }
}

const createPdf = (name = 'carta.pdf') => ({ name, content: samplePdf() })
const INVALID = [400, { message: 'Archivo no valido!!' }]
const TOO_LARGE = [413, { message: 'El archivo excede el tamaño máximo permitido de 500 KB.' }]

const CONTRACT_PATH = `${IMC_BASE}/usuarios/usr-andina-nuevo/contrato`
const INVALID_CONTRACT = [400, { message: 'Por favor, seleccione un archivo con una extensión y tamaño válidos.' }]

describe.each(ENGINES)('%s', (engine) => {
  test('the upload of the last document moves a request to the status "En trámite"', async () => {
    const { url, browser, readStored, database } = await openServer(engine)
    const { id, path } = await requestLink(browser)
    const cookie = browser.cookies()
    const readProgress = async () => {
      const detail = JSON.parse((await browser.get(`${IMC_BASE}/solicitudes/${id}`)).text).data[0]
      return [detail.estatus, detail.historial.map(({ estatus }: { estatus: string }) => estatus)]
    }
    expect(await readProgress()).toEqual(['Creada', ['Creada']])
    const createReply = (requirement: string, estatus: string, pendientes: number) => [
      200,
      { data: { requisito_id: requirement, estatus, pendientes }, message: 'Archivo cargado.' },
    ]
    expect(statusAndBody(await upload(url, path(FIRST), cookie, createPdf()))).toEqual(
      createReply(FIRST, 'Documentos', 2),
    )
    expect(await readProgress()).toEqual(['Documentos', ['Creada', 'Documentos']])
    expect(statusAndBody(await upload(url, path(FIRST), cookie, createPdf('otra.pdf')))).toEqual(
      createReply(FIRST, 'Documentos', 2),
    )
    expect(statusAndBody(await upload(url, path(SECOND), cookie, createPdf()))).toEqual(
      createReply(SECOND, 'Documentos', 1),
    )
    expect(statusAndBody(await upload(url, path(THIRD), cookie, createPdf()))).toEqual(
      createReply(THIRD, 'En trámite', 0),
    )
    expect(await readProgress()).toEqual(['En trámite', ['Creada', 'Documentos', 'En trámite']])
    expect(statusAndBody(await upload(url, path(FIRST), cookie, createPdf()))).toEqual([
      409,
      { message: 'La solicitud ya tiene todos sus archivos y no recibe otros.' },
    ])
    expect((await readStored()).map(({ file_name }) => file_name).sort()).toEqual([
      'carta.pdf',
      'carta.pdf',
      'otra.pdf',
    ])
    const audited = await database.db
      .selectFrom('records_audit')
      .select('target')
      .where('action', '=', 'document-uploaded')
      .execute()
    expect(audited).toEqual(Array.from({ length: 4 }, () => ({ target: id })))
  })

  test('a download returns the unchanged document as an attachment with its name', async () => {
    const { url, browser } = await openServer(engine)
    const { path } = await requestLink(browser)
    const content = samplePdf(512_000)
    await upload(url, path(FIRST), browser.cookies(), { name: 'Señor Niño.pdf', content })
    const operator = await logIn(url, 'ANDINA', 'operador')
    const reply = await call(url, path(FIRST), { headers: { cookie: operator.cookies() } })
    expect(reply.status).toBe(200)
    expect(reply.body.equals(content)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '512000',
      'content-disposition': `attachment; filename="Se?or Ni?o.pdf"; filename*=UTF-8''Se%C3%B1or%20Ni%C3%B1o.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(statusAndBody(await browser.get(path(SECOND)))).toEqual([404, { message: 'El archivo no está disponible.' }])
  })

  test.each([
    ['an empty file', { name: 'carta.pdf', content: Buffer.alloc(0) }, INVALID],
    ['a file of 512,001 bytes', { name: 'carta.pdf', content: samplePdf(512_001) }, TOO_LARGE],
    ['a file of 5 MB', { name: 'carta.pdf', content: samplePdf(5_000_000) }, TOO_LARGE],
    ['the content of another format', { name: 'carta.pdf', content: SAMPLE_FILES['png'] ?? Buffer.alloc(1) }, INVALID],
    ['a program', { name: 'carta.docx', content: Buffer.from('MZ\x90\0\x03') }, INVALID],
    ['a double extension', { name: 'carta.pdf.exe', content: samplePdf() }, INVALID],
    ['no extension', { name: 'carta', content: samplePdf() }, INVALID],
    ['a name that is only an extension', { name: '.pdf', content: samplePdf() }, INVALID],
    ['a name of dots only', { name: '...', content: samplePdf() }, INVALID],
    [
      'no file name',
      { name: '', content: samplePdf() },
      [400, { message: 'Uno o más campos requeridos están vacíos, por favor, selecciona un archivo' }],
    ],
    [
      'its file in another field',
      { ...createPdf(), field: 'archivo' },
      [400, { message: 'Uno o más campos requeridos están vacíos, por favor, selecciona un archivo' }],
    ],
  ])('an upload with %s is refused and changes nothing', async (_what, file, reply) => {
    const { url, browser, readStored } = await openServer(engine)
    const { id, path } = await requestLink(browser)
    expect(statusAndBody(await upload(url, path(FIRST), browser.cookies(), file))).toEqual(reply)
    expect(await readStored()).toEqual([])
    const detail = JSON.parse((await browser.get(`${IMC_BASE}/solicitudes/${id}`)).text).data[0]
    expect(detail.estatus).toBe('Creada')
  })

  test.each([
    [`${'ñ'.repeat(296)}.pdf`, `${'ñ'.repeat(116)}.pdf`],
    [`../../../${'a/'.repeat(100)}..\\..\\carta.pdf`, 'carta.pdf'],
    ['..\\carta\u0001\u0007\u202E.pdf', 'carta.pdf'],
    ['carta.exe.pdf', 'carta.exe.pdf'],
  ])('an upload stores the file name %j as %j', async (name, expected) => {
    const { url, browser, readStored } = await openServer(engine)
    const { path } = await requestLink(browser)
    expect((await upload(url, path(FIRST), browser.cookies(), createPdf(name))).status).toBe(200)
    expect((await readStored()).map(({ file_name }) => file_name)).toEqual([expected])
  })

  test('an upload stores nothing when its connection closes early', async () => {
    const { url, browser, readStored, lines } = await openServer(engine)
    const { path } = await requestLink(browser)
    const form = toMultipart([{ name: 'carta.pdf', content: samplePdf(400_000) }])
    const { hostname, port } = new URL(url)
    for (const sent of [300, 65_536, 200_000, form.length - 30]) {
      const socket = connect(Number(port), hostname)
      const head = [
        `POST ${path(FIRST)} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Cookie: ${browser.cookies()}`,
        `Content-Type: ${FORM_TYPE}`,
        `Content-Length: ${form.length}`,
      ]
      await new Promise<void>((resolve) => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(form.subarray(0, sent), () => resolve())
      })
      socket.destroy()
    }
    // The server still accepts an upload, and stores nothing of the broken ones.
    expect((await upload(url, path(SECOND), browser.cookies(), createPdf())).status).toBe(200)
    await expect.poll(async () => (await readStored()).map((row) => row.requirement_id)).toEqual([SECOND])
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test.each([
    ['a form without a boundary', 'multipart/form-data', 'x'],
    ['a malformed form', FORM_TYPE, 'no es un formulario'],
    ['an empty form', FORM_TYPE, ''],
    ['JSON', 'application/json', '{"fupload":"x"}'],
    ['a PDF without a form', 'application/pdf', '%PDF-1.4'],
  ])('an upload whose body is %s returns 400', async (_what, type, content) => {
    const { url, browser, readStored } = await openServer(engine)
    const { path } = await requestLink(browser)
    const headers = { cookie: browser.cookies(), 'content-type': type }
    const reply = await call(url, path(FIRST), { method: 'POST', headers, body: content })
    expect(reply.status).toBe(400)
    expect(await readStored()).toEqual([])
  })

  test('simultaneous uploads of all documents record each status of the request once', async () => {
    const { url, browser, readStored, database } = await openServer(engine)
    const { id, path } = await requestLink(browser)
    const replies = await Promise.all(
      REQUIREMENTS.map((requirement) => upload(url, path(requirement), browser.cookies(), createPdf())),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await readStored()).length).toBe(3)
    const steps = await database.db
      .selectFrom('imc_request_history')
      .select('status')
      .where('request_id', '=', id)
      .execute()
    expect(steps.map(({ status }) => status).sort()).toEqual(['created', 'documents', 'in-progress'])
  })

  test('only administrators of the entity can upload, and other entities cannot read a document', async () => {
    const { url, browser, readStored } = await openServer(engine, [ANDINA, PACIFICO])
    const { path } = await requestLink(browser)
    const cookie = browser.cookies()
    await upload(url, path(FIRST), cookie, createPdf())
    const userCookie = (await logIn(url, 'ANDINA', 'operador')).cookies()
    const otherAdminCookie = (await logIn(url, 'PACIFICO', 'admin')).cookies()
    expect((await upload(url, path(SECOND), userCookie, createPdf())).status).toBe(403)
    expect((await upload(url, path(SECOND), '', createPdf())).status).toBe(401)
    expect(statusAndBody(await upload(url, path(SECOND), otherAdminCookie, createPdf()))).toEqual([
      403,
      { message: 'La entidad no corresponde a su sesión.' },
    ])
    expect((await call(url, path(FIRST), { headers: { cookie: otherAdminCookie } })).status).toBe(403)
    expect((await call(url, path(FIRST))).status).toBe(401)
    expect(statusAndBody(await upload(url, path('req-otro'), cookie, createPdf()))[0]).toBe(404)
    expect(
      (await upload(url, `${IMC_BASE}/solicitudes/sol-99999/requisito/${FIRST}`, cookie, createPdf())).status,
    ).toBe(404)
    expect((await readStored()).length).toBe(1)
  })

  test('an uploaded contract ends the pending state of its user, and a second replaces the first', async () => {
    const { url, browser, readStored, database } = await openServer(engine, [ANDINA, PACIFICO])
    const cookie = browser.cookies()
    const readPending = () =>
      database.db
        .selectFrom('imc_users')
        .select('contract_pending')
        .where('id', '=', 'usr-andina-nuevo')
        .executeTakeFirstOrThrow()
    await database.db
      .updateTable('imc_users')
      .set({ contract_pending: 1 })
      .where('id', '=', 'usr-andina-nuevo')
      .execute()
    for (const file of [
      { name: 'contrato.png', content: SAMPLE_FILES['png'] ?? Buffer.alloc(1) },
      { name: 'contrato.pdf', content: Buffer.alloc(0) },
      { name: 'contrato.pdf', content: SAMPLE_FILES['docx'] ?? Buffer.alloc(1) },
    ]) {
      expect(statusAndBody(await upload(url, CONTRACT_PATH, cookie, file))).toEqual(INVALID_CONTRACT)
    }
    expect(await readPending()).toEqual({ contract_pending: 1 })
    expect(statusAndBody(await upload(url, CONTRACT_PATH, cookie, createPdf()))).toEqual([
      200,
      { message: 'Contrato cargado.' },
    ])
    expect(await readPending()).toEqual({ contract_pending: 0 })
    const second = { name: 'nuevo.xlsx', content: SAMPLE_FILES['xlsx'] ?? Buffer.alloc(1) }
    expect((await upload(url, CONTRACT_PATH, cookie, second)).status).toBe(200)
    expect((await readStored()).map(({ file_name }) => file_name)).toEqual(['nuevo.xlsx'])
    const downloaded = await call(url, CONTRACT_PATH, { headers: { cookie } })
    expect(downloaded.body.equals(second.content)).toBe(true)
    expect(downloaded.headers).toMatchObject({ 'content-disposition': expect.stringContaining('nuevo.xlsx') })
    const downloads = database.db
      .selectFrom('records_audit')
      .select(['subject_name', 'target'])
      .where('action', '=', 'contract-downloaded')
    expect(await downloads.execute()).toMatchObject([{ target: 'usr-andina-nuevo' }])
    const operator = await logIn(url, 'ANDINA', 'operador')
    expect((await call(url, CONTRACT_PATH, { headers: { cookie: operator.cookies() } })).status).toBe(403)
    const contractPathOfNonAdmin = `${IMC_BASE}/usuarios/usr-andina-cnino/contrato`
    expect((await browser.get(contractPathOfNonAdmin)).status).toBe(404)
    expect(statusAndBody(await upload(url, contractPathOfNonAdmin, cookie, createPdf()))[0]).toBe(409)
    expect((await upload(url, `${IMC_BASE}/usuarios/usr-pacifico-admin/contrato`, cookie, createPdf())).status).toBe(
      403,
    )
    expect((await upload(url, `${IMC_BASE}/usuarios/usr-nadie/contrato`, cookie, createPdf())).status).toBe(404)
    expect((await post(url, CONTRACT_PATH, {}, { cookie })).status).toBe(400)
  })

  test('a correction shares the kept files, and replacing one leaves the file of the rejected request (D90)', async () => {
    const { url, browser, database, config } = await openServer(engine)
    const { id, path } = await requestLink(browser)
    const cookie = browser.cookies()
    for (const requirement of REQUIREMENTS)
      await upload(url, path(requirement), cookie, createPdf(`${requirement}.pdf`))
    await database.transaction((tx) =>
      settleRequest(tx, id, 'refused', { at: 2, person: 'Operaciones', origin: null, reason: 'Falta la firma.' }),
    )
    const body = { observaciones: '', conservar: [SECOND, THIRD] }
    const reply = await browser.post(`${IMC_BASE}/solicitudes/${id}/correccion`, body)
    expect(reply.status).toBe(200)
    const { id: nextId } = JSON.parse(reply.text) as { id: string }
    const nextPath = (requirement: string) => `${IMC_BASE}/solicitudes/${nextId}/requisito/${requirement}`
    expect(await listFiles(config.dataDir)).toHaveLength(3)
    expect((await upload(url, nextPath(SECOND), cookie, createPdf('otra.pdf'))).status).toBe(200)
    expect((await upload(url, nextPath(FIRST), cookie, createPdf('firmada.pdf'))).status).toBe(200)
    expect(await listFiles(config.dataDir)).toHaveLength(5)
    for (const address of [path(FIRST), path(SECOND), path(THIRD), nextPath(SECOND), nextPath(THIRD)]) {
      expect((await browser.get(address)).status).toBe(200)
    }
    expect(JSON.parse((await browser.get(`${IMC_BASE}/solicitudes/${nextId}`)).text).data[0]).toMatchObject({
      ...{ estatus: 'En trámite', corrige_id: id },
    })
  })
})
