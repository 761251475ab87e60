import { describe, expect, test } from 'vitest'

import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { toIso } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createBrowser, solveServerCheck, startIdentity } from '#tests/support/identity.ts'
import {
  createConfirmation,
  createOrder,
  postConfirmation,
  readOrder,
  readTerm,
  sign,
} from '#tests/support/payments.ts'

const KEY = 'una-clave-de-dieciseis'
const EMAIL = 'marta@norte.example'

const REGISTRATION = {
  ...{ full_name: 'Marta', last_name: 'Rojas Gil', identification: '52123456', email: EMAIL },
  ...{ enterprise: 'Norte S. A.', country: 'Colombia', type: 'natural', city: 'Bogotá', identification_type: 'C' },
  ...{ product: 'dolar', cellphone: '3101234567' },
}

async function startServerWithOperator(engine: (typeof ENGINES)[number]) {
  const env = { OPERATOR_KEY: KEY }
  const server = await startIdentity({ engine, env, payments: true, imc: true, demoEntities: [] })
  const { url, database, time } = server
  const operator = createOperatorClient({ url, key: KEY })

  async function run(...argv: readonly string[]) {
    const command = readCommand(argv)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    const result = await runCommand(operator, command.value)
    return result.ok ? result.value : `REFUSED ${result.error}`
  }

  async function register() {
    const headers = { 'X-Human-Check': await solveServerCheck(url) }
    await createBrowser(url).post('/api/registro', { ...REGISTRATION, date: toIso(time.now()) }, headers)
    return /R-[0-9A-F]{10}/.exec(await run('registrations', 'list'))?.[0] ?? ''
  }

  async function pay(plan: string, email = EMAIL) {
    const order = await createOrder(server, { plan, email })
    await postConfirmation(url, sign(createConfirmation(order)))
    return readOrder(server, order)
  }

  const listOwners = () =>
    database.db.selectFrom('payment_orders').select(['reference', 'client_id']).orderBy('sequence').execute()

  const findClient = () =>
    database.db.selectFrom('identity_clients').selectAll().where('email_key', '=', EMAIL).executeTakeFirstOrThrow()

  const listAdoptionEntries = async () => {
    const { id } = await findClient()
    return database.db
      .selectFrom('records_audit')
      .selectAll()
      .where('action', '=', 'orders-adopted')
      .where('target', '=', id)
      .execute()
  }
  return { ...server, run, register, pay, listOwners, findClient, listAdoptionEntries }
}

describe.each(ENGINES)('%s', (engine) => {
  test('the account of a registration gets the paid orders of its mail address and their last day (D78)', async () => {
    const { run, register, pay, listOwners, findClient, listAdoptionEntries } = await startServerWithOperator(engine)
    const first = await pay('trimestral', 'Marta@Norte.example')
    const second = await pay('anual')
    const other = await pay('anual', 'otra@norte.example')
    const output = await run('registrations', 'accept', await register())
    expect(output).toContain(second.vigencia_hasta)
    const { id } = await findClient()
    expect(await listOwners()).toEqual([
      { reference: first.referencia, client_id: id },
      { reference: second.referencia, client_id: id },
      { reference: other.referencia, client_id: null },
    ])
    expect((await listAdoptionEntries()).map(({ realm, after }) => [realm, JSON.parse(after ?? '')])).toEqual([
      ['operator', { orders: [first.referencia, second.referencia], lastDay: second.vigencia_hasta }],
    ])
  })

  test.each([
    ['before its paid orders', '2100-01-05', (until: string) => until],
    ['after its paid orders', '2109-01-05', () => '2109-01-05'],
    ['never', 'never', () => null],
  ])(
    'a new account that ends %s is open at least until the last day of the orders',
    async (_what, until, toLastDay) => {
      const { run, pay, listOwners, findClient } = await startServerWithOperator(engine)
      const { vigencia_hasta: lastDay } = await pay('anual')
      const fields = ['--user', 'mrojas', '--name', 'Marta Rojas', '--email', EMAIL.toUpperCase(), '--until', until]
      const output = await run('clients', 'add', ...fields)
      expect(output).toContain(toLastDay(lastDay) ?? 'Invitada')
      const { id, expires_at: end } = await findClient()
      expect(end === null).toBe(until === 'never')
      expect(await listOwners()).toMatchObject([{ client_id: id }])
    },
  )

  test('a new account gets no unapproved order', async () => {
    const { run, listOwners, listAdoptionEntries, ...server } = await startServerWithOperator(engine)
    const rejected = await createOrder(server, { plan: 'anual', email: EMAIL })
    await postConfirmation(server.url, sign(createConfirmation(rejected, { x_cod_response: '2' })))
    await createOrder(server, { plan: 'anual', email: EMAIL })
    await run('clients', 'add', '--user', 'mrojas', '--name', 'Marta', '--email', EMAIL, '--until', '2100-01-05')
    expect((await listOwners()).map(({ client_id: owner }) => owner)).toEqual([null, null])
    expect(await listAdoptionEntries()).toEqual([])
  })

  test('a new account gets the orders that are approved during its creation', async () => {
    const { run, listOwners, findClient, ...server } = await startServerWithOperator(engine)
    const orders = []
    for (let count = 0; count < 6; count += 1)
      orders.push(await createOrder(server, { plan: 'trimestral', email: EMAIL }))
    const payments = orders.map((order) => postConfirmation(server.url, sign(createConfirmation(order))))
    const fields = ['--user', 'mrojas', '--name', 'Marta', '--email', EMAIL, '--until', '2100-01-05']
    await Promise.all([...payments, run('clients', 'add', ...fields)])
    const { id, expires_at: end } = await findClient()
    expect((await listOwners()).map(({ client_id: owner }) => owner)).toEqual(orders.map(() => id))
    const terms = await Promise.all(orders.map((order) => readTerm(server, order)))
    const lastDay = terms
      .map(({ until }) => until)
      .toSorted()
      .at(-1)
    expect(new Date((end ?? 0) - 86_400_000).toISOString().slice(0, 10)).toBe(lastDay)
  })
})
