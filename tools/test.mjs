import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, run } from './setup.mjs'

/** `npm test` runs every part; `npm test -- rules screens` runs these two. */
const PARTS = ['format', 'types', 'rules', 'screens', 'browser']

const total = { passed: 0, failed: 0 }

/** Runs a command that counts as one test. */
function check(title, command, args) {
  console.log(`\n── ${title}`)
  if (run(command, args) === 0) total.passed += 1
  else total.failed += 1
}

/**
 * Adds every test of these vitest projects; a run without tests or with an error outside them adds
 * one failure.
 */
function suite(title, projects, { options = [], env = {} } = {}) {
  console.log(`\n── ${title}`)
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-tests-'))
  const report = join(folder, 'report.json')
  const args = ['vitest', 'run', ...options, ...projects.flatMap((name) => ['--project', name])]
  const status = run('npx', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env)
  const { passed, failed } = readCounts(report)
  rmSync(folder, { recursive: true, force: true })
  total.passed += passed
  total.failed += failed
  if ((status !== 0 && failed === 0) || passed + failed === 0) total.failed += 1
}

/** Counts a skipped test as failed. */
function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

function runBrowserTests() {
  ensureBuilt()
  check('Tamaño de lo que se descarga', process.execPath, ['tools/bytes.mjs', '--short'])
  const browser = chromium()
  if (browser) suite('Navegador', ['e2e'], { env: { CHROMIUM: browser } })
  else {
    console.error('No hay Chromium: instálelo o indique su ruta en CHROMIUM.')
    total.failed += 1
  }
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : PARTS
const unknown = parts.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) {
  console.error(`Partes desconocidas: ${unknown.join(', ')}. Las partes son: ${PARTS.join(', ')}.`)
  process.exit(2)
}

process.on('exit', (code) => {
  if (code !== 0 && total.failed === 0) total.failed = 1
  const engines = process.env.TEST_DATABASE_URL
    ? 'SQLite y PostgreSQL'
    : 'SQLite (PostgreSQL: indique TEST_DATABASE_URL)'
  console.log(`\nPartes: ${parts.join(', ')}\nBases de datos: ${engines}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
})

ensureInstalled()
if (parts.includes('format')) check('Formato y estilo', 'npx', ['biome', 'check', '--error-on-warnings', '.'])
if (parts.includes('types')) check('Tipos', 'npx', ['tsc', '--noEmit'])
if (parts.includes('types')) check('Tipos del núcleo, sin DOM', 'npx', ['tsc', '--noEmit', '-p', 'tsconfig.core.json'])
const projects = [...(parts.includes('rules') ? ['pure', 'unit'] : []), ...(parts.includes('screens') ? ['ui'] : [])]
// By default vitest leaves one core idle, which is half of a machine with two.
if (projects.length > 0)
  suite('Reglas, adaptadores, servidor y pantallas', projects, { options: ['--maxWorkers=100%'] })
if (parts.includes('browser')) runBrowserTests()
process.exitCode = total.failed === 0 ? 0 : 1
