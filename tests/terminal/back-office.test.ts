import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'

import { IMC_BASE } from '#server/http/paths.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { OPERATOR_BASE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { createBrowser, json } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { countOpenSessions } from '#tests/support/open-sessions.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'
import { createAuthenticator } from '#tests/support/software-authenticator.ts'

const OPERATOR_KEY = 'una-clave-de-dieciseis'
/** Passkeys need a host with a name. */
const PUBLIC_URL = 'http://localhost:3000'

const program = await bundleProgram('src/terminal/main.ts')
const dataDir = await migratedFolder()
const { url } = await startTestServer(
  { ...(await historyEnv('2026-11-20T10:40')), OPERATOR_KEY, DATA_DIR: dataDir, PUBLIC_URL },
  { identity: { effort: LOW_EFFORT } },
)

const ADMIN = ['--entity', 'ANDINA', '--user', 'admin'] as const

interface Run {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  readonly exit: Promise<number | null>
}

/** Runs the program with a pipe as its output; `password` is typed. */
function run(args: readonly string[], password = DEMO_PASSWORD): Run {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
  onTestFinished(() => void child.kill())
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  child.stdin.write(`${password}\n`)
  return { child, output, exit: new Promise((resolve) => child.on('close', resolve)) }
}

const TARGETS = [
  ['--demo', ['--demo']],
  ['a server', ['--url', url]],
] as const

test.each(TARGETS)(
  'with %s the back-office lists users, subscriptions, screens and requests',
  async (_name, target) => {
    const list = async (...words: readonly string[]) => {
      const { output, exit } = run([...target, ...ADMIN, ...words])
      expect(await exit, output.err).toBe(0)
      expect(output.out).not.toContain(DEMO_PASSWORD)
      for (const line of output.out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80)
      return output.out
    }
    const [users, subscriptions, screens, requests] = await Promise.all([
      list('usuarios'),
      list('pantallas'),
      list('pantallas', '004512'),
      list('solicitudes'),
    ])
    expect(users).toMatch(/\d+ usuarios de la entidad, \d+ activos\nNombre +Usuario +Rol/)
    expect(users).toMatch(/ admin +administrador/)
    expect(subscriptions).toMatch(/ 004512 +10 /)
    expect(screens).toMatch(/Pantallas de la suscripción 004512\nPantalla +Perfil/)
    expect(screens).toMatch(/\nP-\d\d /)
    expect(requests).toMatch(/\d+ solicitudes, \d+ en curso\nReferencia +Usuario/)
  },
)

test.each(TARGETS)('with %s a settled request is shown, then the program ends', async (_name, target) => {
  const { output: listed, exit: listEnd } = run([...target, ...ADMIN, 'solicitudes'])
  expect(await listEnd).toBe(0)
  const reference = /(S-\d+-\d+) .*(Aprobada|Rechazada)/.exec(listed.out)?.[1] ?? expect.fail(listed.out)
  const { output, exit } = run([...target, ...ADMIN, 'solicitud', reference.toLowerCase()])
  expect(await exit).toBe(0)
  expect(output.out).toContain(`Solicitud ${reference}`)
  expect(output.out).toMatch(/\n● Creada {2}\d{4}-\d\d-\d\d, \d\d:\d\d:\d\d\n/)
})

/** Follows an open request until its steps are printed. */
async function followOpenRequest(target: readonly string[]) {
  const { output: listed, exit: listEnd } = run([...target, ...ADMIN, 'solicitudes'])
  expect(await listEnd).toBe(0)
  const reference = /(S-\d+-\d+) .*(Documentos|En trámite)/.exec(listed.out)?.[1] ?? expect.fail(listed.out)
  const followed = run([...target, ...ADMIN, 'solicitud', reference])
  await expect.poll(() => followed.output.out).toContain('○ Aprobada o rechazada')
  return { ...followed, reference }
}

test('an open request is followed until q', async () => {
  const { child, exit } = await followOpenRequest(['--demo'])
  child.stdin?.write('q')
  expect(await exit).toBe(0)
})

test('an open request is followed until the operator refuses it', async () => {
  const { output, exit, reference } = await followOpenRequest(['--url', url])
  const response = await fetch(`${url}${OPERATOR_BASE}${operatorPaths.refuse(reference)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: OPERATOR_KEY },
    body: JSON.stringify({ motivo: 'Falta la firma.' }),
  })
  expect(response.status).toBe(200)
  expect(await exit).toBe(0)
  expect(output.out).toMatch(/\n✗ Rechazada .+\n {2}Por Operaciones\.\n {2}Falta la firma\.\n/)
})

test.each([
  [[], DEMO_PASSWORD, 'Indique qué consultar: usuarios'],
  [['paquetes'], DEMO_PASSWORD, 'La consulta «paquetes» no existe.'],
  [['solicitud'], DEMO_PASSWORD, 'Falta el valor de REFERENCIA.'],
  [['solicitud', 'S-1'], DEMO_PASSWORD, 'No hay una solicitud «S-1».'],
  [['pantallas', '999'], DEMO_PASSWORD, 'No hay una suscripción «999».'],
  [['usuarios'], 'x', 'Contraseña: Escriba al menos 3 caracteres'],
])('the wrong input %j gets one Spanish line and exit code 2', async (words, password, message) => {
  const { output, exit } = run(['--demo', ...ADMIN, ...words], password)
  expect(await exit).toBe(2)
  expect(output.err).toContain(message)
  expect(output.err.trim().split('\n')).toHaveLength(1)
})

test.each(TARGETS)('with %s a refused login prints the reason and exits with 1', async (_name, target) => {
  const { output, exit } = run([...target, ...ADMIN, 'usuarios'], 'otra clave')
  expect(await exit).toBe(1)
  expect(output.err).toContain('Autenticación fallida')
})

test('a user who must change the password is signed out and sent to the portal', async () => {
  const { output, exit } = run(['--url', url, '--entity', 'ANDINA', '--user', 'nuevo', 'usuarios'])
  expect(await exit).toBe(1)
  expect(output.err.trim()).toBe('Cambie primero su contraseña en el portal.')
  expect(countOpenSessions(dataDir, 'usr-andina-nuevo')).toBe(0)
})

test('a user with passkeys alone is sent to the portal (D96)', async () => {
  const browser = createBrowser(url)
  const post = async (path: string, body: object) => json(await browser.post(IMC_BASE + path, body))
  await post('/usuarios/login', { entidad: 'ANDINA', usr_name: 'operador', usr_pwd: DEMO_PASSWORD })
  const { opciones } = await post(IMC_PASSKEY_PATHS.begin, { clave: DEMO_PASSWORD })
  const respuesta = createAuthenticator({ origin: PUBLIC_URL }).register(opciones)
  expect((await post(IMC_PASSKEY_PATHS.add, { nombre: 'Portátil', respuesta })).codigos).toHaveLength(10)
  const { output, exit } = run(['--url', url, '--entity', 'ANDINA', '--user', 'operador', 'usuarios'])
  expect(await exit).toBe(1)
  expect(output.err).toContain('Ingrese por el portal.')
})
