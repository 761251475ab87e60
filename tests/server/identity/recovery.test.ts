import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listUndelivered } from '#server/database/outbox.ts'
import { ATTEMPT_POLICIES } from '#server/security/attempt-limits.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { addPushBrowsers } from '#tests/support/alerts.ts'
import { ENGINES } from '#tests/support/databases.ts'
import {
  createBrowser,
  createTestStreams,
  json,
  solveServerCheck,
  startIdentity,
  statusAndBody,
  TEST_STREAM,
  type TestIdentity,
} from '#tests/support/identity.ts'
import { call } from '#tests/support/raw-http.ts'

const NEW_PASSWORD = 'Nueva#Clave2026'
const DEMO_EMAIL = 'demo@mercadodolar.example'

async function requestRecovery(url: string, email = DEMO_EMAIL) {
  const headers = { 'X-Human-Check': await solveServerCheck(url) }
  return createBrowser(url).submit('/api/password/restPassword.php', { email }, headers)
}

const submitForm = (url: string, name: string, fields: Readonly<Record<string, string>>) =>
  createBrowser(url).submit(`/api/password/${name}.php`, fields)

const changePassword = (url: string, tokens: Tokens, value = NEW_PASSWORD, revalue = value) =>
  submitForm(url, 'ChangePassword', { ...tokens, value, revalue })

type Tokens = Awaited<ReturnType<typeof deliverAndReadTokens>>

async function readMails({ config }: TestIdentity): Promise<readonly string[]> {
  const folder = join(config.dataDir, 'correo')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
}

function parseTokens(message: string) {
  const link = /http\S+/.exec(message)?.[0] ?? ''
  const { searchParams } = new URL(link)
  return { token: searchParams.get('token') ?? '', token2: searchParams.get('token2') ?? '' }
}

/** Delivers the pending mails, passes 1 ms and returns the tokens of the newest link. */
async function deliverAndReadTokens(server: TestIdentity) {
  await server.identity.deliver()
  const mails = await readMails(server)
  server.time.pass(1)
  return parseTokens(mails.at(-1) ?? '')
}

/** Requests a recovery and returns the tokens of its link. */
async function recoverTokens(server: TestIdentity, email = DEMO_EMAIL) {
  expect((await requestRecovery(server.url, email)).text).toBe('OK')
  return deliverAndReadTokens(server)
}

