import { argv, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createClientMarketsView } from '#src/application/client-markets.ts'
import { closeClient } from '#src/application/close-client.ts'
import { LOGIN_REFUSAL_MESSAGES, loginFailureText, SESSION_ACTIVE } from '#src/application/identity/login.ts'
import { formatFailure } from '#src/application/platform/apology.ts'
import { openTerminal, openTerminalDemo, type TerminalPortal } from '#src/composition/terminal.ts'
import { toConfirmedUser } from '#src/domain/identity/account.ts'
import { readTerminalArguments, TERMINAL_USAGE, terminalRefusalMessage } from '#src/terminal/arguments.ts'
import { renderFrame } from '#src/terminal/frame.ts'

const REDRAW_MS = 100
const CONTROL_C = 3

function exitWith(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readArguments() {
  const result = readTerminalArguments(argv.slice(2))
  if (result.ok) return result.value
  if (result.error.kind !== 'help') return exitWith(terminalRefusalMessage(result.error), 2)
  stdout.write(`${TERMINAL_USAGE}\n`)
  return process.exit(0)
}

/** Reads the password without echo. Ctrl+C and the end of the input end the program. */
async function readPassword(): Promise<string> {
  stdout.write('Contraseña: ')
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: silentOutput, terminal: stdin.isTTY })
  const onClose = () => exitWith('\nNo se escribió la contraseña.', 1)
  const password = await reader.on('close', onClose).question('')
  reader.off('close', onClose).close()
  stdout.write('\n')
  return password
}

/** Signs in after the human check; on a failure it prints the reason and exits. */
async function logIn({ portal, humanCheck }: TerminalPortal, username: string): Promise<void> {
  const password = await readPassword()
  const { loginCalls } = await portal.loadIdentity()
  const proof =
    humanCheck.kind === 'proof-of-work' ? await humanCheck.solve() : exitWith('Verificación no disponible', 1)
  if (!proof.ok) return exitWith(formatFailure(loginFailureText(proof.error)), 1)
  const { signal } = new AbortController()
  const result = await loginCalls.signIn({ username, password, proof: proof.value, takeover: false }, signal)
  if (!result.ok) return exitWith(formatFailure(loginFailureText(result.error)), 1)
  const outcome = result.value
  if (outcome.kind === 'session-active') return exitWith(`${SESSION_ACTIVE}. Ciérrelo primero en el portal.`, 1)
  if (outcome.kind !== 'success') return exitWith(LOGIN_REFUSAL_MESSAGES[outcome.kind], 1)
  const user = toConfirmedUser(outcome.user)
  if (user === null) {
    await portal.signOut()
    return exitWith('Acepte primero los términos y condiciones en el portal.', 1)
  }
  loginCalls.storeSession({ session: { username, user, startedAt: portal.now() }, remember: false })
}

/** Shows both markets until `q` or a signal. Replaces the frame, but appends frames to a pipe. */
async function show({ portal, timers }: TerminalPortal): Promise<void> {
  const markets = createClientMarketsView({ ...portal, ...(await portal.loadMarket()) })
  const color = stdout.isTTY && !process.env['NO_COLOR']
  let isDrawPending = false
  const draw = () => {
    isDrawPending = false
    const { spot, nextday, delay, notice } = markets.getSnapshot()
    const { columns = 80, rows = Number.POSITIVE_INFINITY } = stdout
    const lines = renderFrame([spot, nextday], { delay, notice, size: [columns, rows], color })
    stdout.write(`${stdout.isTTY ? '\x1b[2J\x1b[H' : ''}${lines.join('\n')}\n`)
  }
  const scheduleDraw = () => {
    if (!isDrawPending) setTimeout(draw, REDRAW_MS)
    isDrawPending = true
  }
  const unsubscribe = markets.subscribe(scheduleDraw).unsubscribe
  let isQuitting = false
  const quit = async () => {
    if (isQuitting) return
    isQuitting = true
    unsubscribe()
    await closeClient(portal, timers)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.once(signal, quit)
  stdout.on('resize', draw).on('error', quit)
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.resume().on('data', (keys: Buffer) => (keys.includes('q') || keys.includes(CONTROL_C)) && quit())
  draw()
}

const { serverUrl, demo, user } = readArguments()
const terminal = demo
  ? openTerminalDemo()
  : await openTerminal(serverUrl).then((result) =>
      result.ok ? result.value : exitWith(`${serverUrl}: ${result.error.join(' ')}`, 1),
    )
if (user !== undefined) await logIn(terminal, user)
await show(terminal)
