import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { DEALS_FILE_TYPE } from '#src/adapters/http/contract/market/deals.ts'
import { IDEMPOTENCY_HEADER, MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** What the servers have acknowledged, and which statuses they refused with. */
export interface Acknowledged {
  readonly deals: string[]
  readonly imported: string[]
  /** The created users, each with the SHA-256 of its contract; null before the upload. */
  readonly users: { readonly id: string; readonly email: string; contract: string | null }[]
  readonly refusals: Map<number, number>
}

export const createAcknowledged = (): Acknowledged => ({ deals: [], imported: [], users: [], refusals: new Map() })

export const countAcknowledged = ({ deals, imported, users }: Acknowledged): number =>
  deals.length + imported.length + users.length

interface MixedLoadParts {
  readonly operatorKey: string
  /** The day of the deals, already over. */
  readonly date: string
  readonly acknowledged: Acknowledged
}

/** Sends requests until they are acknowledged, also over several servers. */
export interface MixedLoad {
  /** Sends to a server until `isOver`. A request without a success is sent again by the next call. */
  run(url: string, isOver: () => boolean): Promise<void>
}

const DEALS_PER_BATCH = 5
const DEALS_PER_FILE = 300
const PAUSE_MS = 20
const TIMEOUT_MS = 8_000
const MAX_CONTRACT_BYTES = 200_000

const BOUNDARY = 'limite-de-la-carga'
const JSON_HEADERS = { 'content-type': 'application/json' }

/** A file that counts as PDF. */
const createPdf = () =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(1_000 + Math.floor(Math.random() * MAX_CONTRACT_BYTES))])

const toForm = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="fupload"; filename="contrato.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** Creates the load: batches of deals, files of deals, and users with their contracts. */
export function createMixedLoad({ operatorKey, date, acknowledged }: MixedLoadParts): MixedLoad {
  const operator = { [OPERATOR_KEY_HEADER]: operatorKey }
  const run = randomBytes(3).toString('hex')
  const counts = { batch: 0, file: 0, user: 0 }
  let cookie: string | null = null

  const toDeal = (id: string, index: number) => ({
    ...{ id, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 + (index % 10), monto: 1_000 },
    hora: `${date}T10:${String(index % 60).padStart(2, '0')}:00-05:00`,
  })

  const toFile = (ids: readonly string[]) => {
    const deals = ids.map(toDeal)
    const names = Object.keys(deals[0] ?? {})
    return [names.join(','), ...deals.map((deal) => Object.values(deal).join(','))].join('\n')
  }

  /** Returns the reply to a success. Null without a reply, or for a refusal that a retry may end. */
  async function send(url: string, method: string, path: string, headers: Record<string, string>, body: BodyInit) {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const reply = await fetch(url + path, { method, headers, body, signal }).catch(() => null)
    if (reply === null) return null
    const text = await reply.text().catch(() => null)
    if (text === null) return null
    if (reply.status === 200) return { text, headers: reply.headers }
    acknowledged.refusals.set(reply.status, (acknowledged.refusals.get(reply.status) ?? 0) + 1)
    if (reply.status < 500 && reply.status !== 429) throw new Error(`${path}: ${reply.status} ${text}`)
    return null
  }

  async function signIn(url: string) {
    const body = JSON.stringify({ entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD })
    const reply = await send(url, 'POST', IMC_BASE + IMC_USER_PATHS.login, JSON_HEADERS, body)
    const session = reply?.headers.getSetCookie().find((text) => text.startsWith('md_imc='))
    cookie = session?.split(';')[0] ?? null
  }

  async function sendBatch(url: string) {
    const ids = Array.from({ length: DEALS_PER_BATCH }, (_, index) => `${run}-b${counts.batch}-${index}`)
    const body = JSON.stringify({ operaciones: ids.map(toDeal) })
    const headers = { ...JSON_HEADERS, ...operator }
    if ((await send(url, 'POST', MARKET_BASE + MARKET_PATHS.deals, headers, body)) === null) return
    counts.batch += 1
    acknowledged.deals.push(...ids)
  }

  async function sendFile(url: string) {
    const ids = Array.from({ length: DEALS_PER_FILE }, (_, index) => `${run}-f${counts.file}-${index}`)
    const headers = { 'content-type': DEALS_FILE_TYPE, ...operator }
    if ((await send(url, 'POST', MARKET_BASE + MARKET_PATHS.dealsImport, headers, toFile(ids))) === null) return
    counts.file += 1
    acknowledged.imported.push(...ids)
  }

  async function createUser(url: string) {
    const email = `${run}-${counts.user}@carga.example`
    const person = { tipo_doc: 'CC', idoc_numero: '1020304053', idoc_dv: '', cargo: 'Gerente', telefono: '6015550000' }
    const body = JSON.stringify({
      ...{ ...person, nombre: `Persona ${counts.user}`, email_address: email, usr_name: '', rolename: 'administrador' },
      ...{ es_activo: true, es_exento: false },
    })
    const headers = { ...JSON_HEADERS, cookie: cookie ?? '', [IDEMPOTENCY_HEADER]: `carga-${email}` }
    const reply = await send(url, 'POST', IMC_BASE + IMC_USER_PATHS.users, headers, body)
    if (reply === null) return
    counts.user += 1
    const { data } = JSON.parse(reply.text) as { data: { id: string } }
    acknowledged.users.push({ id: data.id, email, contract: null })
  }

  async function uploadContract(url: string, user: Acknowledged['users'][number]) {
    const content = createPdf()
    const headers = { cookie: cookie ?? '', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const reply = await send(
      url,
      'POST',
      IMC_BASE + imcPaths.contract(user.id),
      headers,
      new Uint8Array(toForm(content)),
    )
    if (reply !== null) user.contract = createHash('sha256').update(content).digest('hex')
  }

  async function changeUsers(url: string) {
    if (cookie === null) return signIn(url)
    const user = acknowledged.users.find(({ contract }) => contract === null)
    return user === undefined ? createUser(url) : uploadContract(url, user)
  }

  return {
    async run(url, isOver) {
      async function repeat(work: (url: string) => Promise<void>, pause: number) {
        while (!isOver()) {
          await work(url)
          await wait(pause)
        }
      }
      await Promise.all([repeat(sendBatch, PAUSE_MS), repeat(sendFile, 10 * PAUSE_MS), repeat(changeUsers, PAUSE_MS)])
    },
  }
}
