import { describe, expect, test } from 'vitest'

import { OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { packageGroupsReply, subscriptionsReply } from '#src/adapters/http/contract/imc/packages.ts'
import { auditReply, requestDetailReply, requestsReply } from '#src/adapters/http/contract/imc/requests.ts'
import { screensReply } from '#src/adapters/http/contract/imc/screens.ts'
import { entityUsersReply } from '#src/adapters/http/contract/imc/users.ts'
import { AUDIT_ACTIONS, type AuditAction, UNFILTERED_AUDIT_ACTIONS } from '#src/domain/imc/audit/audit.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, statusAndBody, type TestBrowser } from '#tests/support/identity.ts'
import { AT } from '#tests/support/imc.ts'
import { addMarkedEntity, createMarkedEntity } from '#tests/support/imc-entities.ts'

const ENTITY = `${IMC_BASE}/entidades/ent-andina`
const SUBSCRIPTION = `${ENTITY}/suscripciones/004512`

/** Starts a server with Andina and the foreign entity `qxzb`, and signs in a user of Andina. */
async function start(engine: (typeof ENGINES)[number], username = 'admin') {
  const server = await startIdentity({ imc: true, database: await temporaryDatabase(engine), engine })
  const foreignEntity = createMarkedEntity('qxzb', '900001', 'hash')
  await addMarkedEntity(server.database, foreignEntity)
  const signIn = async (usr_name: string) => {
    const browser = createBrowser(server.url)
    const credentials = { entidad: 'ANDINA', usr_name, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, credentials)).status).toBe(200)
    return browser
  }
  return { ...server, browser: await signIn(username), signIn }
}

const createScreenForm = (pantalla: string) => ({
  entidad_id: 'ent-andina',
  paquete_id: 'paq-usd-pro',
  numero: '004512',
  perfil_id: 'prf-operador',
  pantalla,
  administrador_id: 'usr-andina-admin',
})

const createUserForm = (changes: Record<string, unknown> = {}) => ({
  es_activo: true,
  es_exento: false,
  rolename: 'administrador',
  email_address: 'mrojas@andina.example',
  cargo: 'Gerente',
  telefono: '6015550144',
  nombre: 'Marta Rojas Gil',
  tipo_doc: 'CC',
  idoc_numero: '1020304053',
  usr_name: '',
  entidad_id: 'ent-andina',
  administrador_id: 'usr-andina-admin',
  ...changes,
})

const put = async (browser: TestBrowser, path: string, body: unknown) =>
  browser.storeCookies(
    await browser.sendOnly('PUT', path, { 'content-type': 'application/json' }, JSON.stringify(body)),
  )

