import { expect, test } from 'vitest'

import { createMemoryLog } from '#src/adapters/memory/log.ts'
import type { AttachedFile } from '#src/application/imc/attached-file.ts'
import type { TypedUser } from '#src/application/imc/typed-user.ts'
import { createUserFormView, type UserFormViewDeps } from '#src/application/imc/user-form-view.ts'
import type { UsersGateway } from '#src/application/imc/users-gateway.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { NewUser } from '#src/domain/imc/user-form.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { createEntityUser } from '#tests/support/entity-users.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const PDF: AttachedFile = {
  name: 'contrato.pdf',
  size: 1_000,
  type: 'application/pdf',
  arrayBuffer: async () => new ArrayBuffer(0),
}

const TYPES = [
  { code: 'CC', name: 'Cédula de ciudadanía' },
  { code: 'NIT', name: 'NIT' },
]

const TYPED: TypedUser = {
  role: 'administrator',
  username: 'mrojas',
  email: 'mrojas@andina.example',
  documentType: 'CC',
  documentNumber: '1020304053',
  checkDigit: '',
  name: 'Marta Rojas Gil',
  position: 'Gerente',
  telephone: '6015550144',
  active: 'yes',
  contingency: 'no',
}

const REFUSED: GatewayFailure = {
  kind: 'rejected',
  status: 409,
  message: 'El nombre de usuario mrojas ya existe en la entidad.',
}

interface Options {
  readonly userId?: string | null
  readonly create?: Result<{ readonly id: string; readonly message: string }, GatewayFailure>
  /** The results of the uploads, in their order. */
  readonly uploads?: readonly boolean[]
  readonly users?: Partial<UsersGateway>
}

async function openForm({
  userId = null,
  create = ok({ id: 'usr-9', message: '' }),
  uploads = [],
  users = {},
}: Options = {}) {
  const created: (readonly [user: NewUser, key: string])[] = []
  const uploaded: string[] = []
  const left = [...uploads]
  let keys = 0
  const deps: UserFormViewDeps = {
    log: createMemoryLog(),
    newKey: () => `key-${++keys}`,
    work: { find: () => null, registerForm: () => () => {} },
    users: {
      documentTypes: async () => ok(TYPES),
      find: async (id) => ok(createEntityUser({ id })),
      create: async (user, key) => {
        created.push([user, key])
        return create
      },
      edit: async () => ok({ message: 'Usuario actualizado.' }),
      contractAddress: (id) => `/contratos/${id}`,
      uploadContract: async (id, { name }, options) => {
        options?.onProgress?.(0.5)
        uploaded.push(`${id} ${name}`)
        return (left.shift() ?? true) ? ok(undefined) : err({ kind: 'server-error', status: 500, message: null })
      },
      ...users,
    },
  }
  const view = createUserFormView(deps, userId)
  const stop = view.subscribe(() => {})
  await flushPromises()
  return { view, created, uploaded, stop }
}

test('an administrator is created, then its contract is uploaded', async () => {
  const { view, created, uploaded } = await openForm()
  view.chooseContract(PDF)
  view.submit(TYPED)
  expect(view.getSnapshot().step).toBe('saving')
  await flushPromises()
  expect(created).toEqual([
    [expect.objectContaining({ role: 'administrator', username: 'mrojas', active: true }), 'key-1'],
  ])
  expect(uploaded).toEqual(['usr-9 contrato.pdf'])
  expect(view.getSnapshot()).toMatchObject({
    step: 'done',
    notice: { lead: 'Usuario creado', rest: 'Genial, los datos han sido registrados exitosamente.' },
  })
})

test('an administrator without a contract is not sent', async () => {
  const { view, created } = await openForm()
  view.submit(TYPED)
  await flushPromises()
  expect(created).toEqual([])
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    contractError: 'Por favor, seleccione un archivo antes de cargar.',
    missing: 'Falta el contrato.',
  })
})

test.each([
  ['contrato.zip', 1_000],
  ['contrato.pdf', 512_001],
  ['contrato.pdf', 0],
])('the contract %s of %d bytes is refused with the text of the specification', async (name, size) => {
  const { view, created } = await openForm()
  view.chooseContract({ ...PDF, name, size })
  view.submit(TYPED)
  await flushPromises()
  expect(created).toEqual([])
  expect(view.getSnapshot().contractError).toBe('Por favor, seleccione un archivo con una extensión y tamaño válidos.')
})

test('a contract of exactly 512,000 bytes is uploaded', async () => {
  const { view, uploaded } = await openForm()
  view.chooseContract({ ...PDF, size: 512_000 })
  view.submit(TYPED)
  await flushPromises()
  expect(uploaded).toHaveLength(1)
})

test('a failed upload is retried alone and the user is created once', async () => {
  const { view, created, uploaded } = await openForm({ uploads: [false, false, true] })
  view.chooseContract(PDF)
  view.submit(TYPED)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'upload-failed',
    created: true,
    contract: { kind: 'failed', name: 'contrato.pdf' },
    error: {
      lead: 'Ha ocurrido un error al cargar el contrato.',
      rest: 'El usuario ya existe; solo falta el archivo.',
    },
  })
  view.submit(TYPED)
  view.retryContract()
  await flushPromises()
  expect(view.getSnapshot().step).toBe('upload-failed')
  view.retryContract()
  await flushPromises()
  expect(view.getSnapshot().step).toBe('done')
  expect(created).toHaveLength(1)
  expect(uploaded).toHaveLength(3)
})

