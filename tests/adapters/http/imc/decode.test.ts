import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEditBody } from '#src/adapters/http/contract/imc/users.ts'
import { decodeGroups } from '#src/adapters/http/imc/packages.ts'
import { decodeAuditPage, decodeReceipt, decodeRequest, decodeRequests } from '#src/adapters/http/imc/requests.ts'
import { decodeFreeScreens, decodeProfiles, decodeScreens } from '#src/adapters/http/imc/screens.ts'
import { decodeLogin } from '#src/adapters/http/imc/session.ts'
import { decodeUser, decodeUsers } from '#src/adapters/http/imc/users.ts'

const LOGIN = {
  id: 'usr-andina-admin',
  entidad_id: 'ent-andina',
  nombre: 'Paula Ibáñez Cárdenas',
  entidad_nombre: 'Andina de Divisas S. A.',
  cambiar_pwd: false,
  rolename: 'administrador',
}

const USER = {
  id: 17,
  usr_name: 'operador',
  rolename: 'Usuario',
  nombre: 'Andrés Camilo Peñuela',
  estatus: 'ASIGNADA',
  es_activo: 'S',
  es_exento: '0',
  email_address: null,
  tipo_doc: 'CC',
  idoc_numero: 1020304051,
}

const SCREEN = {
  usuario_id: null,
  perfil_id: 'prf-operador',
  pantalla: 'P-07',
  perfil: 'Operador dólar',
  estatus: 'disponible',
  paquete_id: 'paq-usd-pro',
  numero: '004512',
}

test.each([
  ['a list', { data: [LOGIN], message: 'Ingreso correcto.' }],
  ['a list one level deeper', { data: { data: [LOGIN] } }],
  ['an object', { data: LOGIN }],
])('decodeLogin reads %s (D23)', (_form, body) => {
  expect(decodeLogin(body)).toEqual({
    userId: 'usr-andina-admin',
    name: 'Paula Ibáñez Cárdenas',
    role: 'administrator',
    entityId: 'ent-andina',
    entityName: 'Andina de Divisas S. A.',
    mustChangePassword: false,
  })
})

test.each([
  [undefined, 'administrator'],
  ['usuario', 'user'],
  ['ADMINISTRADOR', 'administrator'],
  ['gerente', 'user'],
])('decodeLogin maps the role %s to %s (§6, D25)', (rolename, role) => {
  expect(decodeLogin({ data: [{ ...LOGIN, rolename }] })?.role).toBe(role)
})

test('decodeUser accepts a user without the fields that only our server sends', () => {
  expect(decodeUser({ data: [USER] })).toMatchObject({
    id: '17',
    role: 'user',
    status: 'assigned',
    active: true,
    contingency: false,
    email: '',
    documentNumber: '1020304051',
    createdAt: null,
    subscription: null,
    contractPending: false,
    hasContract: false,
  })
})

test('decodeUsers rejects a list with an unreadable row', () => {
  expect(decodeUsers({ data: [USER, { ...USER, es_activo: 'quizá' }] })).toBeNull()
  expect(decodeUsers({ data: [USER, null] })).toBeNull()
  expect(decodeUsers({ message: 'x' })).toBeNull()
  expect(decodeUsers({ data: [] })).toEqual([])
})

test.each([
  ['disponible', 'available', 'disponible'],
  ['Tránsito', 'transit', 'Tránsito'],
  ['bloqueada', null, 'bloqueada'],
  [undefined, null, ''],
])('decodeScreens maps the word %s to the status %s and the text "%s" (D34)', (estatus, status, statusText) => {
  expect(decodeScreens({ data: [{ ...SCREEN, estatus }] })?.[0]).toMatchObject({ status, statusText })
})

test('decodeScreens reads the status text from estatus_pantalla (D34)', () => {
  const [screen] = decodeScreens({ data: [{ ...SCREEN, estatus_pantalla: 'En revisión' }] }) ?? []
  expect(screen).toMatchObject({ status: 'available', statusText: 'En revisión', userId: null, requestId: null })
})

test('decodeGroups reads numbers from text', () => {
  const group = {
    paquete_id: 'paq-usd-pro',
    codigo: 'USD-PRO-10',
    nombre_paquete: 'Dólar profesional',
    total_pantallas: '20',
    total_disponibles: 8,
    precio: '3,685,000',
  }
  expect(decodeGroups({ data: { data: [group] } })).toEqual([
    {
      packageId: 'paq-usd-pro',
      code: 'USD-PRO-10',
      name: 'Dólar profesional',
      screens: 20,
      available: 8,
      assigned: null,
      transit: null,
      monthlyCost: 3_685_000,
    },
  ])
})

test('decodeFreeScreens reads a screen without user and status', () => {
  const { usuario_id: _user, estatus: _status, ...freeScreen } = SCREEN
  expect(decodeFreeScreens({ data: [freeScreen] })).toEqual([
    {
      packageId: 'paq-usd-pro',
      number: '004512',
      profileId: 'prf-operador',
      screen: 'P-07',
      code: '',
      profile: 'Operador dólar',
    },
  ])
})

test('decodeProfiles accepts two names of each field', () => {
  expect(
    decodeProfiles({
      data: [
        { perfil_id: 1, nombre: 'Uno' },
        { id: 'b', perfil: 'Dos' },
      ],
    }),
  ).toEqual([
    { id: '1', name: 'Uno' },
    { id: 'b', name: 'Dos' },
  ])
  expect(decodeProfiles({ data: [{ nombre: 'sin id' }] })).toBeNull()
})

