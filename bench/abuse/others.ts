/** Visitors and clients from many addresses. The abuse must not slow their replies. */
import type { EntitySession } from '#bench/abuse/abuses.ts'
import { BENCH_DAY, type ServerChild } from '#bench/http/child.ts'
import { exchangeOnce, type RawCall, toBytes } from '#bench/http/raw-client.ts'
import { IMC_BASE, MARKET_BASE, NEWS_BASE } from '#server/http/paths.ts'
import { CHALLENGE_PATH } from '#server/identity/identity-module.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import { loginUserReply } from '#src/adapters/http/contract/imc/session.ts'
import { HUMAN_CHECK_HEADER, IDENTITY_PATHS, MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** Number of visitors. Each has its own address; the clients have further addresses. */
const VISITORS = 38

const post = (path: string, body: object): RawCall => ({ method: 'POST', path: MARKET_BASE + path, body })
const get = (path: string): RawCall => ({ method: 'GET', path })

const createFigureCalls = (delay: number, mercado: number = MARKET_IDS.spot) =>
  [MARKET_PATHS.prices, MARKET_PATHS.closeAndAverage, MARKET_PATHS.amounts].map((path) =>
    post(path, { fecha: BENCH_DAY, mercado, delay }),
  )

const createChartCall = (path: string, periodo: string) =>
  post(path, { mercado: MARKET_IDS.spot, moneda: 'USD/COP', periodo })

/** The requests of a visitor's pages. */
const VISITOR_CALLS: readonly RawCall[] = [
  get('/'),
  ...createFigureCalls(15),
  post(MARKET_PATHS.intraday, { fecha: BENCH_DAY, moneda: 1, delay: 15 }),
  get(`${MARKET_BASE}${MARKET_PATHS.trmNow}?delay=15`),
  get(MARKET_BASE + MARKET_PATHS.stocks),
  get(MARKET_BASE + MARKET_PATHS.indices),
  get(MARKET_BASE + MARKET_PATHS.currencies),
  get(NEWS_BASE + NEWS_PATH),
  get('/trm/'),
]

/** The requests of a client's dashboard. */
const CLIENT_CALLS: readonly RawCall[] = [
  get(MARKET_BASE + IDENTITY_PATHS.session),
  ...createFigureCalls(0),
  ...createFigureCalls(0, MARKET_IDS.nextday),
  post(MARKET_PATHS.intradayLive, { fecha: BENCH_DAY, moneda: 1, delay: 0 }),
  createChartCall(MARKET_PATHS.priceChart, '5d'),
  createChartCall(MARKET_PATHS.candleChart, '1m'),
  createChartCall(MARKET_PATHS.bollingerChart, '5d'),
  post(MARKET_PATHS.statistics, { moneda: 'USD/COP', sector: 1 }),
]

const createAddressHeader = (index: number) => ({ 'x-forwarded-for': `198.51.100.${1 + index}` })

function parseCookie(head: string): string {
  const [, cookie] = /^set-cookie: ([^;\r]+)/im.exec(head) ?? []
  if (cookie === undefined) throw new Error(`no session: ${head}`)
  return cookie
}

/** Signs in a client and returns the session cookie. */
export async function signIn({ host, port }: ServerChild, usr: string): Promise<string> {
  const { body } = await exchangeOnce(host, port, get(CHALLENGE_PATH))
  const challenge: unknown = JSON.parse(body.toString())
  const proof = btoa(JSON.stringify({ challenge, solution: await solveProofOfWork(challenge) }))
  const login = { ...post(IDENTITY_PATHS.login, { usr, pwd: DEMO_PASSWORD }), headers: { [HUMAN_CHECK_HEADER]: proof } }
  return parseCookie((await exchangeOnce(host, port, login)).head)
}

/** Signs in the administrator of the large demo entity. */
export async function signInEntity({ host, port }: ServerChild): Promise<EntitySession> {
  const body = { entidad: 'PACIFICO', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
  const reply = await exchangeOnce(host, port, { method: 'POST', path: IMC_BASE + IMC_USER_PATHS.login, body })
  const { data } = loginUserReply.parse(JSON.parse(reply.body.toString()))
  return { entity: data[0]?.entidad_id ?? '', cookie: parseCookie(reply.head) }
}

/**
 * Creates a function that returns the next request of the visitors and clients, in a cycle. The
 * clients load their dashboard once for every two visitors.
 */
export function createOtherRequests(cookies: readonly string[]): () => Buffer {
  const clients = cookies.flatMap((cookie, clientIndex) =>
    CLIENT_CALLS.map((call) => ({ ...call, headers: { ...createAddressHeader(VISITORS + clientIndex), cookie } })),
  )
  const requests = Array.from({ length: VISITORS }, (_, i) => [
    ...VISITOR_CALLS.map((call) => ({ ...call, headers: createAddressHeader(i) })),
    ...(i % 2 === 0 ? clients : []),
  ])
    .flat()
    .map(toBytes)
  let sent = 0
  return () => {
    const request = requests[sent % requests.length]
    sent += 1
    if (request === undefined) throw new Error('there are no requests')
    return request
  }
}
