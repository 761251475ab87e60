import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import { settleRequest } from '#server/imc/requests/settlement-store.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, startIdentity } from '#tests/support/identity.ts'
import { addMarkedEntity, createMarkedEntity, type MarkedEntity } from '#tests/support/imc-entities.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'

/** Number of calls on each engine. */
const CALLS = { sqlite: 10_000, postgres: 2_000 } as const
const CONCURRENT_CALLS = 8
const SEED = 20_261_120

/** Creates a generator of random numbers from 0 to below 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `pending`: an administrator who must change the temporary password. */
const ROLES = ['admin', 'reader', 'pending'] as const
type Role = (typeof ROLES)[number]

/** One of the two entities, with the ids of its items for the calls. */
interface Side {
  readonly entity: MarkedEntity
  /** The number of its subscription. */
  readonly number: string
  /** Texts that only this entity may see. */
  readonly secrets: Secrets
  readonly users: string[]
  readonly requests: string[]
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** True when the call contains an id of the other entity. */
  readonly isForeign: boolean
}

/** Length of the start of a secret. Thousands of ids have only a few different starts. */
const START_LENGTH = 4

/** Returns the positions of a part in a text. */
function findAll(text: string, part: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

/**
 * Creates a set of secrets. `isIn` returns whether a lower-case text contains one of them. One
 * search per secret would be too slow, so the secrets are grouped by their start.
 */
function createSecrets(texts: readonly string[]) {
  const byStart = new Map<string, Map<number, Set<string>>>()

  function add(text: string) {
    const secret = text.toLowerCase()
    const start = secret.slice(0, START_LENGTH)
    const lengths = byStart.get(start) ?? new Map<number, Set<string>>()
    byStart.set(start, lengths)
    lengths.set(secret.length, (lengths.get(secret.length) ?? new Set()).add(secret))
  }

  const isIn = (lower: string): boolean =>
    [...byStart].some(([start, lengths]) =>
      findAll(lower, start).some((at) =>
        [...lengths].some(([length, secrets]) => secrets.has(lower.slice(at, at + length))),
      ),
    )

  texts.forEach(add)
  return { add, isIn }
}
type Secrets = ReturnType<typeof createSecrets>

const createSide = (word: string, hash: string): Side => {
  const number = `${word}-1`
  const entity = createMarkedEntity(word, number, hash)
  return {
    ...{ entity, number, secrets: createSecrets([word]), requests: [] },
    users: entity.seed.users.map(({ id }) => id),
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT_CALLS })

const send = (url: string, cookie: string, { method, path, body }: Call) =>
  new Promise<Reply>((resolve, reject) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(chunks)) }))
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

/** Returns a function that creates random calls of one entity's user, with ids of both entities. */
function createCalls(random: () => number) {
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]

  return function createCall(own: Side, other: Side, step: number): Call {
    const isForeign = random() < 0.4
    const side = isForeign ? other : own
    const entity = side.entity.id
    const user = pick(side.users) ?? ''
    const requestId = pick(side.requests) ?? 'sol-99999'
    const screen = {
      ...{ paquete_id: 'paq-usd-pro', numero: side.number, perfil_id: 'prf-operador' },
      pantalla: `P-0${1 + Math.floor(random() * 8)}`,
      ...(random() < 0.5 && {
        entidad_id: entity,
        administrador_id: `usr-${side.entity.word}-${side.entity.word}admin`,
      }),
    }
    const form = {
      ...{ es_activo: true, es_exento: false, rolename: 'usuario', tipo_doc: 'CC', idoc_numero: String(step) },
      ...{ nombre: `${own.entity.word} ${step}`, cargo: own.entity.word, usr_name: '' },
    }
    const toPath = (tail: string) => `${IMC_BASE}/${tail}`
    const get = (tail: string): Call => ({ method: 'GET', path: toPath(tail), isForeign })
    const post = (tail: string, body: Record<string, unknown>, foreign = isForeign): Call => ({
      ...{ method: 'POST', path: toPath(tail), body, isForeign: foreign },
    })
    const calls: readonly (() => Call)[] = [
      () => get(`entidades/${entity}/usuarios`),
      () => get(`entidades/${entity}/usuarios?limite=5&buscar=${side.entity.word}`),
      () => get(`entidades/${entity}/usuarios/asignables`),
      () => get(`entidades/${entity}/suscripciones?agrupado=true`),
      () => get(`entidades/${entity}/suscripciones?paquete=paq-usd-pro`),
      () => get(`entidades/${own.entity.id}/suscripciones/${side.number}`),
      () => get(`entidades/${entity}/suscripciones/${side.number}?limite=3&buscar=a`),
      () => get(`entidades/${entity}/solicitudes`),
      () => get(`entidades/${entity}/pantallas/disponibles?perfilActual=prf-operador`),
      () => get(`entidades/${entity}/pantallas/disponibles`),
      () => get(`entidades/${entity}/pantallas`),
      () => get(`entidades/${entity}/auditoria`),
      () => get(`usuarios/${user}`),
      () => ({ ...get(`solicitudes/${requestId}`), isForeign: isForeign && requestId !== 'sol-99999' }),
      () => ({ method: 'PUT', path: toPath(`usuarios/${user}`), body: form, isForeign }),
      () => post('usuarios', { ...form, ...(isForeign && { entidad_id: entity }) }),
      () => post('usuarios/estatus', { id: user, es_activo: random() < 0.7 }),
      () => post('entidades/paquete/compra', { paquete_id: 'paq-tec', precio: 659_200, cantidad: 1 }, false),
      () => post('entidades/solicitud/liberar', screen),
      () => post('entidades/solicitud/asignar', { ...screen, usuario_id: user, perfil: 'prf-operador' }),
      () =>
        post('entidades/solicitud/reasignar', {
          ...{ ...screen, usuario_id: user, numero_origen: own.number, pantalla_origen: 'P-01' },
        }),
    ]
    return (pick(calls) ?? (() => get(`usuarios/${user}`)))()
  }
}

