/**
 * A process that sends one abuse at a steady rate. The first message has its input; the second
 * message starts the requests.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

import { ABUSES, type EntitySession } from '#bench/abuse/abuses.ts'
import { runLoad, toBytes } from '#bench/http/raw-client.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

export interface AbuserInput {
  readonly host: string
  readonly port: number
  readonly abuse: string
  /** The number of the round. It determines the addresses and the first request. */
  readonly round: number
  /** Requests per second. */
  readonly rate: number
  readonly durationMs: number
  readonly session: EntitySession
}

/** The number of replies by status. */
export type AbuserReport = readonly (readonly [status: number, count: number])[]

const CONNECTIONS = 50

/** The streams come from two addresses; each opens as many as the server allows an address. */
const STREAMS = 200
const STREAMS_PER_ADDRESS = 100

/** Distance between the first request numbers of two rounds in a row, so that rounds differ. */
const ROUND_OFFSET = 10_007

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const createAddressHeader = (round: number, addressIndex: number) => ({
  'x-forwarded-for': `203.0.${113 + addressIndex}.${1 + round}`,
})

/** Opens streams and never reads them. Counts those that are open at the end as replies of 200. */
async function openUnreadStreams({ host, port, round, durationMs }: AbuserInput): Promise<AbuserReport> {
  const sockets = Array.from({ length: STREAMS }, (_, index) => {
    const headers = createAddressHeader(round, Math.floor(index / STREAMS_PER_ADDRESS))
    const socket = connect(port, host)
    socket.pause()
    socket.on('error', () => {})
    const path = `${MARKET_BASE}${MARKET_PATHS.stream}?mercado=${MARKET_IDS.spot}`
    socket.write(toBytes({ method: 'GET', path, headers }))
    return socket
  })
  await wait(durationMs)
  const open = sockets.filter(({ destroyed }) => !destroyed).length
  for (const socket of sockets) socket.destroy()
  return [[200, open]]
}

async function sendAbuse(input: AbuserInput): Promise<AbuserReport> {
  const { host, port, abuse, round, rate, durationMs, session } = input
  const createCall = ABUSES[abuse]
  if (createCall === undefined) throw new Error(`${abuse} is unknown`)
  if (createCall === null) return openUnreadStreams(input)
  let index = round * ROUND_OFFSET
  const createRequest = () => {
    const call = createCall(index, session)
    index += 1
    return toBytes({ ...call, headers: { ...call.headers, ...createAddressHeader(round, 0) } })
  }
  const { statuses } = await runLoad({ host, port, connections: CONNECTIONS, durationMs, rate, createRequest })
  return [...statuses]
}

const [input] = (await once(process, 'message')) as [AbuserInput]
process.send?.('ready')
await once(process, 'message')
process.send?.(await sendAbuse(input))
process.disconnect()
