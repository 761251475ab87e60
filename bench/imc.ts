/**
 * The claim: replies of the back-office do not become slower with the size of the entity, which has
 * 10², 10⁴ or 10⁵ users, screens and purchase requests. The bench loads pages and searches of users
 * and of the screens of a subscription, and the sums by package. It also polls unchanged lists. A
 * bare fastify route returns the same bytes for comparison. `npm run bench:imc` prints the requests
 * per second of both routes, their ratio, and the slowdown from the smallest to the slowest entity.
 * `-- --sizes 100,10000 --rounds 2` measures less.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import { median } from '#bench/percentile.ts'
import { createRateClient } from '#bench/request-rate.ts'
import { openDatabase } from '#server/database/connection.ts'
import { toCatalogueRows } from '#server/demo/catalogue.ts'
import { addCatalogue, addEntity, type EntitySeed } from '#server/demo/seed-store.ts'
import { registerImcRoutes } from '#server/imc/imc-module.ts'
import { setEntityUser } from '#server/imc/session/actor.ts'
import { createPasswordHashes } from '#server/security/password-hashes.ts'
import { toScreenName } from '#src/domain/imc/screens/screen-name.ts'
import { DEMO_CATALOGUE, OPERATOR_PROFILE } from '#src/simulator/entities/catalogue.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const { values } = readCommandLine({
  options: {
    sizes: { type: 'string', default: '100,10000,100000' },
    rounds: { type: 'string', default: '5' },
  },
})
const SIZES = values.sizes.split(',').map((size) => readCount('sizes', size))
const SCREENS_PER_SUBSCRIPTION = 10
const ROUNDS = readCount('rounds', values.rounds)
const ROUND_MS = 800
const CONNECTIONS = 4
/** Limit of the smallest entity's requests per second divided by those of another entity. */
const GOAL = 1.5

const FIRST = ['Ana', 'Beatriz', 'Camilo', 'Diana', 'Esteban', 'Fabiola', 'Germán', 'Helena', 'Iván', 'Juliana']
const MIDDLE = ['María', 'Andrés', 'Sofía', 'Darío', 'Lucía', 'Hugo', 'Milena', 'Augusto', 'Paz', 'Marcela', 'Inés']
const LAST = ['Restrepo', 'Muñoz', 'Peñuela', 'Güiza', 'Quiñones', 'Ordóñez', 'Acuña', 'Vélez', 'Niño', 'Páez', 'Rojas']

/** Every second user has the name «Mesa», so that searches fill a page at each size. */
const toName = (i: number) =>
  [
    FIRST[i % 10],
    MIDDLE[Math.floor(i / 10) % 11],
    LAST[Math.floor(i / 110) % 11],
    i % 2 === 0 ? 'Mesa' : 'Rojas',
    i,
  ].join(' ')

/** Creates `size` users, screens and purchase requests. Every second user has a screen. */
function createEntity(size: number): EntitySeed {
  const users = Array.from({ length: size }, (_, i) => ({
    ...{ id: `u-${size}-${i}`, username: `u${i}`, name: i === size / 2 ? 'Wenceslao Xiques' : toName(i) },
    ...({
      role: 'user',
      status: i % 2 === 0 ? 'assigned' : 'available',
      active: true,
      contingency: false,
      email: '',
      position: 'Operador',
    } as const),
    ...{ telephone: '', documentType: 'CC', documentNumber: String(i), checkDigit: '', passwordHash: null },
    ...{ mustChangePassword: false, contractPending: false, createdAt: 0, createdBy: null },
  }))
  const subscriptions = Array.from({ length: size / SCREENS_PER_SUBSCRIPTION }, (_, i) => ({
    ...{ number: `${size}-${i}`, packageId: 'paq-usd-pro', monthlyCost: 1_842_500, createdAt: 0 },
    screens: Array.from({ length: SCREENS_PER_SUBSCRIPTION }, (_screen, j) => ({
      ...{
        id: `s-${size}-${i}-${j}`,
        screen: toScreenName(j + 1, SCREENS_PER_SUBSCRIPTION),
        profileId: OPERATOR_PROFILE,
      },
      ...(j % 2 === 0
        ? ({ status: 'assigned', userId: `u-${size}-${i * SCREENS_PER_SUBSCRIPTION + j}` } as const)
        : ({ status: 'available', userId: null } as const)),
      request: null,
      lastUse: null,
    })),
  }))
  const requests = Array.from({ length: size }, (_, i) => {
    const step = { at: i, person: null, detail: null }
    return {
      ...({ sequence: size * 10 + i, kind: 'purchase', administratorId: `u-${size}-0`, userId: null } as const),
      ...{ sourceUserId: null, packageId: 'paq-usd-pro', profileId: null, quantity: 1, price: 1_842_500 },
      ...{ notes: null, target: null, source: null, requirements: [] },
      steps: [
        { ...step, status: 'created' },
        { ...step, status: 'in-progress' },
        { ...step, status: 'approved' },
      ] as const,
    }
  })
  return { id: `e-${size}`, code: `E${size}`, name: 'Entidad', createdAt: 0, users, subscriptions, requests }
}

const client = createRateClient({ connections: CONNECTIONS, roundMs: ROUND_MS })

