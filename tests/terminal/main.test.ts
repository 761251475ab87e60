import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'

import { bundleProgram } from '#tests/support/bundle-program.ts'

const program = await bundleProgram('src/terminal/main.ts')

/** Starts the terminal program with a pipe as its output. */
function startTerminal(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
  onTestFinished(() => void child.kill())
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  // 'exit' may come before the last output.
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output, exit }
}

const waitForText = (child: ChildProcessWithoutNullStreams, read: () => string, text: string) =>
  new Promise<void>((resolve) => {
    const check = () => read().includes(text) && resolve()
    child.stdout.on('data', check)
    check()
  })

test('--demo prints frames as lines into a pipe and exits on q', async () => {
  const { child, output, exit } = startTerminal('--demo')
  await waitForText(child, () => output.out, 'frente a la apertura')
  child.stdin.write('q')
  expect(await exit).toBe(0)
  expect(output.out).toContain('Información con 15 minutos de retraso')
  expect(output.out).not.toContain('\x1b')
})

test('--demo --user signs in with the password from standard input and shows real-time data', async () => {
  const { child, output, exit } = startTerminal('--demo', '--user', 'demo')
  child.stdin.write('Demo#Dolar2026\n')
  await waitForText(child, () => output.out, 'En tiempo real')
  child.stdin.write('q')
  expect(await exit).toBe(0)
  expect(output.out).not.toContain('Demo#Dolar2026')
})

test('--demo --user with a wrong password prints the reason and exits with 1', async () => {
  const { child, output, exit } = startTerminal('--demo', '--user', 'demo')
  child.stdin.write('otra\n')
  expect(await exit).toBe(1)
  expect(output.err.trim()).not.toBe('')
})

test('--user without a password on standard input prints the reason and exits with 1', async () => {
  const { child, output, exit } = startTerminal('--demo', '--user', 'demo')
  child.stdin.end()
  expect(await exit).toBe(1)
  expect(output.err.trim()).toBe('No se escribió la contraseña.')
})

test.each([['--help'], ['-h']])('%s prints the options in Spanish and exits with 0', async (flag) => {
  const { output, exit } = startTerminal(flag)
  expect(await exit).toBe(0)
  expect(output.out).toContain('Uso: npm run terminal')
  for (const option of ['--url', '--demo', '--user', '--help']) expect(output.out).toContain(option)
  expect(output.err).toBe('')
})

test.each([
  [['--demo', '--url', 'http://localhost:1'], '--demo y --url no van juntos.'],
  [
    ['--url', 'http://localhost:1/mercado'],
    '--url debe ser la dirección http o https de un servidor, sin ruta, como http://localhost:3000: «http://localhost:1/mercado».',
  ],
  [['--nada'], 'El argumento «--nada» no se admite.'],
  [['--user'], 'Falta el valor de --user.'],
])('the program exits with 2 and prints one Spanish line for the arguments %j', async (args, message) => {
  const { output, exit } = startTerminal(...args)
  expect(await exit).toBe(2)
  expect(output.err).toBe(`${message} Ayuda: npm run terminal -- --help\n`)
  expect(output.out).toBe('')
})

test('the program prints the URL of a server that does not respond and exits with 1', async () => {
  const { output, exit } = startTerminal('--url', 'http://127.0.0.1:9')
  expect(await exit).toBe(1)
  expect(output.err).toContain('http://127.0.0.1:9')
})