describe.each(ENGINES)('%s', (engine) => {
  test('a new password by a link leaves the second factor in place (D93)', async () => {
    const server = await startIdentity({ engine })
    const factor = { id: 'f-1', realm: 'client', subject_id: 'cli-demo', kind: 'totp', secret: '-' } as const
    await server.database.db
      .insertInto('security_factors')
      .values({ ...factor, last_step: 0, created_at: 0, confirmed_at: 1 })
      .execute()
    expect((await changePassword(server.url, await recoverTokens(server))).text).toBe('OK')
    const browser = createBrowser(server.url)
    expect(json(await browser.logIn('demo', NEW_PASSWORD)).status).toBe('FACTOR')
    expect(browser.cookie).toBeNull()
  })

  test('a new password removes the push messages of all browsers, without an open session too (D125)', async () => {
    const server = await startIdentity({ engine })
    await addPushBrowsers(server.database, ['cli-demo', 'cli-demodos'])
    expect((await changePassword(server.url, await recoverTokens(server))).text).toBe('OK')
    expect(await server.database.db.selectFrom('alerts_push').select('client_id').execute()).toEqual([
      { client_id: 'cli-demodos' },
    ])
  })

  test('a recovery link sets a new password once and ends the sessions', async () => {
    const server = await startIdentity({ engine })
    const { url } = server
    const office = createBrowser(url)
    await office.logIn('demo')
    const tokens = await recoverTokens(server)
    expect((await submitForm(url, 'verifyTokens', tokens)).text).toBe('OK')
    expect((await submitForm(url, 'verifyTokens', tokens)).text).toBe('OK')
    const reply = await changePassword(url, tokens)
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, 'OK', 'text/plain; charset=utf-8'])
    expect((await changePassword(url, tokens, 'Otra#Clave2026')).text).toBe('NO')
    expect((await submitForm(url, 'verifyTokens', tokens)).text).toBe('NO')
    expect(statusAndBody(await office.session())).toEqual([
      401,
      { message: 'Su contraseña cambió. Inicie sesión de nuevo.', reason: 'password-changed' },
    ])
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('INVALID')
    expect(json(await createBrowser(url).logIn('demo', NEW_PASSWORD)).status).toBe('success')
  })

  test.each([
    ['one network', ATTEMPT_POLICIES],
    ['every network', { ...ATTEMPT_POLICIES, loginAccount: { failuresPerPause: 5, firstPause: MINUTE_MS } }],
  ])('a new password ends a pause of logins from %s', async (_scope, policies) => {
    const server = await startIdentity({ engine, policies })
    for (let attempt = 0; attempt < 5; attempt += 1) await createBrowser(server.url).logIn('demo', 'Otra#Clave2026')
    const tokens = await recoverTokens(server)
    expect((await createBrowser(server.url).logIn('demo')).status).toBe(429)
    await changePassword(server.url, tokens)
    expect(json(await createBrowser(server.url).logIn('demo', NEW_PASSWORD)).status).toBe('success')
  })

  test('a password change immediately closes only the live streams of that client', async () => {
    const streams = createTestStreams()
    const server = await startIdentity({ engine, streams, modules: [streams] })
    for (const usr of ['demo', 'demodos']) {
      const browser = createBrowser(server.url)
      await browser.logIn(usr)
      await browser.get(TEST_STREAM)
    }
    await changePassword(server.url, await recoverTokens(server))
    expect(streams.opened.map(({ closedWith }) => closedWith)).toEqual([
      'Su contraseña cambió. Inicie sesión de nuevo.',
      null,
    ])
  })

  test('only one of three simultaneous requests with the same link changes the password', async () => {
    const server = await startIdentity({ engine })
    const tokens = await recoverTokens(server)
    const passwords = ['Primera#2026x', 'Segunda#2026x', 'Tercera#2026x']
    const replies = await Promise.all(passwords.map((password) => changePassword(server.url, tokens, password)))
    expect(replies.map(({ text }) => text).toSorted()).toEqual(['NO', 'NO', 'OK'])
    const winner = passwords[replies.findIndex(({ text }) => text === 'OK')] ?? ''
    expect(json(await createBrowser(server.url).logIn('demo', winner)).status).toBe('success')
  })

  test('only one of two simultaneous requests with different links changes the password', async () => {
    const server = await startIdentity({ engine })
    const links = [await recoverTokens(server), await recoverTokens(server)]
    const replies = await Promise.all(links.map((tokens) => changePassword(server.url, tokens)))
    expect(replies.map(({ text }) => text).toSorted()).toEqual(['NO', 'OK'])
  })

  test('a password change ends the sessions of simultaneous logins with the old password', async () => {
    const server = await startIdentity({ engine })
    const tokens = await recoverTokens(server)
    const browsers = Array.from({ length: 4 }, () => createBrowser(server.url))
    const logins = browsers.map((browser) => browser.takeOver('demo'))
    expect((await changePassword(server.url, tokens)).text).toBe('OK')
    await Promise.all(logins)
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.session()).status))
    expect(statuses).toEqual([401, 401, 401, 401])
  })

  test.each([
    ['30 minutes', 'OK', 30 * MINUTE_MS],
    ['30 minutes and 1 ms', 'NO', 30 * MINUTE_MS + 1],
  ])('a recovery link that is %s old returns %s', async (_age, word, age) => {
    const server = await startIdentity({ engine })
    const tokens = await recoverTokens(server)
    server.time.pass(age - 1)
    expect((await submitForm(server.url, 'verifyTokens', tokens)).text).toBe(word)
    expect((await changePassword(server.url, tokens)).text).toBe(word)
  })

  test('the password service refuses tokens of different links and incomplete pairs', async () => {
    const server = await startIdentity({ engine })
    const mine = await recoverTokens(server)
    const other = await recoverTokens(server, 'demodos@mercadodolar.example')
    for (const tokens of [
      { token: mine.token, token2: other.token2 },
      { token: mine.token2, token2: mine.token },
      { token: mine.token, token2: '' },
      { token: '', token2: '' },
      { token: mine.token, token2: mine.token },
      { token: `${mine.token}\n`, token2: mine.token2 },
      { token: '\0', token2: '\uD800' },
      { token: 'x'.repeat(2_000), token2: mine.token2 },
    ]) {
      expect((await submitForm(server.url, 'verifyTokens', tokens)).text).toBe('NO')
      expect((await changePassword(server.url, tokens)).text).toBe('NO')
    }
    expect((await changePassword(server.url, mine)).text).toBe('OK')
  })

  test.each([
    ['corta', 'corta', 'La contraseña no puede ser menor de 12 caracteres'],
    [NEW_PASSWORD, `${NEW_PASSWORD}x`, 'Contraseñas Incompatibles'],
    ['', '', 'Campo Vacío'],
    [`A#${'x'.repeat(49)}`, `A#${'x'.repeat(49)}`, 'La contraseña no puede ser mayor de 50 caracteres'],
  ])('an invalid new password %j, repeated as %j, does not use up the link', async (value, revalue, message) => {
    const server = await startIdentity({ engine })
    const tokens = await recoverTokens(server)
    expect(statusAndBody(await changePassword(server.url, tokens, value, revalue))).toEqual([400, { message }])
    expect((await changePassword(server.url, tokens, `A#${'x'.repeat(48)}`)).text).toBe('OK')
  })

  test('a recovery link also renews an expired password', async () => {
    const server = await startIdentity({ engine })
    const tokens = await recoverTokens(server, 'DemoVencida@MercadoDolar.example')
    await changePassword(server.url, tokens)
    expect(json(await createBrowser(server.url).logIn('demovencida', NEW_PASSWORD)).user.key_expired).toBe(false)
  })

  test('recovery returns the same reply for all mail addresses, but mails only enabled accounts', async () => {
    const server = await startIdentity({ engine })
    const knownReply = await requestRecovery(server.url)
    const unknownReply = await requestRecovery(server.url, 'nadie@mercadodolar.example')
    const disabledReply = await requestRecovery(server.url, 'demoinactiva@mercadodolar.example')
    const toComparable = ({ status, text, headers }: typeof knownReply) => [
      status,
      text,
      Object.keys(headers).toSorted(),
    ]
    expect(toComparable(unknownReply)).toEqual(toComparable(knownReply))
    expect(toComparable(disabledReply)).toEqual(toComparable(knownReply))
    await server.identity.deliver()
    const mails = await readMails(server)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`To: ${DEMO_EMAIL}`)
    expect(await server.database.db.selectFrom('identity_recovery_requests').selectAll().execute()).toEqual([])
  })

  test('simultaneous deliveries of several servers send one mail', async () => {
    const first = await startIdentity({ engine, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    await first.database.db
      .insertInto('identity_recovery_requests')
      .values({ id: 'una', email: DEMO_EMAIL, requested_at: 0, due_at: 0, tries: 0 })
      .execute()
    const options = { engine, database: first.database, time: first.time }
    const servers = [await startIdentity(options), await startIdentity(options), await startIdentity(options)]
    await Promise.all(servers.map(({ identity }) => identity.deliver()))
    expect((await Promise.all(servers.map(readMails))).flat()).toHaveLength(1)
  })
})