test('a failed contract that was removed has to be chosen again', async () => {
  const { view, uploaded } = await openForm({ uploads: [false] })
  view.chooseContract(PDF)
  view.submit(TYPED)
  await flushPromises()
  view.removeContract()
  view.retryContract()
  await flushPromises()
  expect(uploaded).toHaveLength(1)
  expect(view.getSnapshot()).toMatchObject({
    step: 'upload-failed',
    contractError: 'Por favor, seleccione un archivo antes de cargar.',
  })
  view.chooseContract(PDF)
  view.retryContract()
  await flushPromises()
  expect(view.getSnapshot().step).toBe('done')
})

test('an upload that times out shows its timeout', async () => {
  const { view } = await openForm({ users: { uploadContract: async () => err({ kind: 'timeout' }) } })
  view.chooseContract(PDF)
  view.submit(TYPED)
  await flushPromises()
  expect(view.getSnapshot().contract).toEqual({
    kind: 'failed',
    name: 'contrato.pdf',
    error: 'El archivo tardó más de 60 segundos en cargarse. Revise su conexión e inténtelo de nuevo.',
  })
})

test('a form is marked as sent after any reply, because the list may be outdated', async () => {
  const { view } = await openForm({ create: err({ kind: 'timeout' }) })
  view.submit(TYPED)
  expect(view.getSnapshot().sent).toBe(false)
  view.chooseContract(PDF)
  view.submit(TYPED)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', created: false, sent: true })
})

test('a user without the role of administrator needs no contract and no e-mail', async () => {
  const { view, created, uploaded } = await openForm()
  view.submit({ ...TYPED, role: 'user', email: '' })
  await flushPromises()
  expect(created).toHaveLength(1)
  expect(uploaded).toEqual([])
  expect(view.getSnapshot().step).toBe('done')
})

test('a refusal leaves the form open with the message of the service, and a retry sends the same key', async () => {
  const { view, created } = await openForm({ create: err(REFUSED) })
  view.chooseContract(PDF)
  view.submit(TYPED)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    error: { lead: 'Error!...', rest: 'El nombre de usuario mrojas ya existe en la entidad.' },
    contract: { kind: 'chosen' },
  })
  view.submit(TYPED)
  await flushPromises()
  expect(created.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
})

test('missing document and name are named above the form', async () => {
  const { view } = await openForm()
  const typed: TypedUser = { ...TYPED, email: '', documentNumber: '', name: '' }
  expect(view.findErrors(typed).map(({ field, message }) => [field, message])).toEqual([
    ['email', 'El correo electrónico es obligatorio'],
    ['documentNumber', 'Los campos obligatorios no pueden estar vacíos.'],
    ['name', 'Los campos obligatorios no pueden estar vacíos.'],
  ])
  view.showErrors(typed)
  expect(view.getSnapshot()).toMatchObject({
    error: { lead: 'Los campos de Documento y Nombre son obligatorios' },
    missing: 'Faltan 3 campos y el contrato.',
  })
})

test('a form without a role shows an error', async () => {
  const { view } = await openForm()
  expect(view.findErrors({ ...TYPED, role: '' })).toMatchObject([{ field: 'role', message: 'El rol es obligatorio' }])
})

test('an edit starts from the loaded user and saves', async () => {
  const { view } = await openForm({ userId: 'usr-7' })
  expect(view.initialForm()).toMatchObject({ name: 'César Augusto Niño', documentNumber: '1020304052' })
  view.submit({ ...view.initialForm(), position: 'Jefe de mesa' })
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'done',
    created: false,
    notice: { lead: 'Los datos han sido editados', rest: 'Usuario actualizado.' },
  })
})

test.each([
  [true, '/contratos/usr-1'],
  [false, null],
])('an administrator whose contract is on file (%s) offers its download at %s', async (hasContract, address) => {
  const user = createEntityUser({ role: 'administrator', hasContract })
  const { view } = await openForm({ userId: user.id, users: { find: async () => ok(user) } })
  expect(view.contractAddress()).toBe(address)
})

test('a failed edit leaves the typed text', async () => {
  const { view } = await openForm({
    userId: 'usr-7',
    users: { edit: async () => err({ kind: 'server-error', status: 500, message: 'stack' }) },
  })
  view.submit(view.initialForm())
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    error: { lead: 'Error...', rest: 'No se pudo guardar la información.' },
  })
})

test('a form that failed to load shows the reason and can be loaded again', async () => {
  const results: Result<typeof TYPES, GatewayFailure>[] = [err({ kind: 'server-error', status: 500, message: null })]
  const { view } = await openForm({ users: { documentTypes: async () => results.pop() ?? ok(TYPES) } })
  expect(view.getSnapshot()).toMatchObject({
    step: 'failed',
    error: {
      lead: 'Ha ocurrido un error',
      rest: 'Error en el servidor, por favor comuniquese con el equipo de soporte',
    },
  })
  view.reload()
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', documentTypes: TYPES })
})
