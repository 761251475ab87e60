import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { MAIL_FOLDER } from '#server/delivery/delivery.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { REVIEW_MAIL_DELAY_MS } from '#server/market/store/review-store.ts'
import { createOperatorClient, type OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { err, ok } from '#src/domain/result.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV, INGEST_KEY, toWireDeal } from '#tests/support/ingest.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const NOON = toInstant('2026-11-20', '12:00')

/** The subjects of the mails that were sent. */
async function readSubjects(folder: string) {
  const files = await readdir(join(folder, MAIL_FOLDER)).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(join(folder, MAIL_FOLDER, file), 'utf8')))
  return texts.map((text) => Buffer.from(/^Subject: =\?UTF-8\?B\?(.*)\?=$/m.exec(text)?.[1] ?? '', 'base64').toString())
}

test('a later call that fails leaves the results of the earlier ones in the output, before the error (D118, D124)', async () => {
  const replies = [
    { data: [{ id: 'd1', resultado: 'aceptada' }], message: 'Se decidió sobre 1 operación.', incompleta: true },
    { data: [{ id: 'd2', resultado: 'aceptada' }], message: 'Se decidió sobre 2 operaciones.', incompleta: true },
  ].map((reply) => ok(reply))
  const client = {
    call: async () => replies.shift() ?? err({ kind: 'unreachable', url: 'http://portal.example' }),
  } as unknown as OperatorClient
  const command = readCommand(['deals', 'accept', 'd1', 'd2', '--reason', 'salto verificado'])
  if (!command.ok) throw new Error(JSON.stringify(command.error))
  const output = await runCommand(client, command.value)
  expect(output.ok ? [] : output.error.split('\n')).toEqual([
    ...['Se decidió sobre 1 operación.', 'Se decidió sobre 2 operaciones.'],
    ...['Operación  Resultado', 'd1         aceptada', 'd2         aceptada', ''],
    'No hay un servidor en http://portal.example. Inícielo, o indique su dirección en OPERATOR_URL.',
  ])
})

test('the mail counts all waiting deals, and a decision that takes long shows all its results (D118, D124)', async () => {
  let shift = NOON - Date.now()
  let stepMs = 0
  const now = () => {
    shift += stepMs
    return Date.now() + shift
  }
  const folder = await migratedFolder()
  const env = { ...PRODUCTION_NEEDS, ...INGEST_ENV, DEAL_BAND: '3', OPERATOR_MAIL: 'operador@portal.example' }
  const server = await startTestServer({ ...env, DATA_DIR: folder }, { now })
  const prices = [4_000, ...Array.from({ length: 1_200 }, () => 5_000)]
  const operaciones = prices.map((price, index) =>
    toWireDeal(createDeal({ id: `d${index}`, price, time: NOON - SECOND_MS })),
  )
  const headers = { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY }
  const body = JSON.stringify({ operaciones })
  const reply = await fetch(server.url + MARKET_BASE + MARKET_PATHS.deals, { method: 'POST', headers, body })
  expect((await reply.json()).data).toMatchObject({ aceptadas: 1, en_revision: { length: 1_200 } })

  // The batch was committed in three parts: the mail counts all.
  await server.identity.deliver()
  expect(await readSubjects(folder)).toEqual([])
  shift += REVIEW_MAIL_DELAY_MS
  await server.identity.deliver()
  expect(await readSubjects(folder)).toEqual(['1.200 operaciones esperan su revisión'])

  // Each look at the clock takes as long as a slow part.
  stepMs = 3 * SECOND_MS
  const command = readCommand(['deals', 'accept', 'd1', '--reason', 'salto verificado'])
  if (!command.ok) throw new Error(JSON.stringify(command.error))
  const output = await runCommand(createOperatorClient({ url: server.url, key: INGEST_KEY }), command.value)
  const lines = output.ok ? output.value.split('\n') : []
  const messages = lines.filter((line) => line.startsWith('Se decidió sobre'))
  expect(messages.length).toBeGreaterThan(1)
  expect(messages.slice(0, -1).every((line) => line.endsWith('Faltan otras: repita la misma decisión.'))).toBe(true)
  expect(messages.at(-1)).not.toContain('Faltan otras')
  const results = lines.filter((line) => /^d\d+ /.test(line))
  expect(results).toHaveLength(1_200)
  expect(results.filter((line) => !line.includes('aceptada'))).toEqual([])
})
