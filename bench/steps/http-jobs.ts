/** The large jobs that people and programs cause by calls. */
import { type Address, type EntitySession, send } from '#bench/steps/entity-session.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { IMC_PACKAGE_PATHS, IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { receiptReply } from '#src/adapters/http/contract/imc/requests.ts'
import { DEALS_FILE_TYPE } from '#src/adapters/http/contract/market/deals.ts'
import { OPERATOR_BASE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MAX_QUANTITY } from '#src/domain/imc/packages/package-order.ts'
import { CHECK_BATCH_ROWS, CREATE_BATCH_ROWS, MAX_USER_FILE_ROWS } from '#src/domain/imc/users/user-batch.ts'
import { type BogotaDate, toInstant, toIso } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'

export interface Job {
  readonly name: string
  /** Creates the requests of the job before the probes start: they run in this process too. */
  prepare(): () => Promise<unknown>
}

interface JobContext {
  readonly address: Address
  readonly session: EntitySession
  readonly operatorKey: string
  /** The day of the market's clock. */
  readonly today: BogotaDate
}

const DAYS = 400
const DEALS_PER_DAY = 250
/** Of each day, in one batch of the largest size. */
const CORRECTIONS_PER_DAY = 25

/** The offered package of the demo with the most screens. */
const PACKAGE = { paquete_id: 'paq-usd-con', precio: 1_214_000 } as const

function listDays(today: BogotaDate): readonly BogotaDate[] {
  const days = [previousTradingDay('spot', today)]
  while (days.length < DAYS) days.unshift(previousTradingDay('spot', days[0] ?? today))
  return days
}

const toDeal = (date: BogotaDate, index: number, prefix = 'op') => ({
  ...{ id: `${prefix}-${date}-${index}`, mercado: 71, plazo: 0, sector: 1, origen: 'negociada' },
  hora: toIso(toInstant(date, '08:00') + index * 60_000),
  ...{ precio: 4_000 + (index % 40), monto: 50_000 },
})

const FIRST = [
  'Ana',
  'Beatriz',
  'Camilo',
  'Diana',
  'Esteban',
  'Fabiola',
  'Germán',
  'Helena',
  'Iván',
  'Juliana',
] as const
const LAST = ['Restrepo', 'Muñoz', 'Peñuela', 'Güiza', 'Quiñones', 'Ordóñez', 'Acuña', 'Vélez', 'Niño', 'Páez'] as const

/** About a hundred people share the start of a user name. */
const toName = (index: number) =>
  `${FIRST[index % 10]} ${LAST[Math.floor(index / 10) % 10]} ${LAST[index % 7]} ${index}`

const toPerson = (index: number) => ({
  ...{ nombre: toName(index), tipo_doc: 'CC', idoc_numero: `${70_000_000 + index}` },
  ...{ idoc_dv: '', cargo: 'Operador', telefono: '6015550000', email_address: '', usr_name: '' },
  ...{ rolename: 'usuario', es_activo: true, es_exento: false, linea: index + 2 },
})

const split = <T>(rows: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))

export function createHttpJobs({ address, session, operatorKey, today }: JobContext): readonly Job[] {
  const url = `http://${address.host}:${address.port}`
  const days = listDays(today)
  const operator = { [OPERATOR_KEY_HEADER]: operatorKey }
  const headers = { cookie: session.cookie }
  const people = Array.from({ length: MAX_USER_FILE_ROWS }, (_, index) => toPerson(index))

  async function order(): Promise<string> {
    const body = { ...PACKAGE, cantidad: MAX_QUANTITY }
    const reply = await send(address, { method: 'POST', path: IMC_BASE + IMC_PACKAGE_PATHS.order, headers, body })
    return receiptReply.parse(JSON.parse(reply.body.toString())).data.referencia
  }

  const settle = async (path: string, body: object) =>
    send(address, { method: 'POST', path: OPERATOR_BASE + path, headers: operator, body })

  async function sendUsers(prueba: boolean, size: number) {
    const parts = split(people, size)
    for (const filas of parts)
      await send(address, {
        ...{ method: 'POST', path: IMC_BASE + IMC_USER_PATHS.batch, headers },
        body: { prueba, filas, carga: { id: 'personas', fin: filas === parts.at(-1) } },
      })
  }

  function prepareFile() {
    const rows = days.flatMap((date) => Array.from({ length: DEALS_PER_DAY }, (_, index) => toDeal(date, index)))
    const names = Object.keys(rows[0] ?? {})
    const body = [names.join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')
    const file = Buffer.from(body)
    const path = MARKET_BASE + MARKET_PATHS.dealsImport
    return async () => {
      const reply = await fetch(url + path, {
        method: 'POST',
        headers: { ...operator, 'content-type': DEALS_FILE_TYPE },
        body: file,
      })
      if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
    }
  }

  const prepareDeals = (body: object) => () =>
    send(address, { method: 'POST', path: MARKET_BASE + MARKET_PATHS.deals, headers: operator, body })

  const corrected = days.flatMap((date) => Array.from({ length: CORRECTIONS_PER_DAY }, (_, index) => ({ date, index })))
  const read = (path: string) => () => () => send(address, { method: 'GET', path: IMC_BASE + path, headers })

  return [
    { name: 'import of 100,000 deals', prepare: prepareFile },
    {
      name: '10,000 annulments over 400 days',
      prepare: () =>
        prepareDeals({
          anuladas: corrected.map(({ date, index }) => {
            const { id, hora } = toDeal(date, index)
            return { id, hora }
          }),
        }),
    },
    {
      name: '10,000 late deals over 400 days',
      prepare: () => prepareDeals({ operaciones: corrected.map(({ date, index }) => toDeal(date, index, 'late')) }),
    },
    { name: 'check of 10,000 users', prepare: () => () => sendUsers(true, CHECK_BATCH_ROWS) },
    { name: 'creation of 10,000 users', prepare: () => () => sendUsers(false, CREATE_BATCH_ROWS) },
    { name: 'list of 10,000 users', prepare: read(imcPaths.entityUsers(session.entity)) },
    { name: 'list of assignable users', prepare: read(imcPaths.assignable(session.entity)) },
    { name: 'purchase of 999 packages', prepare: () => async () => settle(operatorPaths.approve(await order()), {}) },
    {
      name: 'refusal of 999 packages',
      prepare: () => async () => settle(operatorPaths.refuse(await order()), { motivo: 'Medición' }),
    },
    { name: 'list of 22,000 screens', prepare: read(imcPaths.allScreens(session.entity)) },
    { name: 'list of 20,000 free screens', prepare: read(imcPaths.freeScreens(session.entity)) },
    { name: 'list of 1,000 subscriptions', prepare: read(imcPaths.subscriptions(session.entity)) },
    {
      name: 'export of the audit',
      // In chunks, which the raw client does not read.
      prepare: () => async () =>
        (await fetch(`${url}${OPERATOR_BASE}${operatorPaths.auditExport}`, { headers: operator })).text(),
    },
  ]
}
