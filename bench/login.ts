/**
 * The claim: a wrong password takes the same time for known and unknown user names, so that the
 * time does not reveal which names exist (D5). Known and unknown names alternate.
 * `npm run bench:login` prints medians in ms and their ratio.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import { percentile } from '#bench/percentile.ts'
import { openDatabase } from '#server/database/connection.ts'
import { createClientRealm } from '#server/identity/client-realm.ts'
import { createClientStore } from '#server/identity/client-store.ts'
import { newSecret } from '#server/secrets.ts'
import { createAttemptLimits } from '#server/security/attempt-limits.ts'
import { createAttemptStore } from '#server/security/attempt-store.ts'
import { createFactorKeys } from '#server/security/factor-keys.ts'
import { createPasswordHashes } from '#server/security/password-hashes.ts'
import { DEMO_ACCOUNTS } from '#src/simulator/demo-accounts.ts'
import { readCommandLine } from '../tools/command-line.mjs'

readCommandLine()

const WARM_UP = 20
const ROUNDS = 200
const NO_PAUSES = { failuresPerPause: 1_000_000, firstPause: 1 }
const POLICIES = {
  loginPair: NO_PAUSES,
  loginAccount: NO_PAUSES,
  loginDevice: NO_PAUSES,
  recoveryEmail: NO_PAUSES,
  recoveryAddress: NO_PAUSES,
  factorAccount: NO_PAUSES,
  registrationAddress: NO_PAUSES,
}

const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-login-'))
const opened = await openDatabase({ dataDir: folder })
if (!opened.ok) throw new Error(opened.error.kind)
const database = opened.value
const clients = createClientStore(database)
const hashes = await createPasswordHashes(newSecret())
const passwordHash = await hashes.hash('Orquidea#2026marzo')
await clients.add(
  DEMO_ACCOUNTS.map((client) => ({ ...client, passwordHash })),
  Date.now(),
)
const { logIn } = createClientRealm({
  ...{ database, clients, hashes },
  limits: createAttemptLimits(createAttemptStore(database), Date.now, POLICIES),
  factorKeys: createFactorKeys(newSecret()),
  cookieKey: newSecret(),
  publicUrl: () => 'http://localhost',
  realNow: Date.now,
  now: Date.now,
  terms: null,
  onEnded: () => undefined,
})

/** Returns the time of one rejected login, ms. */
async function measureRejection(username: string): Promise<number> {
  const start = performance.now()
  const result = await logIn({
    username,
    password: 'Otra#Clave2026',
    findDevice: () => null,
    address: '::1',
    currentSessionId: null,
    takeover: false,
    stamp: { at: 0, origin: null },
  })
  const duration = performance.now() - start
  if (result.ok || result.error.kind !== 'invalid') throw new Error('the login was not rejected')
  return duration
}

const times = { known: [] as number[], unknown: [] as number[] }
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const kinds = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
  for (const kind of kinds) {
    const duration = await measureRejection(kind === 'known' ? 'demo' : 'nadie')
    if (round >= 0) times[kind].push(duration)
  }
}
await database.close()
rmSync(folder, { recursive: true, force: true })

for (const [name, durations] of Object.entries(times)) {
  const [lowest, median, p95] = [0, 0.5, 0.95].map((part) => percentile(durations, part).toFixed(2))
  console.log(`${name.padEnd(8)} median ${median} ms   lowest ${lowest}   95 % ${p95}`)
}
console.log(`known / unknown, medians: ${(percentile(times.known, 0.5) / percentile(times.unknown, 0.5)).toFixed(3)}`)
