import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  decodeFreeScreens,
  decodeGroups,
  decodeProfiles,
  decodeScreens,
} from '#src/adapters/http/decode/imc-products.ts'
import {
  decodeAuditPage,
  decodeReceipt,
  decodeRequest,
  decodeRequests,
} from '#src/adapters/http/decode/imc-requests.ts'
import { decodeLogin, decodeUser, decodeUsers } from '#src/adapters/http/decode/imc-users.ts'

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
  ['one more level', { data: { data: [LOGIN] } }],
  ['the object', { data: LOGIN }],
])('a login is read from %s (D23)', (_form, body) => {
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
])('a login with the role %s is one of %s (§6, D25)', (rolename, role) => {
  expect(decodeLogin({ data: [{ ...LOGIN, rolename }] })?.role).toBe(role)
})

test('a user without the fields that only our server sends is read', () => {
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

test('a list with an unreadable row is malformed, so that no user disappears silently', () => {
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
])('a screen with the status %s is %s and, without a status text, shows "%s" (D34)', (estatus, status, statusText) => {
  expect(decodeScreens({ data: [{ ...SCREEN, estatus }] })?.[0]).toMatchObject({ status, statusText })
})

test('estatus_pantalla is the text of the status column (D34)', () => {
  const [screen] = decodeScreens({ data: [{ ...SCREEN, estatus_pantalla: 'En revisión' }] }) ?? []
  expect(screen).toMatchObject({ status: 'available', statusText: 'En revisión', userId: null, requestId: null })
})

test('groups and free screens are read with numbers as text', () => {
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
  const { usuario_id: _user, estatus: _status, ...free } = SCREEN
  expect(decodeFreeScreens({ data: [free] })).toEqual([
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

test('profiles are read with either name of their fields', () => {
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
  ['at the top', { id: 'sol-00425', data: { id: 'sol-00425', referencia: 'S-2026-00425' } }, 'S-2026-00425'],
  ['in data', { data: { id: 'sol-00425' } }, ''],
  ['in the first row of data', { data: [{ id: 'sol-00425' }] }, ''],
])('the id of a request is read %s', (_place, body, reference) => {
  expect(decodeReceipt(body)).toEqual({ id: 'sol-00425', reference })
})

test('a reply without an id is malformed', () => {
  expect(decodeReceipt({ message: 'ok' })).toBeNull()
  expect(decodeReceipt(null)).toBeNull()
})

test('a request with unknown words or without a date is accepted (D36)', () => {
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
    },
  ])
})

test('a step has the person that the service names, else an empty text', () => {
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

test('missing fields of a request detail are read as empty', () => {
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

test('the values of an audit line are read as texts', () => {
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

test('no reply throws', () => {
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
