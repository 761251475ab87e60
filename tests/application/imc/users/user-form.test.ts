import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { createUserFormView, type UserFormViewDeps } from '#src/application/imc/users/user-form.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { NewUser, UserFormValues } from '#src/domain/imc/users/user-form.ts'
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

const FORM_VALUES: UserFormValues = {
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

const REFUSED: CallFailure = {
  kind: 'rejected',
  status: 409,
  message: 'El nombre de usuario mrojas ya existe en la entidad.',
}

interface Options {
  readonly userId?: string | null
  readonly create?: Result<{ readonly id: string; readonly message: string }, CallFailure>
  /** Whether each upload succeeds, in order. */
  readonly uploads?: readonly boolean[]
  readonly users?: Partial<UsersGateway>
}

async function openForm({
  userId = null,
  create = ok({ id: 'usr-9', message: '' }),
  uploads = [],
  users = {},
}: Options = {}) {
  const createCalls: (readonly [user: NewUser, key: string])[] = []
  const uploadCalls: string[] = []
  const remainingUploads = [...uploads]
  let keys = 0
  const deps: UserFormViewDeps = {
    ...createMemoryPorts(),
    newKey: () => `key-${++keys}`,
    work: { find: () => null, registerForm: () => () => {} },
    users: {
      documentTypes: async () => ok(TYPES),
      find: async (id) => ok(createEntityUser({ id })),
      create: async (user, key) => {
        createCalls.push([user, key])
        return create
      },
      edit: async () => ok({ message: 'Usuario actualizado.' }),
      contractUrl: (id) => `/contratos/${id}`,
      uploadContract: async (id, { name }, options) => {
        options?.onProgress?.(0.5)
        uploadCalls.push(`${id} ${name}`)
        return (remainingUploads.shift() ?? true)
          ? ok(undefined)
          : err({ kind: 'server-error', status: 500, message: null })
      },
      ...users,
    },
  }
  const view = createUserFormView(deps, userId)
  const unsubscribe = view.subscribe(() => {})
  await flushPromises()
  return { view, createCalls, uploadCalls, unsubscribe }
}

test('submit creates an administrator and then uploads the contract', async () => {
  const { view, createCalls, uploadCalls } = await openForm()
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
  expect(view.getSnapshot().step).toBe('saving')
  await flushPromises()
  expect(createCalls).toEqual([
    [expect.objectContaining({ role: 'administrator', username: 'mrojas', active: true }), 'key-1'],
  ])
  expect(uploadCalls).toEqual(['usr-9 contrato.pdf'])
  expect(view.getSnapshot()).toMatchObject({
    step: 'done',
    notice: {
      lead: 'Usuario creado',
      rest: 'Genial, los datos han sido registrados exitosamente.',
      name: FORM_VALUES.name,
    },
  })
})

test('submit sends no administrator without a contract', async () => {
  const { view, createCalls } = await openForm()
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(createCalls).toEqual([])
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    contractError: 'Por favor, seleccione un archivo antes de cargar.',
    missingSummary: 'Falta el contrato.',
  })
})

test.each([
  ['contrato.zip', 1_000],
  ['contrato.pdf', 512_001],
  ['contrato.pdf', 0],
])('the form refuses the contract %s of %d bytes', async (name, size) => {
  const { view, createCalls } = await openForm()
  view.chooseContract({ ...PDF, name, size })
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(createCalls).toEqual([])
  expect(view.getSnapshot().contractError).toBe('Por favor, seleccione un archivo con una extensión y tamaño válidos.')
})

test('submit uploads a contract of exactly 512,000 bytes', async () => {
  const { view, uploadCalls } = await openForm()
  view.chooseContract({ ...PDF, size: 512_000 })
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(uploadCalls).toHaveLength(1)
})

