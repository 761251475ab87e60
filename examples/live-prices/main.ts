import { argv, env, exit } from 'node:process'
import { createAltcha, createCookieFetch, createHttpPorts, loadConfiguration } from '@mercado-dolar/core/adapters/http'
import { createHeadlessIdentity, createHeadlessPorts, solveProofOfWork } from '@mercado-dolar/core/adapters/system'
import { closeClient, createIdentityArea, createMarketArea, startProblems } from '@mercado-dolar/core/application'
import { formatClock, formatPrice } from '@mercado-dolar/core/domain'

function fail(message: string): never {
  console.error(message)
  exit(1)
}

const [, , url = 'http://localhost:3000', username = 'demo'] = argv
const platform = createHeadlessPorts()
const fetch = createCookieFetch(url, platform.clock)
const configuration = await loadConfiguration({ fetch })
if (!configuration.ok) fail(startProblems(configuration.error).join(' '))
const { humanCheck: check } = configuration.value
if (check.provider !== 'altcha') fail('This program solves only ALTCHA.')

const ports = { ...platform, ...createHttpPorts(configuration.value, { ...platform, fetch }) }
const humanCheck = createAltcha({ ...platform, fetch, address: check.challengeUrl, solve: solveProofOfWork })
const client = createIdentityArea({ ...ports, ...createHeadlessIdentity(humanCheck) })
const login = await client.logIn({ username, password: env['PASSWORD'] ?? '' })
if (!login.ok) fail(login.error)
const { createLiveMarket, readMarketDelay } = createMarketArea(ports, client)
const spot = createLiveMarket({ screen: 'market', market: 'spot', delay: readMarketDelay() })
spot.subscribe(({ close, connection }) => {
  if (close.value) console.log(formatClock(ports.marketClock.now()), formatPrice(close.value.value.close), connection)
})
process.once('SIGINT', () => closeClient(client, platform.timers).then(() => exit(0)))
