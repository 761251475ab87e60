import { exchangeOnce, type RawCall, type RawReply } from '#bench/http/raw-client.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import { loginUserReply } from '#src/adapters/http/contract/imc/session.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

export interface Address {
  readonly host: string
  readonly port: number
}

/** The session of an administrator. */
export interface EntitySession {
  readonly entity: string
  readonly cookie: string
}

/** Sends a request; throws unless it succeeds. */
export async function send({ host, port }: Address, call: RawCall): Promise<RawReply> {
  const reply = await exchangeOnce(host, port, call)
  if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${reply.body.toString().slice(0, 300)}`)
  return reply
}

/** Signs in the administrator of a demo entity. */
export async function signInEntity(address: Address, entidad: string): Promise<EntitySession> {
  const body = { entidad, usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
  const { head, body: reply } = await send(address, { method: 'POST', path: IMC_BASE + IMC_USER_PATHS.login, body })
  const { data } = loginUserReply.parse(JSON.parse(reply.toString()))
  const cookie = /^set-cookie: (md_imc=[^;\r]+)/im.exec(head)?.[1]
  if (cookie === undefined) throw new Error(`no session: ${head}`)
  return { entity: data[0]?.entidad_id ?? '', cookie }
}