test('retryContract repeats a failed upload without creating the user again', async () => {
  const { view, createCalls, uploadCalls } = await openForm({ uploads: [false, false, true] })
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
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
  view.submit(FORM_VALUES)
  view.retryContract()
  await flushPromises()
  expect(view.getSnapshot().step).toBe('upload-failed')
  view.retryContract()
  await flushPromises()
  expect(view.getSnapshot().step).toBe('done')
  expect(createCalls).toHaveLength(1)
  expect(uploadCalls).toHaveLength(3)
})

test('retryContract uploads nothing after the user removed the failed contract', async () => {
  const { view, uploadCalls } = await openForm({ uploads: [false] })
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
  await flushPromises()
  view.removeContract()
  view.retryContract()
  await flushPromises()
  expect(uploadCalls).toHaveLength(1)
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
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(view.getSnapshot().contract).toEqual({
    kind: 'failed',
    name: 'contrato.pdf',
    error: 'El archivo tardó más de 60 segundos en cargarse. Revise su conexión e inténtelo de nuevo.',
  })
})

test('sent is true after the form was sent, even if the reply was lost', async () => {
  const { view } = await openForm({ create: err({ kind: 'timeout' }) })
  view.submit(FORM_VALUES)
  expect(view.getSnapshot().sent).toBe(false)
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', created: false, sent: true })
})

test('a user with the role user requires no contract and no e-mail', async () => {
  const { view, createCalls, uploadCalls } = await openForm()
  view.submit({ ...FORM_VALUES, role: 'user', email: '' })
  await flushPromises()
  expect(createCalls).toHaveLength(1)
  expect(uploadCalls).toEqual([])
  expect(view.getSnapshot().step).toBe('done')
})

test('a refused form shows the message of the service, and the same user is sent with the same key', async () => {
  const { view, createCalls } = await openForm({ create: err(REFUSED) })
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    error: { lead: 'Error!...', rest: 'El nombre de usuario mrojas ya existe en la entidad.' },
    contract: { kind: 'chosen' },
  })
  view.submit(FORM_VALUES)
  await flushPromises()
  expect(createCalls.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
})

test('after a lost reply the fields are locked, and only the identical user is sent again (D28)', async () => {
  const replies: Result<{ readonly id: string; readonly message: string }, CallFailure>[] = [err({ kind: 'timeout' })]
  const calls: (readonly [name: string, key: string])[] = []
  const { view } = await openForm({
    users: {
      async create({ name }, key) {
        calls.push([name, key])
        return replies.shift() ?? ok({ id: 'usr-9', message: '' })
      },
    },
  })
  const values: UserFormValues = { ...FORM_VALUES, role: 'user' }
  view.submit(values)
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ step: 'editing', mayExist: true })
  expect(view.getSnapshot().error?.rest).toContain('El usuario pudo haberse creado.')
  view.submit({ ...values, name: 'Otra persona' })
  await flushPromises()
  expect(calls).toEqual([
    ['Marta Rojas Gil', 'key-1'],
    ['Marta Rojas Gil', 'key-1'],
  ])
  expect(view.getSnapshot().step).toBe('done')
})

test('after a refused form a changed user has a new key', async () => {
  const { view, createCalls } = await openForm({ create: err(REFUSED) })
  view.submit({ ...FORM_VALUES, role: 'user' })
  await flushPromises()
  view.submit({ ...FORM_VALUES, role: 'user', username: 'martarojas' })
  await flushPromises()
  const [first, second] = createCalls.map(([, key]) => key)
  expect(second).not.toBe(first)
})

test('submit shows an error above the form for a missing document and name', async () => {
  const { view } = await openForm()
  const values: UserFormValues = { ...FORM_VALUES, email: '', documentNumber: '', name: '' }
  expect(view.findErrors(values).map(({ field, message }) => [field, message])).toEqual([
    ['email', 'El correo electrónico es obligatorio'],
    ['documentNumber', 'Los campos obligatorios no pueden estar vacíos.'],
    ['name', 'Los campos obligatorios no pueden estar vacíos.'],
  ])
  view.submit(values)
  expect(view.getSnapshot()).toMatchObject({
    error: { lead: 'Los campos de Documento y Nombre son obligatorios' },
    missingSummary: 'Faltan 3 campos y el contrato.',
  })
})