const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-imc-'))
const location = process.env['BENCH_DATABASE_URL']
const opened = await openDatabase(location === undefined ? { dataDir: folder } : { databaseUrl: location })
if (!opened.ok) throw new Error(opened.error.kind)
const database = opened.value
for (const size of SIZES) {
  const start = performance.now()
  await database.transaction(async (tx) => {
    await addCatalogue(tx, toCatalogueRows(DEMO_CATALOGUE))
    await addEntity(tx, createEntity(size))
  })
  console.log(`${size} users and screens added in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}

const app = fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
// Sessions are not measured: the path of a call states its entity.
app.addHook('onRequest', async (call) => {
  const entityId = /entidades\/([^/?]+)/.exec(call.url)?.[1] ?? ''
  setEntityUser(call, { id: 'u', name: 'u', role: 'administrator', entityId, entityName: 'Entidad' })
})
registerImcRoutes(app, {
  ...{ database, hashes: await createPasswordHashes('decoy'), publicUrl: () => '', now: Date.now },
  listFiles: async () => [],
})
/** Bodies of the bare route, by call and size. */
const bareBodies = new Map<string, string>()
app.get<{ Params: { readonly key: string } }>('/igual/:key', (call, reply) =>
  reply.type('application/json; charset=utf-8').send(bareBodies.get(call.params.key)),
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

/** Returns the cursor of a page in the middle of the names. */
const toMiddleCursor = (size: number) => Buffer.from(JSON.stringify(['german', `u-${size}-0`])).toString('base64url')

type ReplyKind = 'full' | 'unchanged'

const CALLS: readonly (readonly [name: string, path: (size: number) => string, kind?: ReplyKind])[] = [
  ['users, first page', () => 'usuarios?limite=40'],
  ['users, later page', (size) => `usuarios?limite=40&despues=${toMiddleCursor(size)}`],
  ['users, search of many', () => 'usuarios?limite=40&buscar=mesa'],
  ['users, search of one', () => 'usuarios?limite=40&buscar=xiques'],
  ['users, two letters', () => 'usuarios?limite=40&buscar=es'],
  ['screens of a subscription', (size) => `suscripciones/${size}-${Math.floor(size / SCREENS_PER_SUBSCRIPTION / 2)}`],
  ['screens, page', (size) => `suscripciones/${size}-1?limite=5`],
  ['screens, search', (size) => `suscripciones/${size}-1?limite=40&buscar=ma`],
  ['sums by package', () => 'suscripciones?agrupado=true'],
  ['users, polled', () => 'usuarios', 'unchanged'],
  ['assignable users, polled', () => 'usuarios/asignables', 'unchanged'],
  ['free screens, polled', () => `pantallas/disponibles?perfilActual=${OPERATOR_PROFILE}`, 'unchanged'],
  ['subscriptions, polled', () => 'suscripciones?paquete=paq-usd-pro', 'unchanged'],
  ['requests, polled', () => 'solicitudes', 'unchanged'],
]

/** Prepares the measurements of a call for one entity and of its bare route. */
async function openTrial(name: string, path: (size: number) => string, kind: ReplyKind, size: number) {
  const address = `${url}/entidades/e-${size}/${path(size)}`
  const tag = kind === 'full' ? undefined : await client.findTag(address)
  const body = tag === undefined ? String(await client.get(address)) : ''
  const key = `${name} ${size}`.replaceAll(/\W+/g, '-')
  bareBodies.set(key, body)
  const [rates, bareRates]: [number[], number[]] = [[], []]
  return {
    ...{ size, rates, bareRates, bytes: Buffer.byteLength(body) },
    measure: async () => {
      rates.push(await client.measure(address, tag))
      bareRates.push(await client.measure(`${url}/igual/${key}`))
    },
  }
}

let isMet = true
for (const [name, path, kind = 'full'] of CALLS) {
  const trials: Awaited<ReturnType<typeof openTrial>>[] = []
  for (const size of SIZES) trials.push(await openTrial(name, path, kind, size))
  // The sizes take turns, so that other work of the machine slows all sizes.
  for (let round = 0; round <= ROUNDS; round += 1) for (const { measure } of trials) await measure()
  // The first round warms up.
  for (const { rates, bareRates } of trials) for (const list of [rates, bareRates]) list.shift()
  for (const { size, rates, bareRates, bytes } of trials) {
    const [rate, bareRate] = [median(rates), median(bareRates)]
    console.log(
      `${name.padEnd(26)} ${String(size).padStart(7)} rows ${rate.toFixed(0).padStart(6)}/s   bare ${bareRate.toFixed(0).padStart(6)}/s   ratio ${(rate / bareRate).toFixed(2)}   ${bytes} B`,
    )
  }
  const smallest = trials[0]?.rates ?? []
  const slowdowns = trials.map(({ rates }) => median(rates.map((rate, round) => (smallest[round] ?? 0) / rate)))
  const slowdown = Math.max(...slowdowns)
  isMet &&= slowdown <= GOAL
  console.log(`${name.padEnd(26)} slowest against smallest entity: ${slowdown.toFixed(2)} (goal ${GOAL})\n`)
}
console.log(isMet ? 'met' : 'missed')
await app.close()
client.close()
await database.close()
rmSync(folder, { recursive: true })
