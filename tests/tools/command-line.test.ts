import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command in the project folder. Returns its exit code, output and errors. */
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const PROGRAM = `
  import { readCommandLine, readCount } from './tools/command-line.mjs'
  const { values } = readCommandLine({ options: { rounds: { type: 'string' }, once: { type: 'boolean' } } })
  console.log(values.rounds === undefined ? 'all' : readCount('rounds', values.rounds))
`
const runProgram = (...args: readonly string[]) => run('--input-type=module', '-e', PROGRAM, '--', ...args)

test('readCommandLine and readCount return the values of a valid command line', () => {
  expect(runProgram('--once')).toEqual({ status: 0, stdout: 'all\n', stderr: '' })
  expect(runProgram('--rounds', '12')).toEqual({ status: 0, stdout: '12\n', stderr: '' })
})

test.each([
  [['--help'], "Unknown option '--help' (options: --rounds, --once)\n"],
  [['nada'], "Unexpected argument 'nada' (options: --rounds, --once)\n"],
  [['--rounds'], "Option '--rounds <value>' argument missing (options: --rounds, --once)\n"],
  [['--rounds', '--once'], "Option '--rounds' argument is ambiguous (options: --rounds, --once)\n"],
  [['--once=si'], "Option '--once' does not take an argument (options: --rounds, --once)\n"],
  [['--rounds', '0'], '--rounds 0: must be a whole number from 1\n'],
  [['--rounds', 'tres'], '--rounds tres: must be a whole number from 1\n'],
])('the arguments %j end a command with 2 and one line that names the argument', (args, stderr) => {
  expect(runProgram(...args)).toEqual({ status: 2, stdout: '', stderr })
})

/** The files of `bench` and `tools` that package.json runs, without the commands of the server. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const COMMANDS = Object.values(scripts)
  .flatMap((script) => /\b(bench|tools)\/\S+/.exec(script)?.[0] ?? [])
  .filter((file) => !/\bserve\(/.test(readFileSync(join(ROOT, file), 'utf8')))

test.each(COMMANDS)('%s reads its command line with readCommandLine', (file) => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  expect(source).toMatch(/\breadCommandLine\(/)
  expect(source).not.toMatch(/\bparseArgs\b|\bprocess\.argv\b/)
})

test.each([
  ['tools/bytes.mjs', '--nada'],
  ['tools/shots.mjs', '--nada'],
])('the command %s %s ends with 2 before it works', (file, option) => {
  expect(run(file, option)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(option) })
})
