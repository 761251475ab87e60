/** Requests of one address that try to slow other addresses. Parameters vary to miss the caches. */
import { randomBytes } from 'node:crypto'
import { BENCH_DAY } from '#bench/http/child.ts'
import type { RawCall } from '#bench/http/raw-client.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { CHALLENGE_PATH } from '#server/identity/identity-module.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { IDENTITY_PATHS, MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import { addDays } from '#src/domain/time/bogota.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

const post = (path: string, body: object): RawCall => ({ method: 'POST', path: MARKET_BASE + path, body })

const pickItem = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

/** Returns a day whose deals are not in memory. */
const toOldDay = (index: number) => addDays(BENCH_DAY, -20 - (index % 350))

const MARKET_NUMBERS = Object.values(MARKET_IDS)
const FIGURE_PATHS = [MARKET_PATHS.prices, MARKET_PATHS.closeAndAverage, MARKET_PATHS.amounts]

const BACK_OFFICE_PATHS = [
  (entity: string) => imcPaths.audit(entity),
  (entity: string) => `${imcPaths.entityUsers(entity)}?limite=100&buscar=es`,
  (entity: string) => imcPaths.requests(entity),
]

const FORGED = 'forged cookies'
const COOKIELESS = 'requests without a cookie'

/** Abuses with another rate than the usual one, in requests per second. */
export const RATES: Readonly<Record<string, number>> = { [FORGED]: 3_000, [COOKIELESS]: 3_000 }

/**
 * Abuses that are compared with as many other requests, and not with nothing: what costs is the
 * number of requests. Their baselines have no goal of their own.
 */
export const BASELINES: Readonly<Record<string, string>> = { [FORGED]: COOKIELESS }

/** A cookie with the form of a session cookie, which no server issued. */
const forge = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Name of the abuse that opens streams and never reads them. */
export const UNREAD_STREAMS = 'streams that are never read'

/** A signed-in user of an entity. */
export interface EntitySession {
  readonly entity: string
  readonly cookie: string
}

/** Creates one request. `index` varies it; `session` is the abuser's session of an entity. */
type CreateCall = (index: number, session: EntitySession) => RawCall

/** By abuse, the function that creates its requests; null for the abuse that opens streams. */
export const ABUSES: Readonly<Record<string, CreateCall | null>> = {
  'charts of old days': (index) =>
    post(MARKET_PATHS.intraday, {
      fecha: toOldDay(index),
      moneda: 1,
      delay: 15,
      market: pickItem(MARKET_NUMBERS, index),
    }),
  'figures of old days': (index) =>
    post(pickItem(FIGURE_PATHS, index), {
      fecha: toOldDay(index),
      mercado: pickItem(MARKET_NUMBERS, index),
      delay: 15,
    }),
  'other delays': (index) => post(MARKET_PATHS.intraday, { fecha: BENCH_DAY, moneda: 1, delay: 16 + (index % 1_400) }),
  'other deviations': (index) =>
    post(MARKET_PATHS.bollingerChart, {
      mercado: MARKET_IDS.spot,
      moneda: 'USD/COP',
      periodo: pickItem(PERIODS, index),
      desv: String((101 + (index % 800)) / 100),
    }),
  'TRM histories': (index) => ({
    method: 'GET',
    path: `${MARKET_BASE}${MARKET_PATHS.trmHistory}?desde=${addDays(BENCH_DAY, -3_000 - (index % 500))}&hasta=${addDays(BENCH_DAY, -2 - (index % 7))}`,
  }),
  challenges: () => ({ method: 'GET', path: CHALLENGE_PATH }),
  'wrong passwords': (index) => ({
    method: 'POST',
    path: IMC_BASE + IMC_USER_PATHS.login,
    body: { entidad: 'PACIFICO', usr_name: `usuario${index}`, usr_pwd: 'Otra#Clave2026' },
  }),
  'pages of the back-office': (index, { entity, cookie }) => ({
    method: 'GET',
    path: IMC_BASE + pickItem(BACK_OFFICE_PATHS, index)(entity),
    headers: { cookie },
  }),
  [COOKIELESS]: () => ({ method: 'GET', path: MARKET_BASE + IDENTITY_PATHS.session }),
  [FORGED]: () => ({
    method: 'GET',
    path: MARKET_BASE + IDENTITY_PATHS.session,
    headers: { cookie: `md_cliente=${forge(32)}.${forge(16)}` },
  }),
  [UNREAD_STREAMS]: null,
}