const toCursor = (values: readonly string[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** Paths of foreign or unknown items and malformed queries, each with its status. */
const REFUSED_READS = [
  ['usuarios/usr-qxzb-qxzbadmin', 403],
  ['usuarios/usr-unknown', 404],
  ['entidades/ent-qxzb/usuarios', 403],
  ['entidades/ent-unknown/usuarios', 403],
  ['entidades/ent-andina/suscripciones/900001', 403],
  ['entidades/ent-andina/suscripciones/999999', 404],
  ['entidades/ent-andina/suscripciones?paquete=paq-nothing', 404],
  ['entidades/ent-qxzb/pantallas', 403],
  ['entidades/ent-qxzb/pantallas/disponibles', 403],
  ['entidades/ent-andina/pantallas/disponibles?perfilActual=', 400],
  ['entidades/ent-andina/pantallas/disponibles?perfilActual=prf-nothing', 404],
  ['perfiles/prf-nothing/perfiles', 404],
  ['requisitos/perfil/prf-nothing', 404],
  ['solicitudes/sol-99999', 404],
  ['entidades/ent-andina/usuarios?limite=0', 400],
  ['entidades/ent-andina/usuarios?limite=201', 400],
  ['entidades/ent-andina/usuarios?limite=10&despues=nothing', 400],
  ['entidades/ent-andina/usuarios?limite=10&buscar=%00', 400],
  ['entidades/ent-andina/usuarios?limite=10&buscar=a%00', 400],
  [`entidades/ent-andina/usuarios?limite=10&despues=${toCursor(['a\0', 'b'])}`, 400],
  [`entidades/ent-andina/suscripciones/004512?limite=10&despues=${toCursor(['\0'])}`, 400],
  ['entidades/ent-andina/auditoria?despues=%00', 400],
  ['entidades/ent-andina/auditoria?persona=%00', 400],
  ['entidades/ent-andina/auditoria?desde=ayer', 400],
] as const

/** Changes that make a new user invalid, and the message of each. */
const INVALID_USERS = [
  [{ rolename: '' }, 'El rol es obligatorio'],
  [{ rolename: 'operador' }, 'Rol: La opción no es válida.'],
  [{ email_address: null }, 'El correo electrónico es obligatorio'],
  [{ nombre: '' }, 'Los campos de Documento y Nombre son obligatorios'],
  [{ idoc_numero: '' }, 'Los campos de Documento y Nombre son obligatorios'],
  [{ tipo_doc: 'XX' }, 'Tipo de documento: La opción no es válida.'],
  [
    { tipo_doc: 'NIT', idoc_numero: '800197268', idoc_dv: '5' },
    'Dígito de verificación: El dígito de verificación no corresponde al NIT.',
  ],
  [{ nombre: 'a'.repeat(101) }, 'Nombre: Entre 1 y 100 caracteres.'],
] as const

/** Activations and deactivations in order: user, new value, status and message. */
const ACTIVATIONS = [
  ['usr-andina-cnino', false, 200, 'Usuario desactivado con exito.'],
  ['usr-andina-emunoz', 'Si', 200, 'Usuario activado con exito.'],
  ['usr-andina-cnino', '1', 200, 'Usuario activado con exito.'],
  ['usr-andina-fquinones', 0, 409, 'El usuario tiene una solicitud en curso.'],
  ['usr-andina-operador', 'N', 409, 'El usuario tiene una pantalla asignada.'],
  ['usr-andina-nuevo', false, 409, 'Un administrador no se puede activar ni desactivar.'],
  ['usr-qxzb-qxzba', false, 403, 'La entidad no corresponde a su sesión.'],
  ['usr-unknown', false, 404, 'El usuario no existe.'],
  ['usr-andina-cnino', 'quizás', 400, 'El campo «es_activo» no es válido.'],
] as const

/** Names with special characters of LIKE, each with a part of the name. Two names contain `%`. */
const LIKE_NAMES = [
  ['Ana 100% Gil', '0% g'],
  ['Ana 1000 Gil', '00 g'],
  ['Luis_Paz Gil', 's_p'],
  ['Luis Paz Gil', 's p'],
  ['Rosa\\Mar Gil', 'a\\m'],
  ['Eva% Gil', '%'],
  ['Eva_ Gil', 'a_'],
] as const

/** Requests with forged, foreign or invalid values. */
const REFUSED_REQUESTS = [
  ['paquete/compra', { paquete_id: 'paq-usd-pro', precio: 1, cantidad: 1 }, 409],
  ['paquete/compra', { paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: 0 }, 400],
  ['paquete/compra', { paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: -1 }, 400],
  ['paquete/compra', { paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: 1.5 }, 400],
  ['paquete/compra', { paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: 1e9 }, 400],
  ['paquete/compra', { entidad_id: 'ent-qxzb', paquete_id: 'paq-usd-pro', precio: 1_842_500, cantidad: 1 }, 403],
  ['paquete/compra', { administrador_id: 'usr-qxzb-a', paquete_id: 'paq-usd-pro', precio: 1, cantidad: 1 }, 403],
  ['solicitud/liberar', { ...createScreenForm('P-05'), numero: '900001' }, 403],
  ['solicitud/liberar', { ...createScreenForm('P-05'), entidad_id: 'ent-qxzb' }, 403],
  ['solicitud/liberar', createScreenForm('P-07'), 409],
  ['solicitud/liberar', createScreenForm('P-99'), 404],
  ['solicitud/asignar', { ...createScreenForm('P-07'), usuario_id: 'usr-qxzb-qxzba', perfil: 'prf-operador' }, 403],
  ['solicitud/reasignar', { ...createScreenForm('P-08'), usuario_id: 'usr-qxzb-qxzba' }, 403],
  [
    'solicitud/reasignar',
    {
      ...createScreenForm('P-08'),
      usuario_id: 'usr-andina-operador',
      numero_origen: '900001',
      pantalla_origen: 'P-01',
    },
    403,
  ],
] as const

/** Searches: text, filter, and ids of the found users. */
const SEARCHES = [
  ['NIÑO', '', ['usr-andina-cnino']],
  ['zu', '', ['usr-andina-azuluaga']],
  ['  camilo  pen', '', ['usr-andina-operador']],
  ['o%z', '', []],
  ['muñoz', '&activo=true', []],
  ['muñoz', '&activo=false', ['usr-andina-emunoz']],
] as const

describe.each(ENGINES)('%s', (engine) => {
  test('the lists equal the documented replies', async () => {
    const { browser } = await start(engine)
    const users = entityUsersReply.parse(json(await browser.get(`${ENTITY}/usuarios`)))
    expect(users.data.find(({ id }) => id === 'usr-andina-operador')).toMatchObject({
      usr_name: 'operador',
      rolename: 'usuario',
      estatus: 'asignada',
      nombre_perfil: 'Operador dólar',
      numero: '004512',
      paquete_id: 'paq-usd-pro',
      contrato_pendiente: false,
      idoc_id: 'doc-cc',
      idoc_dv: null,
      created_at: '2026-03-02T08:15:00-05:00',
    })
    const groups = packageGroupsReply.parse(json(await browser.get(`${ENTITY}/suscripciones?agrupado=true`)))
    expect(groups.data[0]).toEqual({
      paquete_id: 'paq-usd-pro',
      codigo: 'USD-PRO-10',
      nombre_paquete: 'Dólar profesional',
      total_pantallas: 20,
      total_disponibles: 8,
      total_asignadas: 11,
      total_transito: 1,
      precio: 3_685_000,
    })
    const subscriptions = subscriptionsReply.parse(
      json(await browser.get(`${ENTITY}/suscripciones?paquete=paq-usd-pro`)),
    )
    expect(subscriptions.data.map(({ numero }) => numero)).toEqual(['004512', '004538'])
    expect(json(await browser.get(`${ENTITY}/suscripciones?paquete=paq-tec`))).toEqual({ data: [] })
    const screens = screensReply.parse(json(await browser.get(`${ENTITY}/suscripciones/004512`)))
    expect(screens.data[8]).toEqual({
      usuario_id: 'usr-andina-fquinones',
      perfil_id: 'prf-operador',
      pantalla: 'P-09',
      perfil: 'Operador dólar',
      username: 'fquinones',
      usuario: 'Fabiola Quiñones',
      estatus: 'transito',
      estatus_pantalla: 'Tránsito',
      entidad_id: 'ent-andina',
      paquete_id: 'paq-usd-pro',
      numero: '004512',
      codigo: 'USD-PRO-10',
      nombre: 'Dólar profesional',
      solicitud_id: 'sol-00420',
      ultimo_uso: null,
      uso_reportado: true,
      vence: null,
      puede_vencer: false,
    })
    const requests = requestsReply.parse(json(await browser.get(`${ENTITY}/solicitudes`)))
    expect(requests.data[2]).toEqual({
      id: 'sol-00415',
      referencia: 'S-2026-00415',
      usuario: 'Paula Ibáñez Cárdenas',
      fecha: '2026-11-17T15:20:00-05:00',
      tipo: 'Compra de paquete',
      estatus: 'Aprobada',
      corregida_id: null,
      corregida_referencia: null,
    })
    const detail = requestDetailReply.parse(json(await browser.get(`${IMC_BASE}/solicitudes/sol-00418`)))
    expect(detail.data[0]).toMatchObject({
      administrador: 'Paula Ibáñez Cárdenas',
      usuario_id: 'usr-andina-cnino',
      numero: '004512',
      pantalla: 'P-07',
      observaciones: 'Reemplazo por vacaciones.',
      motivo: 'La carta de autorización no está firmada.',
    })
    expect(detail.data[0]?.historial[0]).toEqual({
      estatus: 'Creada',
      fecha: '2026-11-18T09:12:40-05:00',
      detalle: 'Por Paula Ibáñez Cárdenas.',
      persona: 'Paula Ibáñez Cárdenas',
    })
    expect(detail.data[0]?.historial.map(({ persona }) => persona)).toEqual([
      ...['Paula Ibáñez Cárdenas', 'Paula Ibáñez Cárdenas', null, 'Operaciones'],
    ])
  })

  test('profiles, requirements, document types, free screens and offers equal the documented replies', async () => {
    const { browser } = await start(engine)
    expect(json(await browser.get(`${IMC_BASE}/perfiles/prf-operador/perfiles`))).toEqual({
      data: [
        { perfil_id: 'prf-operador', nombre: 'Operador dólar' },
        { perfil_id: 'prf-consulta', nombre: 'Consulta' },
      ],
    })
    expect(json(await browser.get(`${IMC_BASE}/requisitos/perfil/prf-operador`)).data[0]).toEqual({
      requisito_id: 'req-autorizacion',
      nombre: 'Carta de autorización',
    })
    expect(json(await browser.get(`${ENTITY}/pantallas/disponibles?perfilActual=prf-operador`)).data[0]).toEqual({
      entidad_id: 'ent-andina',
      paquete_id: 'paq-usd-pro',
      numero: '004512',
      perfil_id: 'prf-operador',
      pantalla: 'P-07',
      codigo: 'USD-PRO-10',
      perfil: 'Operador dólar',
    })
    expect(json(await browser.get(`${ENTITY}/usuarios/asignables`)).data[0]).toEqual({
      usuario_id: 'usr-andina-cnino',
      nombre: 'César Augusto Niño',
    })
    expect(json(await browser.get(`${IMC_BASE}/app/idocs`)).data).toHaveLength(4)
    expect(json(await browser.get(`${IMC_BASE}/paquetes`)).data[0]).toEqual({
      id: 'paq-usd-pro',
      codigo: 'USD-PRO-10',
      nombre: 'Dólar profesional',
      precio: 1_842_500,
    })
  })

  test('a read returns 403 for a foreign item, 404 for an unknown item and 400 for a malformed query', async () => {
    const { browser } = await start(engine)
    for (const [path, status] of REFUSED_READS) {
      const reply = await browser.get(`${IMC_BASE}/${path}`)
      expect([path, reply.status, Object.keys(json(reply))]).toEqual([path, status, ['message']])
      expect(reply.text).not.toMatch(/qxzb/i)
    }
  })

  test('a new administrator gets a temporary password by mail, but cannot sign in without a contract', async () => {
    const { browser, database } = await start(engine)
    const created = await browser.post(`${IMC_BASE}/usuarios`, createUserForm())
    expect(statusAndBody(created)).toMatchObject([200, { message: 'Usuario creado.' }])
    const { id } = json(created).data
    const row = json(await browser.get(`${IMC_BASE}/usuarios/${id}`)).data[0]
    expect(row).toMatchObject({ usr_name: 'mrojas', rolename: 'administrador', contrato_pendiente: true })
    const [mail] = await database.db.selectFrom('records_outbox').selectAll().execute()
    expect(mail).toMatchObject({ kind: 'mail', recipient: 'mrojas@andina.example', status: 'pending' })
    const password = /Clave temporal: (\S+)/.exec(JSON.parse(mail?.content ?? '{}').text)?.[1] ?? ''
    expect(password).toHaveLength(16)
    const credentials = { entidad: 'ANDINA', usr_name: 'mrojas', usr_pwd: password }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, credentials)).status).toBe(403)
    await database.db.updateTable('imc_users').set({ contract_pending: 0 }).where('id', '=', id).execute()
    expect(json(await browser.post(`${IMC_BASE}/usuarios/login`, credentials)).data[0]).toMatchObject({
      id,
      cambiar_pwd: true,
    })
  })

  test('a user name is unique in its entity, and one derived from a name gets a number if it is taken', async () => {
    const { browser } = await start(engine)
    const create = (changes: Record<string, unknown>) => browser.post(`${IMC_BASE}/usuarios`, createUserForm(changes))
    const createAndReadName = async (changes: Record<string, unknown>) => {
      const { data } = json(await create({ rolename: 'usuario', email_address: null, ...changes }))
      return json(await browser.get(`${IMC_BASE}/usuarios/${data.id}`)).data[0].usr_name
    }
    expect([await createAndReadName({}), await createAndReadName({}), await createAndReadName({})]).toEqual([
      'mrojas',
      'mrojas2',
      'mrojas3',
    ])
    expect(statusAndBody(await create({ usr_name: 'MRojas' }))).toEqual([
      409,
      { message: 'El nombre de usuario MRojas ya existe en la entidad.' },
    ])
    expect(await createAndReadName({ usr_name: 'otro' })).toBe('otro')
  })

  test('an invalid new user returns 400 with the message of the first invalid field', async () => {
    const { browser } = await start(engine)
    for (const [changes, message] of INVALID_USERS) {
      const reply = await browser.post(`${IMC_BASE}/usuarios`, createUserForm(changes))
      expect([changes, reply.status, json(reply).message]).toEqual([changes, 400, message])
    }
  })

  test('a search treats the special characters of LIKE literally', async () => {
    const { browser } = await start(engine)
    for (const [nombre] of LIKE_NAMES) {
      const created = await browser.post(`${IMC_BASE}/usuarios`, createUserForm({ nombre, rolename: 'usuario' }))
      expect([nombre, created.status]).toEqual([nombre, 200])
    }
    for (const [nombre, text] of LIKE_NAMES) {
      const found = json(await browser.get(`${ENTITY}/usuarios?limite=10&buscar=${encodeURIComponent(text)}`))
      expect([text, found.data.map((row: { nombre: string }) => row.nombre)]).toEqual([
        text,
        text === '%' ? ['Ana 100% Gil', nombre] : [nombre],
      ])
    }
    expect(json(await browser.get(`${SUBSCRIPTION}?limite=10&buscar=${encodeURIComponent('%')}`)).data).toEqual([])
  })

  test('an edit of a user changes only the editable fields', async () => {
    const { browser } = await start(engine)
    const path = `${IMC_BASE}/usuarios/usr-andina-operador`
    const before = json(await browser.get(path)).data[0]
    const forged = {
      ...{ rolename: 'administrador', es_activo: false, estatus: 'disponible', usr_name: 'root' },
      ...{ nombre_perfil: 'Otro', idoc_id: 'doc-x', created_by: 'Otra persona', updated_by: 'Otra persona' },
    }
    const edit = { ...before, ...forged, cargo: 'Jefe de mesa', nombre: 'Andrés C. Peñuela' }
    expect(statusAndBody(await put(browser, path, edit))).toEqual([200, { message: 'Usuario actualizado.' }])
    const after = json(await browser.get(path)).data[0]
    expect(after).toEqual({
      ...before,
      cargo: 'Jefe de mesa',
      nombre: 'Andrés C. Peñuela',
      updated_by: 'Paula Ibáñez Cárdenas',
      updated_at: expect.any(String),
      version: before.version + 1,
    })
    const search = json(await browser.get(`${ENTITY}/usuarios?limite=10&buscar=andres%20c`))
    expect(search.data.map(({ id }: { id: string }) => id)).toEqual(['usr-andina-operador'])
    expect((await put(browser, `${IMC_BASE}/usuarios/usr-qxzb-qxzba`, edit)).status).toBe(403)
    expect((await put(browser, `${IMC_BASE}/usuarios/usr-unknown`, edit)).status).toBe(404)
  })

  test('an edit with an old version or an old updated_at returns 409; one without both overwrites (D81)', async () => {
    const { browser } = await start(engine)
    const path = `${IMC_BASE}/usuarios/usr-andina-operador`
    const { version, updated_at, ...user } = json(await browser.get(path)).data[0]
    const edit = (changes: object) => put(browser, path, { ...user, ...changes })
    expect((await edit({ cargo: 'A', version, updated_at: '2020-01-01T00:00:00-05:00' })).status).toBe(200)
    expect((await edit({ cargo: 'B', version })).status).toBe(409)
    expect((await edit({ cargo: 'B', updated_at })).status).toBe(409)
    expect((await edit({ cargo: 'B', version: version + 1 })).status).toBe(200)
    expect((await edit({ cargo: 'C' })).status).toBe(200)
    expect((await edit({ cargo: 'D', version: 'x' })).status).toBe(400)
    expect(json(await browser.get(path)).data[0]).toMatchObject({ cargo: 'C', version: version + 3 })
  })

  test('an activation or deactivation returns the status and message of its case', async () => {
    const { browser } = await start(engine)
    for (const updated_by of ['usr-andina-operador', 'Paula Ibáñez Cárdenas', 7]) {
      const forged = await browser.post(`${IMC_BASE}/usuarios/estatus`, {
        id: 'usr-andina-cnino',
        es_activo: false,
        updated_by,
      })
      expect(statusAndBody(forged)).toEqual([403, { message: 'Los datos no corresponden a su sesión.' }])
    }
    for (const [id, es_activo, status, message] of ACTIVATIONS) {
      const body = { id, es_activo, updated_by: 'usr-andina-admin' }
      const reply = await browser.post(`${IMC_BASE}/usuarios/estatus`, body)
      expect([id, es_activo, ...statusAndBody(reply)]).toEqual([id, es_activo, status, { message }])
    }
  })

  test('one of two simultaneous link requests for a screen returns 409 with the current screen', async () => {
    const { browser } = await start(engine)
    const send = (usuario_id: string) =>
      browser.post(`${IMC_BASE}/entidades/solicitud/asignar`, {
        ...createScreenForm('P-07'),
        usuario_id,
        observaciones: '',
        perfil: 'prf-operador',
      })
    const replies = await Promise.all([send('usr-andina-cnino'), send('usr-andina-iechavarria')])
    const [accepted, refused] = replies.toSorted((one, other) => one.status - other.status)
    expect(accepted && json(accepted)).toMatchObject({ message: 'Solicitud Enviada.', data: { id: 'sol-00421' } })
    expect(refused && statusAndBody(refused)).toMatchObject([
      409,
      { message: 'La pantalla ya tiene una solicitud en curso', data: [{ pantalla: 'P-07', estatus: 'transito' }] },
    ])
  })

  test('a request with forged, foreign or invalid values is refused and not stored', async () => {
    const { browser } = await start(engine)
    for (const [path, body, status] of REFUSED_REQUESTS) {
      const reply = await browser.post(`${IMC_BASE}/entidades/${path}`, body)
      expect([path, body, reply.status]).toEqual([path, body, status])
      expect(reply.text).not.toMatch(/qxzb/i)
    }
    expect(json(await browser.get(`${ENTITY}/solicitudes`)).data).toHaveLength(3)
  })

  test('a purchase repeated with its idempotency key creates its subscriptions once, after the approval', async () => {
    const { browser, database } = await start(engine)
    const order = { paquete_id: 'paq-tec', precio: 659_200, cantidad: 2 }
    const key = { 'idempotency-key': 'one-dialog' }
    const first = await browser.post(`${IMC_BASE}/entidades/paquete/compra`, order, key)
    expect(await browser.post(`${IMC_BASE}/entidades/paquete/compra`, order, key)).toMatchObject({ text: first.text })
    const other = await browser.post(`${IMC_BASE}/entidades/paquete/compra`, { ...order, cantidad: 3 }, key)
    expect(other.status).toBe(409)
    const { id } = json(first)
    await database.transaction((tx) =>
      settleRequest(tx, id, 'approved', { at: AT, person: 'Op', origin: null, reason: '' }),
    )
    const { data } = json(await browser.get(`${ENTITY}/suscripciones?paquete=paq-tec`))
    expect(data).toMatchObject([{ total_pantallas: 5, total_disponibles: 5, precio: 659_200 }, {}])
  })

  test('a read of an unchanged request with its ETag returns 304 without a body', async () => {
    const { browser, database } = await start(engine)
    const path = `${IMC_BASE}/solicitudes/sol-00420`
    const { etag = '' } = (await browser.get(path)).headers
    expect(etag).not.toBe('')
    expect(await browser.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    await database.transaction((tx) =>
      settleRequest(tx, 'sol-00420', 'approved', { at: AT, person: 'Op', origin: null, reason: '' }),
    )
    expect((await browser.get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('the pages of users contain every user once, in the order of the list', async () => {
    const { browser } = await start(engine)
    const allIds = json(await browser.get(`${ENTITY}/usuarios`)).data.map(({ id }: { id: string }) => id)
    const pagedIds: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&despues=${next}`
      const page = json(await browser.get(`${ENTITY}/usuarios?limite=7${cursor}`))
      pagedIds.push(...page.data.map(({ id }: { id: string }) => id))
      next = page.siguiente
    }
    expect(pagedIds).toEqual(allIds)
  })

  test('a filter or cursor without limite returns a page of up to 200 rows', async () => {
    const { browser } = await start(engine)
    const readIds = async (query: string) => {
      const { data, siguiente } = json(await browser.get(`${ENTITY}/usuarios?${query}`))
      expect(siguiente).toBeNull()
      return data.map(({ id }: { id: string }) => id)
    }
    const inactiveIds = await readIds('limite=200&activo=N')
    expect(inactiveIds).toContain('usr-andina-emunoz')
    expect(await readIds('activo=N')).toEqual(inactiveIds)
    expect(await readIds('buscar=andres%20c')).toEqual(['usr-andina-operador'])
    const { siguiente } = json(await browser.get(`${ENTITY}/usuarios?limite=1`))
    expect(await readIds(`despues=${siguiente}`)).toEqual(await readIds(`limite=200&despues=${siguiente}`))
    expect((await browser.get(`${ENTITY}/usuarios?despues=nothing`)).status).toBe(400)
  })

  test('a search or cursor of screens without limite returns a page of up to 200 rows', async () => {
    const { browser } = await start(engine)
    const readPage = async (query: string) => {
      const { data, siguiente } = json(await browser.get(`${SUBSCRIPTION}?${query}`))
      return { names: data.map(({ pantalla }: { pantalla: string }) => pantalla), siguiente }
    }
    const { data } = json(await browser.get(SUBSCRIPTION))
    const names: readonly string[] = data.map(({ pantalla }: { pantalla: string }) => pantalla)
    expect(names.length).toBeGreaterThan(4)
    expect(await readPage('buscar=andres%20c')).toEqual({ names: ['P-05'], siguiente: null })
    expect(await readPage('buscar=nadie')).toEqual({ names: [], siguiente: null })
    const { siguiente } = await readPage('limite=3')
    expect(await readPage(`despues=${siguiente}`)).toEqual({ names: names.slice(3), siguiente: null })
    expect((await browser.get(`${SUBSCRIPTION}?despues=nothing`)).status).toBe(400)
    // Screens are neither active nor inactive: without a search or a cursor, the list is whole.
    expect(await readPage('activo=N')).toEqual({ names, siguiente: undefined })
  })

  test('a search finds parts of names and ignores case and accents', async () => {
    const { browser } = await start(engine)
    for (const [text, filter, ids] of SEARCHES) {
      const query = `limite=40&buscar=${encodeURIComponent(text)}${filter}`
      const { data } = json(await browser.get(`${ENTITY}/usuarios?${query}`))
      expect([text, data.map(({ id }: { id: string }) => id)]).toEqual([text, ids])
    }
  })

  test('the audit log shows the creation of the entity by the operator', async () => {
    const { browser, database } = await start(engine)
    const after = { name: 'Andina', administrator: 'Ana Ruiz' }
    const entry = { ...OPERATOR, entityId: 'ent-andina', target: 'ent-andina', after }
    await recordAudit(database.db, { ...entry, action: 'entity-added', at: Date.now(), origin: null })
    const { data } = auditReply.parse(json(await browser.get(`${ENTITY}/auditoria`)))
    expect(data).toContainEqual(
      expect.objectContaining({
        persona: 'Operaciones',
        accion: 'Entidad creada',
        despues: { Nombre: 'Andina', Administrador: 'Ana Ruiz' },
      }),
    )
  })

  test('the audit log of an entity from an earlier release has Spanish names and the operator', async () => {
    const { browser, database } = await start(engine)
    const entry = { ...OPERATOR, subjectName: null, entityId: 'ent-andina', target: 'ent-andina' }
    const after = { nombre: 'Andina', administrador: 'Ana Ruiz' }
    await recordAudit(database.db, { ...entry, after, action: 'entity-added', at: Date.now(), origin: null })
    const { data } = auditReply.parse(json(await browser.get(`${ENTITY}/auditoria?persona=operaciones`)))
    expect(data).toMatchObject([
      {
        persona: 'Operaciones',
        accion: 'Entidad creada',
        despues: { Nombre: 'Andina', Administrador: 'Ana Ruiz' },
      },
    ])
  })

  test('the audit log shows a Spanish text for every action, also for an unknown action', async () => {
    const { browser, database } = await start(engine)
    const unknownAction = 'action-of-another-release' as AuditAction
    const actions = [...AUDIT_ACTIONS, ...UNFILTERED_AUDIT_ACTIONS, unknownAction]
    const entry = { ...OPERATOR, subjectName: 'Prueba', entityId: 'ent-andina', target: null, origin: null }
    for (const [i, action] of actions.entries()) {
      await recordAudit(database.db, { ...entry, action, at: Date.now() + i })
    }
    const { data } = auditReply.parse(json(await browser.get(`${ENTITY}/auditoria?persona=prueba`)))
    const texts = data.map(({ accion }) => accion)
    expect(new Set(texts).size).toBe(actions.length)
    expect(texts.filter((text) => !/^[A-Z][a-zó]+ /.test(text) && text !== 'Ingreso')).toEqual([])
    expect(texts[0]).toBe('Otra acción')
  })

  test('the audit log shows only values with a known name, so that no secret leaks (D104)', async () => {
    const { browser, database } = await start(engine)
    const secrets = { password: 'Secreta#2026', token: 'tok-1', codigo: '123456', __proto: 'x', constructor: 'x' }
    const entry = { ...OPERATOR, subjectName: 'Prueba', entityId: 'ent-andina', target: null, origin: null }
    const before = { ...secrets, position: '', name: 'Ana' }
    const after = { ...secrets, position: 'Gerente', name: '' }
    await recordAudit(database.db, { ...entry, action: 'user-edited', at: Date.now(), before, after })
    const { data } = auditReply.parse(json(await browser.get(`${ENTITY}/auditoria?persona=prueba`)))
    expect(data).toMatchObject([{ antes: { Cargo: '', Nombre: 'Ana' }, despues: { Cargo: 'Gerente', Nombre: '' } }])
    expect(Object.keys(data[0]?.antes ?? {})).toEqual(['Cargo', 'Nombre'])
    expect(JSON.stringify(data)).not.toMatch(/Secreta|tok-1|123456/)
  })

  test('an administrator can filter the audit log by person, action and day', async () => {
    const { url, browser, signIn } = await start(engine)
    await browser.post(`${IMC_BASE}/usuarios/estatus`, { id: 'usr-andina-cnino', es_activo: false })
    await put(browser, `${IMC_BASE}/usuarios/usr-andina-operador`, createUserForm({ nombre: 'Andrés Camilo Peñuela' }))
    const read = async (query: string) => auditReply.parse(json(await browser.get(`${ENTITY}/auditoria?${query}`))).data
    expect((await read(''))[0]).toMatchObject({
      accion: 'Usuario editado',
      persona: 'Paula Ibáñez Cárdenas',
      objeto: 'Andrés Camilo Peñuela',
      antes: { Cargo: 'Operador de mesa' },
      despues: { Cargo: 'Gerente' },
    })
    expect(await read('accion=Usuario%20desactivado')).toMatchObject([
      { objeto: 'César Augusto Niño', antes: { Activo: 'Sí' }, despues: { Activo: 'No' } },
    ])
    await browser.post(`${IMC_BASE}/usuarios`, createUserForm({ nombre: 'Marta Rojas Gil' }))
    expect((await read('accion=Usuario%20creado'))[0]?.despues).toEqual({
      Nombre: 'Marta Rojas Gil',
      'Nombre de usuario': 'mrojas',
      Rol: 'administrador',
      Activo: 'Sí',
      Contingencia: 'No',
    })
    const wrongCredentials = { entidad: 'ANDINA', usr_name: 'operador', usr_pwd: 'Otra#Clave2026' }
    await createBrowser(url).post(`${IMC_BASE}/usuarios/login`, wrongCredentials)
    expect((await read('accion=Ingreso%20rechazado'))[0]?.despues).toEqual({ Motivo: 'Credenciales incorrectas' })
    expect(await read('persona=IBANEZ&accion=Usuario%20editado')).toHaveLength(1)
    expect(new Set((await read('tipo=ingresos')).map(({ accion }) => accion))).toEqual(
      new Set(['Ingreso', 'Ingreso rechazado']),
    )
    expect((await read('tipo=cambios')).some(({ accion }) => accion.startsWith('Ingreso'))).toBe(false)
    expect(await read('tipo=cambios&accion=Ingreso%20rechazado')).toHaveLength(1)
    expect((await read('tipo=todo')).length).toBe((await read('')).length)
    expect((await browser.get(`${ENTITY}/auditoria?tipo=otros`)).status).toBe(400)
    expect(await read('persona=nadie')).toEqual([])
    expect(await read('hasta=2026-01-01')).toEqual([])
    const reader = await signIn('operador')
    expect((await reader.get(`${ENTITY}/auditoria`)).status).toBe(403)
  })

  test('a user with the role usuario can read the lists and change nothing', async () => {
    const { browser } = await start(engine, 'operador')
    for (const path of ['usuarios', 'suscripciones', 'solicitudes', 'usuarios/asignables']) {
      expect((await browser.get(`${ENTITY}/${path}`)).status).toBe(200)
    }
    expect((await browser.post(`${IMC_BASE}/usuarios`, createUserForm())).status).toBe(403)
    expect((await put(browser, `${IMC_BASE}/usuarios/usr-andina-operador`, createUserForm())).status).toBe(403)
    expect((await browser.post(`${IMC_BASE}/entidades/solicitud/liberar`, createScreenForm('P-05'))).status).toBe(403)
  })
})