/** Approves or refuses a random request, as the operator does. */
async function settleRandomRequest(database: Database, side: Side, random: () => number) {
  const requestId = side.requests[Math.floor(random() * side.requests.length)]
  if (requestId === undefined) return
  await database.transaction(async (tx) => {
    await recordStep(tx, side.entity.id, {
      ...{ requestId, from: ['created', 'documents'], status: 'in-progress', at: 1, person: null, detail: null },
    })
    await settleRequest(tx, requestId, random() < 0.6 ? 'approved' : 'refused', {
      at: 1,
      person: 'Op',
      origin: null,
      reason: 'no',
    })
  })
}

/** Adds a created user or request to its entity, and its id and reference to the secrets. */
function addCreated(side: Side, { path }: Call, text: string) {
  const { id, data } = JSON.parse(text)
  if (path.endsWith('/usuarios')) {
    side.users.push(data.id)
    side.secrets.add(data.id)
  } else if (typeof id === 'string') {
    side.requests.push(id)
    side.secrets.add(id)
    side.secrets.add(data.referencia)
  }
}

interface Reply {
  readonly status: number
  readonly text: string
}

/** Returns the error of a reply to this role; null for a correct reply. */
function findFault(role: Role, call: Call, { status, text }: Reply, other: Side): string | null {
  if (other.secrets.isIn(text.toLowerCase())) return 'reveals the other entity'
  if (status >= 500) return 'failed'
  if (status >= 300) return null
  if (call.isForeign) return 'accepts an item of the other entity'
  if (role === 'pending') return 'accepts a pending session'
  return role === 'reader' && call.method !== 'GET' ? 'lets a reader change something' : null
}

test.each(ENGINES)(
  '%s: no reply to random calls of two entities and three roles reveals the other entity',
  async (engine) => {
    const database = await temporaryDatabase(engine)
    const { url } = await startIdentity({ imc: true, engine, database })
    const hash = await cheapHashes.hash(DEMO_PASSWORD)
    const sides = [createSide('qxzb', hash), createSide('wvkj', hash)] as const
    for (const { entity } of sides) await addMarkedEntity(database, entity)

    const cookies = new Map<string, string>()
    for (const { entity } of sides) {
      for (const role of ROLES) {
        const browser = createBrowser(url)
        const credentials = { entidad: entity.word, usr_name: `${entity.word}${role}`, usr_pwd: DEMO_PASSWORD }
        expect((await browser.post(`${IMC_BASE}/usuarios/login`, credentials)).status).toBe(200)
        cookies.set(`${entity.word} ${role}`, browser.cookies())
      }
    }

    const random = createRandom(SEED)
    const createCall = createCalls(random)
    const replyCounts = new Map<string, number>()
    const failures: string[] = []

    function count(key: string) {
      replyCounts.set(key, (replyCounts.get(key) ?? 0) + 1)
    }

    function chooseCall(step: number) {
      const [own, other] = random() < 0.5 ? [sides[0], sides[1]] : [sides[1], sides[0]]
      const role = ROLES[Math.floor(random() ** 2 * ROLES.length)] ?? 'admin'
      return { own, other, role, call: createCall(own, other, step) }
    }

    async function runCall(step: number) {
      const { own, other, role, call } = chooseCall(step)
      const reply = await send(url, cookies.get(`${own.entity.word} ${role}`) ?? '', call)
      count(`${role} ${reply.status}`)
      const fault = findFault(role, call, reply, other)
      if (fault !== null) failures.push(`${fault}: ${step} ${own.entity.word} ${role} ${JSON.stringify([call, reply])}`)
      if (reply.status === 200 && call.method === 'POST') addCreated(own, call, reply.text)
    }

    for (let step = 0; step < CALLS[engine]; step += CONCURRENT_CALLS) {
      await Promise.all(Array.from({ length: CONCURRENT_CALLS }, (_, i) => runCall(step + i)))
      if (step % 40 === 0) for (const side of sides) await settleRandomRequest(database, side, random)
      expect(failures).toEqual([])
    }
    // The random calls of administrators are accepted, forbidden and in conflict.
    expect(replyCounts.get('admin 200')).toBeGreaterThan(CALLS[engine] / 10)
    expect(replyCounts.get('admin 403')).toBeGreaterThan(CALLS[engine] / 10)
    expect(replyCounts.get('admin 409')).toBeGreaterThan(0)
    expect(replyCounts.get('pending 200')).toBeUndefined()
    agent.destroy()
  },
)
