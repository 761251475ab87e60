import { expect, test } from 'vitest'

import { IMC_BASE } from '#server/http/paths.ts'
import { openEntityOperations } from '#server/imc/entity-operations.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestBrowser } from '#tests/support/identity.ts'
import { AT } from '#tests/support/imc.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { samplePdf } from '#tests/support/sample-files.ts'
import { upload } from '#tests/support/uploads.ts'

const ENTITY = `${IMC_BASE}/entidades/ent-andina`

/** Paths of every list that the API sends without pages (§7.2). */
const LISTS = [
  `${ENTITY}/usuarios`,
  `${ENTITY}/usuarios/asignables`,
  `${ENTITY}/suscripciones`,
  `${ENTITY}/suscripciones?agrupado=true`,
  `${ENTITY}/suscripciones?paquete=paq-usd-pro`,
  `${ENTITY}/suscripciones/004512`,
  `${ENTITY}/pantallas/disponibles?perfilActual=prf-operador`,
  `${ENTITY}/solicitudes`,
  `${ENTITY}/pantallas/disponibles`,
  `${ENTITY}/pantallas`,
] as const

const screen = {
  ...{ entidad_id: 'ent-andina', paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador' },
  ...{ administrador_id: 'usr-andina-admin' },
}

const person = { nombre: 'Marta Rojas Gil', tipo_doc: 'CC', idoc_numero: '1020304053', cargo: 'Gerente', telefono: '' }

interface Portal {
  readonly url: string
  readonly browser: TestBrowser
  readonly settle: (id: string) => Promise<unknown>
}

type Change = (portal: Portal) => Promise<{ readonly status: number }>

const sendPost =
  (path: string, body: unknown): Change =>
  ({ browser }) =>
    browser.post(`${IMC_BASE}/${path}`, body)

const uploadFile =
  (path: string): Change =>
  ({ url, browser }) =>
    upload(url, `${IMC_BASE}/${path}`, browser.cookies(), { name: 'carta.pdf', content: samplePdf() })

/**
 * Every change of an entity's data, each with the indexes of the lists that it changes. The order
 * matters: the document belongs to the request of the link.
 */
const CHANGES: readonly (readonly [name: string, change: Change, changed: readonly number[]])[] = [
  [
    'a new user',
    sendPost('usuarios', { ...person, es_activo: true, es_exento: false, rolename: 'usuario', usr_name: 'mrojas' }),
    [0, 1],
  ],
  [
    'an edited user',
    async ({ browser }) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...person, nombre: 'Otra Persona' })
      return browser.sendOnly('PUT', `${IMC_BASE}/usuarios/usr-andina-operador`, headers, body)
    },
    [0, 5, 9],
  ],
  ['a deactivated user', sendPost('usuarios/estatus', { id: 'usr-andina-iechavarria', es_activo: false }), [0, 1]],
  [
    'a link',
    sendPost('entidades/solicitud/asignar', { ...screen, pantalla: 'P-07', usuario_id: 'usr-andina-cnino' }),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  ],
  ['a document', uploadFile('solicitudes/sol-00421/requisito/req-documento'), [7]],
  ['a contract', uploadFile('usuarios/usr-andina-nuevo/contrato'), [0]],
  ['a release', sendPost('entidades/solicitud/liberar', { ...screen, pantalla: 'P-02' }), [0, 2, 3, 4, 5, 7, 9]],
  [
    'a settled request',
    async ({ settle }) => {
      await settle('sol-00420')
      return { status: 200 }
    },
    [0, 2, 3, 4, 5, 7, 9],
  ],
  ['a purchase', sendPost('entidades/paquete/compra', { paquete_id: 'paq-tec', precio: 659_200, cantidad: 1 }), [7]],
]

async function start(engine: (typeof ENGINES)[number]) {
  const { url, database } = await startIdentity({ imc: true, database: await temporaryDatabase(engine), engine })
  const browser = createBrowser(url)
  const login = await browser.post(`${IMC_BASE}/usuarios/login`, {
    ...{ entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD },
  })
  expect(login.status).toBe(200)
  const operations = openEntityOperations({ database, hashes: cheapHashes, publicUrl: () => '', now: () => AT })
  const settle = (id: string) => operations.settle(id, 'approved', '', { at: AT, origin: null })
  return { url, browser, settle }
}

test.each(ENGINES)('%s: a read with the ETag of a list returns 304 until the list may have changed', async (engine) => {
  const portal = await start(engine)
  const { browser } = portal
  const read = (path: string, etag?: string) => browser.get(path, etag === undefined ? {} : { 'if-none-match': etag })
  for (const [name, change, changed] of CHANGES) {
    const before = await Promise.all(LISTS.map((path) => read(path)))
    for (const [i, path] of LISTS.entries()) {
      expect(await read(path, before[i]?.headers.etag)).toMatchObject({ status: 304, text: '' })
    }
    expect([name, (await change(portal)).status]).toEqual([name, 200])
    const after = await Promise.all(LISTS.map((path, i) => read(path, before[i]?.headers.etag)))
    expect([name, after.map(({ status }) => status)]).toEqual([name, LISTS.map(() => 200)])
    const differing = LISTS.flatMap((_, i) => (after[i]?.text === before[i]?.text ? [] : [i]))
    expect([name, differing]).toEqual([name, changed])
  }
})

test('a list has the encoding that the client accepts and is not stored by caches', async () => {
  const { browser } = await start('sqlite')
  const plain = await browser.get(LISTS[0])
  const compressed = await browser.get(LISTS[0], { 'accept-encoding': 'br' })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'cache-control': 'no-store',
  })
  expect(compressed.body.length).toBeLessThan(plain.body.length / 2)
  expect(json(plain).data).toHaveLength(25)
  // The ETag is the same in every encoding.
  expect(compressed.headers.etag).toBe(plain.headers.etag)
})
