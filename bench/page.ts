/**
 * The claim: a rendered page costs hardly more than a file. The ratio is the requests per second of
 * the home divided by those of a static file with the same bytes. One server serves both in turns.
 * Beside it, the page of a day that was rendered once (D123). `npm run bench:page` needs the built
 * portal and prints the ratio; the goal is 0.9.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

import { median } from '#bench/percentile.ts'
import { createRateClient } from '#bench/request-rate.ts'
import { DIST, requireBuild } from '#bench/require-build.ts'
import { readConfig } from '#server/config/config.ts'
import { openMarket } from '#server/market/market-module.ts'
import { loadPageRenderer } from '#server/page/render-thread.ts'
import { startServer } from '#server/server.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { addDays, toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { readCommandLine } from '../tools/command-line.mjs'

readCommandLine()

const GOAL = 0.9
const ROUNDS = 9
const ROUND_MS = 1_500
const CONNECTIONS = 20
const FILE = '/igual.html'

const client = createRateClient({ connections: CONNECTIONS, roundMs: ROUND_MS, headers: { 'accept-encoding': 'br' } })

async function startPortal(folder: string, portalFolder: string) {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const server = await startServer(config.value, {
    now: Date.now,
    portalFolder,
    pageRenderer: await loadPageRenderer(DIST),
    openMarket,
    logger: pino({ level: 'silent' }),
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  return server.value
}

requireBuild()
const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-page-'))
const portalFolder = join(folder, 'portal')
cpSync(join(DIST, 'portal'), portalFolder, { recursive: true })
cpSync(join(DIST, 'portal-manifest.json'), `${portalFolder}-manifest.json`)
const firstServer = await startPortal(folder, portalFolder)
const home = await (await fetch(firstServer.url)).text()
await firstServer.close()
writeFileSync(join(portalFolder, FILE), home)

// A server reads its files when it starts, so a second server is needed for the new file.
const server = await startPortal(folder, portalFolder)
const date = previousTradingDay('spot', addDays(toDate(Date.now()), -7))
const dayUrl = `${server.url}${toPath('day', { date })}`
const rates = { page: [] as number[], file: [] as number[], day: [] as number[], sameDay: [] as number[] }
for (let round = 0; round <= ROUNDS; round += 1) {
  const [pageRate, fileRate] = [await client.measure(`${server.url}/`), await client.measure(server.url + FILE)]
  const dayRate = await client.measure(dayUrl)
  const sameDayRate = await client.measure(dayUrl, await client.findTag(dayUrl))
  // The first round warms up.
  if (round > 0) {
    rates.page.push(pageRate)
    rates.file.push(fileRate)
    rates.day.push(dayRate)
    rates.sameDay.push(sameDayRate)
  }
}
const bytes = {
  page: (await client.get(`${server.url}/`)).length,
  file: (await client.get(server.url + FILE)).length,
  day: (await client.get(dayUrl)).length,
}
await server.close()
client.close()
rmSync(folder, { recursive: true })

const [pageRate, fileRate] = [median(rates.page), median(rates.file)]
const ratio = pageRate / fileRate
console.log(
  `page ${pageRate.toFixed(0)} requests/s, ${bytes.page} B · file ${fileRate.toFixed(0)} requests/s, ${bytes.file} B`,
)
console.log(
  `day of the past ${median(rates.day).toFixed(0)} requests/s, ${bytes.day} B · unchanged (304) ${median(rates.sameDay).toFixed(0)} requests/s`,
)
console.log(`ratio ${ratio.toFixed(2)}, goal ${GOAL}: ${ratio >= GOAL ? 'met' : 'missed'}`)
