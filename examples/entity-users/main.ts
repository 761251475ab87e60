import { argv, env, exit } from 'node:process'
import {
  createCookieFetch,
  createHttpPorts,
  createImcHttpPorts,
  loadConfiguration,
} from '@mercado-dolar/core/adapters/http'
import { createMemoryImcSession } from '@mercado-dolar/core/adapters/memory'
import { createHeadlessImc, createHeadlessPorts } from '@mercado-dolar/core/adapters/system'
import {
  countUsers,
  createImcArea,
  ROLE_WORDS,
  startProblems,
  usersSummary,
  waitUntil,
} from '@mercado-dolar/core/application'
import type { EntityUser } from '@mercado-dolar/core/domain'

function fail(message: string): never {
  console.error(message)
  exit(1)
}

const [, , url = 'http://localhost:3000', entity = '', username = ''] = argv
const platform = createHeadlessPorts()
const fetch = createCookieFetch(url, platform.clock)
const configuration = await loadConfiguration({ fetch })
if (!configuration.ok) fail(startProblems(configuration.error).join(' '))

const imcSession = createMemoryImcSession()
const imc = createImcArea({
  ...platform,
  ...createHttpPorts(configuration.value, { ...platform, fetch }),
  ...createImcHttpPorts(configuration.value, { fetch, imcSession }),
  ...createHeadlessImc(),
  imcSession,
})

async function signOut(): Promise<void> {
  const { session } = imc
  const signedIn = session.subscribe()
  session.signOut()
  await waitUntil(session, ({ hasSignedOut, isSigningOut }) => hasSignedOut && !isSigningOut)
  signedIn.unsubscribe()
}

const login = imc.createLogin()
const running = login.subscribe()
const form = { entity, username, password: env['PASSWORD'] ?? '' }
const [invalid] = login.findErrors(form)
if (invalid) fail(`${invalid.field}: ${invalid.message}`)
login.submit(form)
const { error, pendingUserId } = await waitUntil(login, ({ busy }) => !busy)
running.unsubscribe()
if (error) fail(error.text.message)
if (pendingUserId) {
  // The service has opened a session, although the password must be changed.
  await signOut()
  fail('The user must change the password in the portal first.')
}

const { rows } = await waitUntil(imc.createUsers(''), ({ rows }) => rows.value !== null || rows.failures > 0)
if (rows.value === null) {
  await signOut()
  fail('The list of users was not loaded.')
}
const { all, active } = countUsers(rows.value)
const toLine = ({ name, username, role }: EntityUser) => `${name.padEnd(30)} ${username.padEnd(18)} ${ROLE_WORDS[role]}`
console.log([usersSummary(all, active), ...rows.value.map(toLine)].join('\n'))
await signOut()
