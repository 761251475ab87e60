import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { MAX_BATCH_BYTES } from '#server/market/calls/deals-routes.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'

const UNITS: Readonly<Record<string, number>> = { m: 2 ** 20, g: 2 ** 30 }

/** Returns the largest body in bytes that nginx.conf of the manual accepts for a path. */
async function readMaxBody(path: string): Promise<number> {
  const site = await readFile(new URL('../../docs/operations/nginx.conf', import.meta.url), 'utf8')
  const parseSize = (text: string) => {
    const [, amount, unit = ''] = /^ +client_max_body_size (\d+)([mg]);/m.exec(text) ?? []
    return amount === undefined ? null : Number(amount) * (UNITS[unit] ?? 1)
  }
  const locations = [...site.matchAll(/^ {2}location ~ (\S+) \{\n([^}]*)\}/gm)]
  const [, , block = ''] = locations.find(([, pattern = '']) => new RegExp(pattern).test(path)) ?? []
  return parseSize(block) ?? parseSize(site.slice(0, site.indexOf('location'))) ?? 0
}

test('nginx.conf accepts a full batch, a deal file of 1 GiB, and 1 MiB on other paths', async () => {
  for (const end of ['', '/']) {
    expect(await readMaxBody(MARKET_BASE + MARKET_PATHS.deals + end)).toBe(MAX_BATCH_BYTES)
    expect(await readMaxBody(MARKET_BASE + MARKET_PATHS.dealsImport + end)).toBe(2 ** 30)
  }
  for (const path of ['/login', `${MARKET_BASE}/deals/otra`, `${MARKET_BASE}/graficos/graficoMoneda/`])
    expect(await readMaxBody(path)).toBe(2 ** 20)
})

test('the log of nginx.conf has no query string and no referrer, which carry tokens', async () => {
  const site = await readFile(new URL('../../docs/operations/nginx.conf', import.meta.url), 'utf8')
  const [, format = ''] = /log_format without_query ([^;]*);/.exec(site) ?? []
  expect(format).toContain('$uri')
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|arg_\w+|http_referer)\b/)
  const servers = site.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) expect(server).toMatch(/access_log \S+ without_query;[\s\S]*error_log \S+ crit;/)
})