test('recovery tokens are stored as hashes, and only the owner can read the mail file', async () => {
  const server = await startIdentity()
  const tokens = await recoverTokens(server)
  const rows = JSON.stringify(await server.database.db.selectFrom('identity_recovery_tokens').selectAll().execute())
  expect(tokens.token).toMatch(/^[\w-]{43}$/)
  expect(tokens.token2).toMatch(/^[\w-]{43}$/)
  expect(rows).not.toContain(tokens.token)
  expect(rows).not.toContain(tokens.token2)
  const line = server.lines.map((text) => JSON.parse(text)).find(({ file }) => file !== undefined)
  expect(((await stat(fileURLToPath(line.file))).mode & 0o777).toString(8)).toBe('600')
  expect(server.lines.join('')).not.toContain(tokens.token)
})

test('the recovery link contains the public URL instead of the host of the request', async () => {
  const server = await startIdentity({ env: { PUBLIC_URL: 'https://portal.example/' } })
  const headers = {
    'X-Human-Check': await solveServerCheck(server.url),
    host: 'malo.example',
    'x-forwarded-host': 'malo',
  }
  await createBrowser(server.url).submit('/api/password/restPassword.php', { email: DEMO_EMAIL }, headers)
  await server.identity.deliver()
  const [mail = ''] = await readMails(server)
  expect(mail).toMatch(/^https:\/\/portal\.example\/auth\/reset-contrasena\/\?token=[\w-]{43}&token2=[\w-]{43}$/m)
  expect(mail).not.toContain('malo')
})

