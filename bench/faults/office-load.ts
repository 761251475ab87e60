import { createHash, randomBytes } from 'node:crypto'
import type { Acknowledged } from '#bench/faults/acknowledged.ts'
import { findCookie, JSON_HEADERS, type Send } from '#bench/faults/send.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

const MAX_CONTRACT_BYTES = 200_000
const BOUNDARY = 'limite-de-la-carga'

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

interface OfficeLoadParts {
  readonly send: Send
  readonly acknowledged: Acknowledged
  /** The start of all ids. */
  readonly run: string
}

/** Creates the load of an administrator of an entity: users with their contracts. */
export function createOfficeLoad({ send, acknowledged, run }: OfficeLoadParts) {
  let count = 0
  let cookie: string | null = null

  async function signIn(url: string) {
    const body = JSON.stringify({ entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD })
    const reply = await send(url, { path: IMC_BASE + IMC_USER_PATHS.login, headers: JSON_HEADERS, body })
    cookie = reply && findCookie(reply, 'md_imc')
  }

  async function createUser(url: string, cookie: string) {
    const email = `${run}-${count}@carga.example`
    const person = { tipo_doc: 'CC', idoc_numero: '1020304053', idoc_dv: '', cargo: 'Gerente', telefono: '6015550000' }
    const body = JSON.stringify({
      ...{ ...person, nombre: `Persona ${count}`, email_address: email, usr_name: '', rolename: 'administrador' },
      ...{ es_activo: true, es_exento: false },
    })
    const headers = { ...JSON_HEADERS, cookie, [IDEMPOTENCY_HEADER]: `carga-${email}` }
    const reply = await send(url, { path: IMC_BASE + IMC_USER_PATHS.users, headers, body })
    if (reply?.status !== 200) return
    count += 1
    const { data } = JSON.parse(reply.text) as { data: { id: string } }
    acknowledged.users.push({ id: data.id, email, contract: null })
  }

  async function uploadContract(url: string, cookie: string, user: Acknowledged['users'][number]) {
    const content = createPdf()
    const headers = { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const body = new Uint8Array(toForm(content))
    const reply = await send(url, { path: IMC_BASE + imcPaths.contract(user.id), headers, body })
    if (reply === null) return
    const sha256 = createHash('sha256').update(content).digest('hex')
    if (reply.status === 200) user.contract = sha256
    else acknowledged.refused.push(`${user.id} ${sha256}`)
  }

  return {
    /** Signs in, creates a user or uploads the contract of the last user. */
    async changeUsers(url: string) {
      if (cookie === null) return signIn(url)
      const user = acknowledged.users.find(({ contract }) => contract === null)
      return user === undefined ? createUser(url, cookie) : uploadContract(url, cookie, user)
    },
  }
}
