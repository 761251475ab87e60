import { expect, test } from 'vitest'

import type { NewUser } from '#src/domain/imc/users/user-form.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, createPdf, newKey, openBrowser } from '#tests/contract/imc-under-test.ts'

const NEW_USER: NewUser = {
  role: 'user',
  username: 'lgarzon',
  email: '',
  name: 'Lucía Garzón Peña',
  documentType: 'CC',
  documentNumber: '1020304999',
  checkDigit: '',
  position: 'Analista',
  telephone: '6015550199',
  contingency: false,
  active: true,
}

const ADMINISTRATOR: NewUser = {
  ...NEW_USER,
  role: 'administrator',
  username: 'mrojas',
  name: 'Marta Rojas Gil',
  email: 'mrojas@andina.example',
}

/** Tests of every gateway of the users of an entity. */
export function usersGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: list returns the users with the status, profile and subscription of their screens (D26)`, async () => {
    const { users } = await openBrowser(await create())
    const list = getValue(await users.list())
    const find = (username: string) => list.find((user) => user.username === username)
    expect(find('operador')).toMatchObject({
      id: 'usr-andina-operador',
      role: 'user',
      name: 'Andrés Camilo Peñuela',
      status: 'assigned',
      profile: 'Operador dólar',
      active: true,
      subscription: '004512',
      packageId: 'paq-usd-pro',
      contractPending: false,
      documentType: 'CC',
    })
    expect(find('cnino')).toMatchObject({
      status: 'available',
      profile: '',
      subscription: null,
      packageId: null,
      email: '',
      updatedAt: null,
    })
    expect(find('fquinones')).toMatchObject({ status: 'transit' })
    expect(find('admin')).toMatchObject({ role: 'administrator' })
    expect(find('emunoz')).toMatchObject({ active: false })
  })

  test(`${name}: find returns a user of the list, and rejects an unknown id with 404`, async () => {
    const { users } = await openBrowser(await create())
    const list = getValue(await users.list())
    expect(getValue(await users.find('usr-andina-cnino'))).toEqual(list.find(({ id }) => id === 'usr-andina-cnino'))
    expect(await users.find('usr-andina-nadie')).toMatchObject(rejection(404))
  })

  test(`${name}: documentTypes returns the four document types`, async () => {
    const { users } = await openBrowser(await create())
    expect(getValue(await users.documentTypes()).map(({ code }) => code)).toEqual(['CC', 'NIT', 'CE', 'PA'])
  })

  test(`${name}: find returns a created user`, async () => {
    const { users } = await openBrowser(await create())
    const { id, message } = getValue(await users.create(NEW_USER, newKey()))
    expect(message).not.toBe('')
    const { role, username, name: person, position, telephone, documentNumber } = NEW_USER
    expect(getValue(await users.find(id))).toMatchObject({
      ...{ id, role, username, name: person, position, telephone, documentNumber },
      ...{ status: 'available', active: true, contingency: false, contractPending: false },
      createdBy: 'Paula Ibáñez Cárdenas',
    })
  })

  test(`${name}: an idempotency key creates one user, and other data with this key is rejected with 409 (D28)`, async () => {
    const { users } = await openBrowser(await create())
    const key = newKey()
    const first = getValue(await users.create(NEW_USER, key))
    expect(getValue(await users.create(NEW_USER, key))).toEqual(first)
    expect(await users.create({ ...NEW_USER, name: 'Otra Persona' }, key)).toMatchObject(rejection(409))
    const list = getValue(await users.list())
    expect(list.filter(({ username }) => username === 'lgarzon')).toHaveLength(1)
  })

  test(`${name}: a taken user name is rejected with 409, and the same idempotency key can then create a user`, async () => {
    const { users } = await openBrowser(await create())
    const key = newKey()
    const result = await users.create({ ...NEW_USER, username: 'OPERADOR' }, key)
    expect(result).toMatchObject({ ok: false, error: { kind: 'rejected', status: 409, message: /ya existe/ } })
    expect((await users.create(NEW_USER, key)).ok).toBe(true)
  })

  test(`${name}: an empty user name is derived from the name`, async () => {
    const { users } = await openBrowser(await create())
    const { id } = getValue(await users.create({ ...NEW_USER, username: '' }, newKey()))
    expect(getValue(await users.find(id)).username).toBe('lgarzon')
  })

  test(`${name}: a user that breaks a rule is rejected with 400`, async () => {
    const { users } = await openBrowser(await create())
    for (const changes of [{ name: '' }, { documentNumber: 'abc' }, { documentType: 'XX' }, { telephone: 'x' }]) {
      expect(await users.create({ ...NEW_USER, ...changes }, newKey())).toMatchObject(rejection(400))
    }
    expect(await users.create({ ...ADMINISTRATOR, email: '' }, newKey())).toMatchObject(rejection(400))
  })

  test(`${name}: the contract of a new administrator is pending until its upload (§5)`, async () => {
    const { users, download } = await openBrowser(await create())
    const { id } = getValue(await users.create(ADMINISTRATOR, newKey()))
    expect(getValue(await users.find(id))).toMatchObject({ contractPending: true, hasContract: false })
    const contract = createPdf('contrato-rojas.pdf')
    const fractions: number[] = []
    const options = { onProgress: (fraction: number) => void fractions.push(fraction) }
    expect(await users.uploadContract(id, contract, options)).toEqual({
      ok: true,
      value: undefined,
    })
    expect(fractions.at(-1)).toBe(1)
    expect(await download(users.contractUrl(id))).toEqual(new Uint8Array(await contract.arrayBuffer()))
    expect(getValue(await users.find(id))).toMatchObject({ contractPending: false, hasContract: true })
  })

  test.each([
    ['a wrong type', () => createPdf('contrato.exe'), 400],
    ['no bytes', () => createPdf('contrato.pdf', 0), 400],
  ])(`${name}: a contract with %s is rejected and is still pending`, async (_case, createFile, status) => {
    const { users } = await openBrowser(await create())
    const { id } = getValue(await users.create(ADMINISTRATOR, newKey()))
    expect(await users.uploadContract(id, createFile())).toMatchObject(rejection(status))
    expect(getValue(await users.find(id)).contractPending).toBe(true)
  })

  test(`${name}: an upload of a contract that cannot be read returns unreadable`, async () => {
    const { users } = await openBrowser(await create())
    const unreadableFile = {
      name: 'contrato.pdf',
      size: 10,
      type: '',
      arrayBuffer: () => Promise.reject(new Error('gone')),
    }
    expect(await users.uploadContract('usr-andina-nuevo', unreadableFile)).toEqual({
      ok: false,
      error: { kind: 'unreadable' },
    })
  })

  test(`${name}: edit changes only the fields of the edit form (§5)`, async () => {
    const { users } = await openBrowser(await create())
    const user = getValue(await users.find('usr-andina-cnino'))
    const edit = {
      name: 'César A. Niño',
      documentType: 'PA',
      documentNumber: 'AB1234',
      checkDigit: '',
      position: 'Jefe de mesa',
      telephone: '6015550143',
    }
    expect(getValue(await users.edit(user, edit)).message).not.toBe('')
    expect(getValue(await users.find(user.id))).toMatchObject({
      ...edit,
      username: 'cnino',
      role: 'user',
      active: true,
      updatedBy: 'Paula Ibáñez Cárdenas',
    })
    expect(await users.edit(user, { ...edit, name: '' })).toMatchObject(rejection(400))
    expect(await users.edit({ ...user, id: 'usr-andina-nadie' }, edit)).toMatchObject(rejection(404))
  })

  test(`${name}: an edit of outdated data is refused with the name of the other editor (D81)`, async () => {
    const { users } = await openBrowser(await create())
    const loadedUser = getValue(await users.find('usr-andina-cnino'))
    getValue(await users.edit(loadedUser, { ...loadedUser, position: 'Jefe de mesa' }))
    expect(await users.edit(loadedUser, { ...loadedUser, telephone: '6015550143' })).toMatchObject({
      ok: false,
      error: {
        ...rejection(409).error,
        message: 'Paula Ibáñez Cárdenas cambió este usuario mientras usted lo editaba.',
      },
    })
    const currentUser = getValue(await users.find(loadedUser.id))
    expect(currentUser).toMatchObject({ position: 'Jefe de mesa', telephone: loadedUser.telephone })
    getValue(await users.edit(currentUser, { ...currentUser, telephone: '6015550143' }))
    expect(getValue(await users.find(loadedUser.id))).toMatchObject({
      position: 'Jefe de mesa',
      telephone: '6015550143',
    })
  })

  test(`${name}: of two edits of the same data within a second, the second is refused (D81)`, async () => {
    const { users } = await openBrowser(await create())
    const firstUser = getValue(await users.find('usr-andina-cnino'))
    getValue(await users.edit(firstUser, { ...firstUser, position: 'Jefe de mesa' }))
    const loadedUser = getValue(await users.find(firstUser.id))
    getValue(await users.edit(loadedUser, { ...loadedUser, position: 'Gerente' }))
    const lateEdit = { ...loadedUser, telephone: '6015550143' }
    expect(await users.edit(loadedUser, lateEdit)).toMatchObject(rejection(409))
    expect(getValue(await users.find(firstUser.id))).toMatchObject({
      position: 'Gerente',
      telephone: firstUser.telephone,
    })
  })

  test(`${name}: setActive deactivates and activates a user without a screen (D35)`, async () => {
    const { users, screens } = await openBrowser(await create())
    const isAssignable = async () => getValue(await screens.assignable()).some(({ id }) => id === 'usr-andina-cnino')
    expect(await isAssignable()).toBe(true)
    expect(getValue(await users.setActive('usr-andina-cnino', false)).message).toBe('Usuario desactivado con exito.')
    expect(getValue(await users.find('usr-andina-cnino')).active).toBe(false)
    expect(await isAssignable()).toBe(false)
    expect(getValue(await users.setActive('usr-andina-cnino', true)).message).toBe('Usuario activado con exito.')
    expect(getValue(await users.find('usr-andina-cnino')).active).toBe(true)
  })

  test.each([
    ['an administrator', 'usr-andina-nuevo'],
    ['a user with a screen', 'usr-andina-operador'],
    ['a user with an open request', 'usr-andina-fquinones'],
  ])(`${name}: setActive refuses to deactivate %s with 409 and a reason (D35)`, async (_case, id) => {
    const { users } = await openBrowser(await create())
    const result = await users.setActive(id, false)
    expect(result).toMatchObject({ ok: false, error: { kind: 'rejected', status: 409, message: /.{10}/ } })
    expect(getValue(await users.find(id)).active).toBe(true)
  })

  const PEOPLE = [
    { line: 2, user: { ...NEW_USER, username: '', email: 'lgarzon@andina.example' } },
    { line: 4, user: { ...ADMINISTRATOR, documentNumber: '1020304998' } },
  ]

  const toBatch = (key: string, rows = PEOPLE, load = { id: key, isLast: true }) => ({ rows, key, load })

  test(`${name}: checkBatch tells what createBatch would do, and creates nobody (D91)`, async () => {
    const { users } = await openBrowser(await create())
    const before = getValue(await users.list())
    const [known] = before
    const rows = [
      ...PEOPLE,
      { line: 5, user: { ...NEW_USER, documentNumber: '77', username: 'OPERADOR' } },
      { line: 6, user: { ...NEW_USER, username: '', documentType: 'CC', documentNumber: known?.documentNumber ?? '' } },
    ]
    expect(getValue(await users.checkBatch(rows))).toEqual([
      { line: 2, kind: 'ready' },
      { line: 4, kind: 'ready' },
      { line: 5, kind: 'rejected', problems: [{ field: 'username', text: 'Ya existe en la entidad' }] },
      {
        line: 6,
        kind: 'rejected',
        problems: [{ field: 'documentNumber', text: `Es el documento de ${known?.name} (${known?.username})` }],
      },
    ])
    expect(getValue(await users.list())).toHaveLength(before.length)
  })

  test(`${name}: createBatch creates once per key, and a repeated person is existing (D91)`, async () => {
    const { users } = await openBrowser(await create())
    const before = getValue(await users.list())
    const key = newKey()
    const first = getValue(await users.createBatch(toBatch(key)))
    expect(first).toEqual([
      { line: 2, kind: 'created', username: 'lgarzon' },
      { line: 4, kind: 'created', username: 'mrojas' },
    ])
    expect(getValue(await users.createBatch(toBatch(key)))).toEqual(first)
    expect(getValue(await users.createBatch(toBatch(newKey()))).map(({ kind }) => kind)).toEqual([
      'existing',
      'existing',
    ])
    const after = getValue(await users.list())
    expect(after).toHaveLength(before.length + 2)
    expect(after.find(({ username }) => username === 'mrojas')).toMatchObject({
      contractPending: true,
      createdBy: 'Paula Ibáñez Cárdenas',
    })
  })

  test(`${name}: the parts of a file are one line of the audit (D91)`, async () => {
    const { users, audit } = await openBrowser(await create())
    const id = newKey()
    const [first, second] = PEOPLE.map((row) => [row])
    getValue(await users.createBatch(toBatch(newKey(), first, { id, isLast: false })))
    getValue(await users.createBatch(toBatch(newKey(), second, { id, isLast: true })))
    const query = { person: '', kind: 'changes', action: 'users-loaded', from: null, until: null } as const
    const { lines } = getValue(await audit.page({ ...query, after: null }))
    expect(lines.map(({ target, after }) => [target, after['Cantidad']])).toEqual([['líneas 2 a 4', '2']])
    expect(lines[0]?.after['Personas']).toContain('(lgarzon); ')
  })

  test(`${name}: the line of a file has the names at their creation (D91)`, async () => {
    const { users, audit } = await openBrowser(await create())
    const id = newKey()
    const [first, second] = PEOPLE.map((row) => [row])
    getValue(await users.createBatch(toBatch(newKey(), first, { id, isLast: false })))
    const created = getValue(await users.list()).find(({ username }) => username === 'lgarzon')
    if (created === undefined) throw new Error('the user was not created')
    getValue(await users.edit(created, { ...created, name: 'Lucía Garzón Ruiz' }))
    getValue(await users.createBatch(toBatch(newKey(), second, { id, isLast: true })))
    const query = { person: '', kind: 'changes', action: 'users-loaded', from: null, until: null } as const
    const { lines } = getValue(await audit.page({ ...query, after: null }))
    expect(lines[0]?.after['Personas']).toMatch(/^Lucía Garzón Peña \(lgarzon/)
  })

  test(`${name}: a usuario can read users but cannot change them (D25)`, async () => {
    const { users } = await openBrowser(await create(), 'operador')
    const user = getValue(await users.find('usr-andina-cnino'))
    expect(getValue(await users.list()).length).toBeGreaterThan(5)
    expect(await users.create(NEW_USER, newKey())).toMatchObject(rejection(403))
    expect(await users.checkBatch(PEOPLE)).toMatchObject(rejection(403))
    expect(await users.createBatch(toBatch(newKey()))).toMatchObject(rejection(403))
    expect(await users.edit(user, user)).toMatchObject(rejection(403))
    expect(await users.setActive(user.id, false)).toMatchObject(rejection(403))
    expect(await users.uploadContract('usr-andina-nuevo', createPdf('contrato.pdf'))).toMatchObject(rejection(403))
    expect(getValue(await users.find('usr-andina-cnino'))).toEqual(user)
  })
}
