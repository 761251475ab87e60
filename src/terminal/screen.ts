import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const REDRAW_MS = 100
const CONTROL_C = '\x03'

export type Size = readonly [columns: number, rows: number]

/** Why a screen ends by itself: its exit code, and a text for the error output. */
export interface ScreenEnd {
  readonly code: number
  readonly message?: string
}

export interface Screen {
  /** Starts the views; calls `draw` after each change. The returned function stops them. */
  start(draw: () => void): () => void
  /** Renders the lines; empty while there is nothing to show in a pipe. */
  render(size: Size, color: boolean): readonly string[]
  /** Handles a key other than `q`. */
  onKey?(key: string): void
  /** Returns the end; null while the screen goes on. `isPiped`: the output is no terminal. */
  findEnd?(isPiped: boolean): ScreenEnd | null
  /** Ends sessions before the program ends. */
  close(): Promise<void>
}

export function exitWith(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/** Reads the code of the second factor, or a recovery code (D93). */
export async function readCode(): Promise<string> {
  const reader = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY })
  const onClose = () => exitWith('\nNo se escribió el código.', 1)
  const code = await reader.on('close', onClose).question('Código de verificación: ')
  reader.off('close', onClose).close()
  return code
}

/** Reads the password without echo. Ctrl+C and the end of the input end the program. */
export async function readPassword(): Promise<string> {
  stdout.write('Contraseña: ')
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: silentOutput, terminal: stdin.isTTY })
  const onClose = () => exitWith('\nNo se escribió la contraseña.', 1)
  const password = await reader.on('close', onClose).question('')
  reader.off('close', onClose).close()
  stdout.write('\n')
  return password
}

/**
 * Shows a screen until its end, `q` or a signal, then ends the program. Replaces the frame in a
 * terminal, and appends frames that differ to a pipe.
 */
export function showScreen(screen: Screen): void {
  const isTerminal = stdout.isTTY === true
  const color = isTerminal && !process.env['NO_COLOR']
  let isDrawPending = false
  let isQuitting = false
  let lastFrame = ''

  function writeFrame(frame: string) {
    if (isTerminal) stdout.write(`\x1b[2J\x1b[H${frame}\n`)
    else if (frame !== '' && frame !== lastFrame) stdout.write(`${frame}\n`)
    lastFrame = frame
  }
  function draw() {
    isDrawPending = false
    if (isQuitting) return
    const { columns = 80, rows = Number.POSITIVE_INFINITY } = stdout
    writeFrame(screen.render([columns, rows], color).join('\n'))
    const end = screen.findEnd?.(!isTerminal) ?? null
    if (end !== null) quit(end)
  }
  function scheduleDraw() {
    if (!isDrawPending) setTimeout(draw, REDRAW_MS)
    isDrawPending = true
  }
  const stop = screen.start(scheduleDraw)

  async function quit({ code, message }: ScreenEnd) {
    if (isQuitting) return
    isQuitting = true
    stop()
    if (message !== undefined) process.stderr.write(`${message}\n`)
    await screen.close()
    process.exit(code)
  }
  const leave = () => quit({ code: 0 })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.once(signal, leave)
  stdout.on('resize', draw).on('error', leave)
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.resume().on('data', (keys: Buffer) => {
    for (const key of keys.toString()) {
      if (key === 'q' || key === CONTROL_C) leave()
      else screen.onKey?.(key)
    }
    scheduleDraw()
  })
  draw()
}