test('the summary counts empty fields and a refused contract, and no fields with a wrong value', async () => {
  const { view } = await openForm()
  view.chooseContract({ ...PDF, name: 'contrato.zip' })
  const values: UserFormValues = { ...FORM_VALUES, username: 'm!', email: 'mrojas', documentNumber: 'A1', name: '' }
  view.submit(values)
  expect(view.getSnapshot().missingSummary).toBe('Falta 1 campo y el contrato.')
  view.submit({ ...values, name: 'Marta' })
  expect(view.getSnapshot()).toMatchObject({ missingSummary: 'Falta el contrato.', error: null })
})

test('change removes the errors of filled fields', async () => {
  const { view } = await openForm()
  const values: UserFormValues = { ...FORM_VALUES, email: '', documentNumber: '', name: '' }
  view.change(values)
  expect(view.getSnapshot()).toMatchObject({ missingSummary: null, error: null })
  view.submit(values)
  view.change({ ...values, name: 'Marta' })
  expect(view.getSnapshot()).toMatchObject({
    missingSummary: 'Faltan 2 campos y el contrato.',
    error: { lead: 'Los campos de Documento y Nombre son obligatorios' },
  })
  view.change({ ...values, name: 'Marta', documentNumber: '1020304053' })
  expect(view.getSnapshot()).toMatchObject({ missingSummary: 'Falta 1 campo y el contrato.', error: null })
  view.chooseContract(PDF)
  expect(view.getSnapshot().missingSummary).toBe('Falta 1 campo.')
  view.change(FORM_VALUES)
  expect(view.getSnapshot().missingSummary).toBeNull()
})

test('change keeps the reason of a refused form', async () => {
  const { view } = await openForm({ create: err(REFUSED) })
  view.submit({ ...FORM_VALUES, name: '' })
  view.chooseContract(PDF)
  view.submit(FORM_VALUES)
  await flushPromises()
  view.change({ ...FORM_VALUES, username: 'martarojas' })
  expect(view.getSnapshot().error).toMatchObject({ rest: 'El nombre de usuario mrojas ya existe en la entidad.' })
})

test('findErrors returns an error for a missing role', async () => {
  const { view } = await openForm()
  expect(view.findErrors({ ...FORM_VALUES, role: '' })).toMatchObject([
    { field: 'role', message: 'El rol es obligatorio' },
  ])
})

test('an edit starts with the loaded user, and submit shows the reply of the service', async () => {
  const { view } = await openForm({ userId: 'usr-7' })
  expect(view.readValues()).toMatchObject({ name: 'César Augusto Niño', documentNumber: '1020304052' })
  view.submit({ ...view.readValues(), position: 'Jefe de mesa' })
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'done',
    created: false,
    notice: { lead: 'Los datos han sido editados', rest: 'Usuario actualizado.', name: 'César Augusto Niño' },
  })
})

test.each([
  [true, '/contratos/usr-1'],
  [false, null],
])('contractUrl of an administrator with a stored contract (%s) is %s', async (hasContract, address) => {
  const user = createEntityUser({ role: 'administrator', hasContract })
  const { view } = await openForm({ userId: user.id, users: { find: async () => ok(user) } })
  expect(view.contractUrl()).toBe(address)
})

test('a failed edit returns to editing and shows an error', async () => {
  const { view } = await openForm({
    userId: 'usr-7',
    users: { edit: async () => err({ kind: 'server-error', status: 500, message: 'stack' }) },
  })
  view.submit(view.readValues())
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({
    step: 'editing',
    error: { lead: 'Error...', rest: 'No se pudo guardar la información.' },
  })
})

test('a form that failed to load shows the reason, and reload loads the form', async () => {
  const results: Result<typeof TYPES, CallFailure>[] = [err({ kind: 'server-error', status: 500, message: null })]
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