test.each([
  ['at the top level', { id: 'sol-00425', data: { id: 'sol-00425', referencia: 'S-2026-00425' } }, 'S-2026-00425'],
  ['in data', { data: { id: 'sol-00425' } }, ''],
  ['in the first row of data', { data: [{ id: 'sol-00425' }] }, ''],
])('decodeReceipt reads the id %s', (_place, body, reference) => {
  expect(decodeReceipt(body)).toEqual({ id: 'sol-00425', reference })
})

test('decodeReceipt returns null for a reply without an id', () => {
  expect(decodeReceipt({ message: 'ok' })).toBeNull()
  expect(decodeReceipt(null)).toBeNull()
})

test('decodeRequests accepts unknown words and a missing date (D36)', () => {
  const request = { id: 1, referencia: 'S-1', usuario: 'Ana', fecha: null, tipo: 'Traslado', estatus: 'En espera' }
  expect(decodeRequests({ data: [request] })).toEqual([
    {
      id: '1',
      reference: 'S-1',
      user: 'Ana',
      date: '',
      kind: null,
      kindText: 'Traslado',
      status: null,
      statusText: 'En espera',
      correction: null,
    },
  ])
})

test('decodeRequest reads a missing person of a step as an empty text', () => {
  const historial = [
    { estatus: 'Creada', fecha: '2026-11-18T09:12:40-05:00', detalle: null, persona: 'Ana Díaz' },
    { estatus: 'Documentos', fecha: '2026-11-18T09:13:10-05:00', detalle: '1 de 1 cargado.', persona: null },
    { estatus: 'En trámite', fecha: '2026-11-18T09:14:05-05:00' },
  ]
  const request = { id: 'sol-1', referencia: 'S-1', usuario: 'Ana', fecha: '', tipo: 'Vinculación', estatus: 'Creada' }
  expect(decodeRequest({ data: [{ ...request, historial }] })?.steps.map(({ person }) => person)).toEqual([
    'Ana Díaz',
    '',
    '',
  ])
})

test('decodeRequest reads missing fields as empty values', () => {
  const request = { id: 'sol-1', referencia: 'S-1', usuario: 'Ana', fecha: '', tipo: 'vinculacion', estatus: 'creada' }
  expect(decodeRequest({ data: [request] })).toMatchObject({
    kind: 'link',
    status: 'created',
    userId: null,
    quantity: null,
    documents: [],
    steps: [],
    reason: '',
  })
})

test('decodeAuditPage reads the values of a line as texts', () => {
  const line = {
    id: 'aud-1',
    fecha: '2026-11-20T10:00:00-05:00',
    persona: 'Paula',
    accion: 'Usuario editado',
    objeto: 'cnino',
    antes: { Cargo: null, Nivel: 1 },
    despues: { Cargo: 'Jefe', Lista: ['a'] },
  }
  expect(decodeAuditPage({ data: [line], siguiente: 'c-2' })).toEqual({
    next: 'c-2',
    lines: [
      {
        id: 'aud-1',
        at: Date.parse('2026-11-20T10:00:00-05:00'),
        person: 'Paula',
        action: 'user-edited',
        actionText: 'Usuario editado',
        target: 'cnino',
        before: { Nivel: '1' },
        after: { Cargo: 'Jefe', Lista: '["a"]' },
        requestId: '',
      },
    ],
  })
})

test('the decoders never throw', () => {
  const decoders = [
    decodeLogin,
    decodeUsers,
    decodeScreens,
    decodeRequests,
    decodeRequest,
    decodeReceipt,
    decodeAuditPage,
  ]
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const decode of decoders) expect(() => decode(body)).not.toThrow()
    }),
  )
})

test('dates of a request and of its steps are Bogotá time, whatever the offset of the service', () => {
  const historial = [{ estatus: 'Creada', fecha: '2026-11-19T02:12:40Z' }]
  const request = {
    id: 'sol-1',
    referencia: 'S-1',
    usuario: 'Ana',
    fecha: '2026-11-19T02:12:40Z',
    tipo: 'x',
    estatus: 'y',
  }
  const detail = decodeRequest({ data: [{ ...request, historial }] })
  expect(detail?.date).toBe('2026-11-18T21:12:40-05:00')
  expect(detail?.steps.map(({ date }) => date)).toEqual(['2026-11-18T21:12:40-05:00'])
  expect(decodeRequest({ data: [{ ...request, fecha: '2026-11-18' }] })?.date).toBe('2026-11-18')
})

const EDITABLE_USER = {
  id: 'usr-17',
  usr_name: 'operador',
  rolename: 'usuario',
  nombre: 'Andrés Camilo Peñuela',
  estatus: 'asignada',
  nombre_perfil: 'Operador dólar',
  es_activo: true,
  es_exento: false,
  email_address: 'operador@andina.example',
  cargo: 'Operador de mesa',
  telefono: '6015550142',
  tipo_doc: 'CC',
  idoc_numero: '1020304051',
  idoc_id: '7',
  idoc_dv: null,
  created_at: '2026-03-02T08:15:00-05:00',
  created_by: 'Paula Ibáñez Cárdenas',
  updated_at: '2026-11-04T10:20:31-05:00',
  updated_by: 'Helena Bermúdez Sáenz',
  version: 4,
}

// «PUT {imc-api}/usuarios/{id} | merged user fields»
test('an edit sends the edited fields, and all other fields of the user as they were read (§7.2)', () => {
  const user = decodeUser({ data: [EDITABLE_USER] })
  if (user === null) throw new Error('the user was not decoded')
  expect(toEditBody(user, { ...user, position: 'Jefe de mesa' })).toEqual({ ...EDITABLE_USER, cargo: 'Jefe de mesa' })
  const body = toEditBody(user, { ...user, documentType: 'CE' })
  expect(body).toMatchObject({ tipo_doc: 'CE', idoc_id: 'doc-ce' })
})
