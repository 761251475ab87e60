import { describe, expect, test } from 'vitest'

import { IMC_BASE } from '#server/http/paths.ts'
import { findAuditPage } from '#server/imc/audit/audit-log-store.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { createBrowser, startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { samplePdf } from '#tests/support/sample-files.ts'
import { upload } from '#tests/support/uploads.ts'

const KEY = 'una-clave-de-dieciseis'
const START = Date.UTC(2026, 10, 30, 15)

/** Query for the newest entries of an audit log. */
const NEWEST_QUERY = { kind: 'all' as const, person: '', action: null, from: null, until: null, after: null, limit: 40 }

const LINK_REQUEST = {
  entidad_id: 'ent-andina',
  paquete_id: 'paq-usd-pro',
  numero: '004512',
  perfil_id: 'prf-operador',
  pantalla: 'P-07',
  administrador_id: 'usr-andina-admin',
  usuario_id: 'usr-andina-cnino',
  observaciones: '',
  perfil: 'prf-operador',
}
const PURCHASE_REQUEST = {
  entidad_id: 'ent-andina',
  paquete_id: 'paq-usd-nd',
  administrador_id: 'usr-andina-admin',
  precio: 986_300,
  cantidad: 2,
}

async function startOperator(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const time = testTime(START)
  const env = { OPERATOR_KEY: KEY, AUTO_APPROVE_AFTER: '30s' }
  const server = await startIdentity({ imc: true, database, time, env })
  const browser = createBrowser(server.url)
  const login = { entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
  expect((await browser.post(`${IMC_BASE}/usuarios/login`, login)).status).toBe(200)
  const client = createOperatorClient({ url: server.url, key: KEY })
  const run = async (...argv: readonly string[]) => {
    const command = readCommand(argv)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    return runCommand(client, command.value)
  }
  const send = async (path: string, body: object) => {
    const reply = await browser.post(`${IMC_BASE}${path}`, body)
    expect(reply.status).toBe(200)
    return (JSON.parse(reply.text) as { data: { id: string; referencia: string } }).data
  }
  const readScreen = (id: string) =>
    database.db
      .selectFrom('imc_screens')
      .select(['status', 'user_id', 'request_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...server, time, browser, run, send, readScreen }
}

describe.each(ENGINES)('%s', (engine) => {
  test('the operator can approve a link request once, after the upload of all its documents', async () => {
    const { run, send, readScreen, browser, url, database } = await startOperator(engine)
    const { id, referencia } = await send('/entidades/solicitud/asignar', LINK_REQUEST)
    expect(await run('approve', referencia)).toEqual({
      ok: false,
      error: 'La solicitud ya está decidida, o le faltan documentos para aprobarla.',
    })
    for (const requirement of ['req-autorizacion', 'req-documento', 'req-certificacion']) {
      const path = `${IMC_BASE}/solicitudes/${id}/requisito/${requirement}`
      const file = { name: 'carta.pdf', content: samplePdf() }
      expect((await upload(url, path, browser.cookies(), file)).status).toBe(200)
    }
    const folder = await temporaryFolder()
    const details = await run('show', referencia, '--files', folder)
    expect(details.ok && details.value).toContain('✓ Carta de autorización: carta.pdf (600 bytes)')
    const path = `${folder}/${referencia}-req-documento-carta.pdf`
    expect(details.ok && details.value).toContain(path)
    expect(await run('show', referencia, '--files', path)).toEqual({
      ok: false,
      error: `La carpeta ${path} no se puede escribir: EEXIST: file already exists, mkdir '${path}'.`,
    })
    expect(await run('approve', referencia)).toEqual({ ok: true, value: 'Solicitud aprobada.' })
    expect(await readScreen('pan-004512-P-07')).toEqual({
      status: 'assigned',
      user_id: 'usr-andina-cnino',
      request_id: null,
    })
    expect((await run('approve', referencia)).ok).toBe(false)
    const audited = await database.db
      .selectFrom('records_audit')
      .select(['realm', 'entity_id', 'subject_name'])
      .where('action', '=', 'request-approved')
      .execute()
    expect(audited).toEqual([{ realm: 'operator', entity_id: 'ent-andina', subject_name: 'Operaciones' }])
  })

  test('the refusal of a link request releases the screen and adds the reason to the history', async () => {
    const { run, send, readScreen } = await startOperator(engine)
    const { referencia } = await send('/entidades/solicitud/asignar', LINK_REQUEST)
    expect(await run('refuse', referencia, '--reason', 'Falta la firma.')).toEqual({
      ok: true,
      value: 'Solicitud rechazada.',
    })
    expect(await readScreen('pan-004512-P-07')).toMatchObject({ status: 'available', request_id: null })
    const details = await run('show', referencia)
    expect(details.ok && details.value).toContain('Rechazada · Operaciones · Falta la firma.')
  })

  test('the approval of a purchase adds its subscriptions with their available screens', async () => {
    const { run, send, browser } = await startOperator(engine)
    const { referencia } = await send('/entidades/paquete/compra', PURCHASE_REQUEST)
    const list = await run('list', '--entity', 'andina')
    expect(list.ok && list.value).toContain(referencia)
    expect((await run('approve', referencia)).ok).toBe(true)
    const subscriptions = await browser.get(`${IMC_BASE}/entidades/ent-andina/suscripciones?paquete=paq-usd-nd`)
    expect(JSON.parse(subscriptions.text).data).toMatchObject([
      { total_pantallas: 5, total_disponibles: 5, precio: 986_300 },
      { total_pantallas: 5, total_disponibles: 5, precio: 986_300 },
    ])
  })

  test('approveDue approves complete requests after the configured time, except those due over a day ago', async () => {
    const { send, readScreen, time, entities, run } = await startOperator(engine)
    const releaseRequest = { ...LINK_REQUEST, pantalla: 'P-05' }
    await send('/entidades/solicitud/liberar', releaseRequest)
    time.pass(29_999)
    await entities?.operator.approveDue()
    expect((await readScreen('pan-004512-P-05')).status).toBe('transit')
    time.pass(1)
    await entities?.operator.approveDue()
    expect((await readScreen('pan-004512-P-05')).status).toBe('available')
    const missed = await run('show', 'S-2026-00420')
    expect(missed.ok && missed.value).toContain('En trámite')
  })

  test('the operator can add entities and packages with unique codes, and change packages', async () => {
    const { run, browser, database } = await startOperator(engine)
    expect(await run('messages')).toEqual({ ok: true, value: 'No hay.' })
    const newEntityArgs = [
      ...['entities', 'add', '--code', 'NORTE', '--name', 'Norte S. A.', '--admin', 'Ana Ruiz', '--user', 'aruiz'],
      ...['--email', 'ana@norte.example', '--document', 'CC:1020304050'],
    ]
    expect((await run(...newEntityArgs)).ok).toBe(true)
    const { rows } = await findAuditPage(database.db, 'ent-norte', NEWEST_QUERY)
    expect(rows).toMatchObject([
      { person: 'Operaciones', target: 'ent-norte', after: '{"name":"Norte S. A.","administrator":"Ana Ruiz"}' },
    ])
    expect(await run(...newEntityArgs)).toEqual({ ok: false, error: 'Ya existe una entidad con ese código.' })
    const mails = await database.db.selectFrom('records_outbox').select('recipient').execute()
    expect(mails).toEqual([{ recipient: 'ana@norte.example' }])
    const entities = await run('entities')
    expect(entities.ok && entities.value).toContain('NORTE')
    const newPackageArgs = ['packages', 'add', '--code', 'USD-1', '--name', 'Uno', '--price', '100', '--screens', '5']
    const tooManyScreensArgs = newPackageArgs.with(-1, '101')
    expect((await run(...tooManyScreensArgs, '--profile', 'prf-operador')).ok).toBe(false)
    expect((await run(...newPackageArgs, '--profile', 'prf-operador')).ok).toBe(true)
    expect((await run(...newPackageArgs, '--profile', 'prf-operador')).ok).toBe(false)
    expect(await run(...newPackageArgs, '--profile', 'prf-nada')).toEqual({ ok: false, error: 'El perfil no existe.' })
    expect((await run('packages', 'set', 'USD-1', '--price', '120')).ok).toBe(true)
    const offers = JSON.parse((await browser.get(`${IMC_BASE}/paquetes`)).text).data
    expect(offers.find(({ codigo }: { codigo: string }) => codigo === 'USD-1')).toMatchObject({ precio: 120 })
    expect(await run('packages', 'set', 'NADA', '--price', '1')).toEqual({ ok: false, error: 'El paquete no existe.' })
    const messages = await run('messages')
    expect(messages.ok && messages.value).toMatch(/ {2}pendiente {2}ana@norte\.example {2}\S+ \S+ {2}0$/)
    expect((await run('messages', 'retry', 'x')).ok).toBe(false)
  })

  test('a command reports an unknown reference, a wrong key and an unreachable server', async () => {
    const { run, url } = await startOperator(engine)
    expect(await run('show', 'S-2026-99999')).toEqual({ ok: false, error: 'La solicitud no existe.' })
    const list = readCommand(['list'])
    if (!list.ok) throw new Error(list.error.kind)
    const clientWithWrongKey = createOperatorClient({ url, key: 'otra-clave-de-dieciseis' })
    expect(await runCommand(clientWithWrongKey, list.value)).toEqual({
      ok: false,
      error: 'La clave del operador no es válida.',
    })
    const unreachable = createOperatorClient({ url: 'http://127.0.0.1:1', key: KEY })
    expect(await runCommand(unreachable, list.value)).toEqual({
      ok: false,
      error: 'No hay un servidor en http://127.0.0.1:1. Inícielo, o indique su dirección en OPERATOR_URL.',
    })
  })
})