test.each(['application/json', 'multipart/form-data; boundary=corte'])(
  'the password service also accepts a body of type %s',
  async (type) => {
    const server = await startIdentity()
    const tokens = await recoverTokens(server)
    const fields = { ...tokens, value: NEW_PASSWORD, revalue: NEW_PASSWORD }
    const parts = Object.entries(fields).map(
      ([name, value]) => `--corte\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const body = type === 'application/json' ? JSON.stringify(fields) : `${parts.join('')}--corte--\r\n`
    const path = '/api/password/ChangePassword.php'
    const reply = await call(server.url, path, { method: 'POST', headers: { 'content-type': type }, body })
    expect([reply.status, reply.text]).toEqual([200, 'OK'])
  },
)

/** Starts a mail server that collects its mails. */
async function startMailServer(port = 0) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, accept) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        accept()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return { mails, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

/** Returns a port without a listener. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const decodeMail = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

test('a mail arrives at the configured mail server with a valid link', async () => {
  const { mails, port } = await startMailServer()
  const server = await startIdentity({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'portal@mercadodolar.example' },
  })
  await requestRecovery(server.url)
  await server.identity.deliver()
  expect(mails).toHaveLength(1)
  const mail = decodeMail(mails[0] ?? '')
  expect(mail).toContain('From: portal@mercadodolar.example')
  expect(mail).toContain('Hola, Camila Restrepo:')
  expect(mail).toContain('vence en 30 minutos')
  expect((await changePassword(server.url, parseTokens(mail))).text).toBe('OK')
  expect(await readMails(server)).toEqual([])
})

test('recovery replies OK when the mail server is unreachable and sends the mail later', async () => {
  const port = await findFreePort()
  const server = await startIdentity({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  expect((await requestRecovery(server.url)).text).toBe('OK')
  await server.identity.deliver()
  expect(server.lines.join('')).toContain('an attempt to send the message failed')
  const { mails } = await startMailServer(port)
  await server.identity.deliver()
  expect(mails).toEqual([])
  server.time.pass(10_000)
  await server.identity.deliver()
  expect(mails).toHaveLength(1)
  expect((await changePassword(server.url, parseTokens(decodeMail(mails[0] ?? '')))).text).toBe('OK')
})

test('a mail that is sent 24 hours late contains the same link, whose lifetime then restarts', async () => {
  const port = await findFreePort()
  const server = await startIdentity({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await requestRecovery(server.url)
  await server.identity.deliver()
  const links = await server.database.db.selectFrom('identity_recovery_tokens').select('token').execute()
  for (let hour = 0; hour < 23; hour += 1) {
    server.time.pass(60 * MINUTE_MS)
    await server.identity.deliver()
  }
  const { mails } = await startMailServer(port)
  server.time.pass(60 * MINUTE_MS)
  await server.identity.deliver()
  expect(mails).toHaveLength(1)
  expect(await server.database.db.selectFrom('identity_recovery_tokens').select('token').execute()).toEqual(links)
  server.time.pass(30 * MINUTE_MS)
  expect((await changePassword(server.url, parseTokens(decodeMail(mails[0] ?? '')))).text).toBe('OK')
})

test('a mail fails after 24 hours and is listed without its link', async () => {
  const server = await startIdentity({ env: { SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` } })
  await requestRecovery(server.url)
  for (let hour = 0; hour <= 25; hour += 1) {
    await server.identity.deliver()
    server.time.pass(60 * MINUTE_MS)
  }
  const items = await listUndelivered(server.database.db)
  expect(items).toMatchObject([{ kind: 'recovery', recipient: DEMO_EMAIL, status: 'failed' }])
  expect(JSON.stringify(items)).not.toContain('token=')
})

test('a queued mail is not sent when its link is already used', async () => {
  const port = await findFreePort()
  const server = await startIdentity({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await requestRecovery(server.url)
  await server.identity.deliver()
  await server.database.db.updateTable('identity_recovery_tokens').set({ used_at: server.time.now() }).execute()
  const { mails } = await startMailServer(port)
  server.time.pass(10_000)
  await server.identity.deliver()
  expect(mails).toEqual([])
  expect(await listUndelivered(server.database.db)).toEqual([])
})
