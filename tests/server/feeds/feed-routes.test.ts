import { expect, test } from 'vitest'

import { FIRST_RETRY_MS } from '#server/feeds/feed.ts'
import { formatLag } from '#server/operator/terminal/upkeep-commands.ts'
import { feedsReply } from '#src/adapters/http/contract/market/quotes.ts'
import { operatorFeedsReply } from '#src/adapters/http/contract/operator/operator.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { historyEnv, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { sendBody, startProvider } from '#tests/support/provider.ts'
import { startTestServer } from '#tests/support/server.ts'

const KEY = 'clave-de-prueba-del-operador'
const RSS = '<rss><channel><item><title>Nota</title></item></channel></rss>'

test('the server replies 503 for news before the first value and reports the state of each feed', async () => {
  const provider = await startProvider()
  provider.serveAll((response) => void response.writeHead(500).end())
  let elapsed = 0
  const { url, feeds } = await startTestServer(
    { ...(await historyEnv(USUAL_CLOCK)), NEWS_URL: `${provider.origin}/rss`, OPERATOR_KEY: KEY },
    { demoEntities: [], now: () => Date.now() + elapsed },
  )
  await feeds.loadDue()
  const news = await fetch(`${url}/api/news/rss/`)
  expect([news.status, news.headers.get('x-data-source'), await news.json()]).toEqual([
    503,
    'real',
    { message: expect.stringContaining('aún no ha respondido') },
  ])
  const stocks = await fetch(`${url}/api/market/bvc/acciones/`)
  expect([stocks.status, stocks.headers.get('x-data-source')]).toEqual([200, 'simulado'])

  const headers = { [OPERATOR_KEY_HEADER]: KEY }
  const readOperatorFeeds = async () =>
    operatorFeedsReply.parse(await (await fetch(`${url}/api/operator/fuentes`, { headers })).json()).data
  expect((await readOperatorFeeds()).find(({ fuente }) => fuente === 'noticias')).toMatchObject({
    origen: 'proveedor',
    ultimo_exito: null,
    fallos: 1,
    error: 'Respondió con el estado 500.',
  })

  const { data } = feedsReply.parse(await (await fetch(`${url}/api/market/fuentes`)).json())
  expect(data.map(({ fuente, origen }) => `${fuente} ${origen}`)).toEqual([
    'trm operaciones',
    'divisas simulado',
    'acciones simulado',
    'indices simulado',
    'noticias proveedor',
  ])
  const config = (await (await fetch(`${url}/config.json`)).json()) as { readonly simulated: readonly string[] }
  expect(config.simulated).toEqual(['market', 'currencies', 'stocks', 'indices'])

  provider.serveAll(sendBody('text/xml', RSS))
  elapsed = FIRST_RETRY_MS
  await feeds.loadDue()
  const loaded = await fetch(`${url}/api/news/rss/`)
  expect(await loaded.json()).toMatchObject([{ headline: 'Nota', body: '', link: null, fecha: null }])
})

test.each([
  [null, '–'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h 0 min'],
  [90_061, '25 h 1 min'],
])('formatLag formats %s seconds as %s', (seconds, text) => {
  expect(formatLag(seconds)).toBe(text)
})
