import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { findChromium } from './chromium.mjs'
import { readCommandLine, refuseCommandLine } from './command-line.mjs'
import { createRunFolder } from './run-folder.mjs'
import { ensureBuilt, ensureInstalled, isBuilt, ROOT, run, runInParallel, TYPE_CHECKS } from './setup.mjs'

/**
 * `npm test` runs these parts; `npm test -- rules screens` runs two of them. `screens` are the
 * tests of the user interface, `browser` the tests in Chromium, `rules` all other tests.
 */
const PARTS = ['format', 'types', 'rules', 'screens', 'browser']

/**
 * The part that runs only the database tests, on PostgreSQL. The other parts run them on SQLite,
 * and also on PostgreSQL if TEST_DATABASE_URL is set.
 */
const POSTGRES_PART = 'postgres'

const total = { passed: 0, failed: 0 }

/** One line per failure. They are printed again at the end, because a long output is often cut. */
const failures = []

function countFailure(line) {
  total.failed += 1
  failures.push(line)
}

/** Counts the exit code of a command as one test. */
function countStatus(title, status) {
  if (status === 0) total.passed += 1
  else countFailure(title)
}

const printTitle = (title) => console.log(`\n── ${title}`)

/**
 * Runs the checks of the sources in parallel, because each leaves a core idle for a part of its
 * time.
 */
async function checkSources() {
  const checks = [
    ...(parts.includes('format') ? [['Formato y estilo', ['biome', 'check', '--error-on-warnings', '.']]] : []),
    ...(parts.includes('types') ? TYPE_CHECKS.map(([title, args]) => [title, ['tsc', ...args]]) : []),
  ]
  const runs = checks.map(([title, args]) => [title, runInParallel('npx', args)])
  for (const [title, running] of runs) {
    const { status, output } = await running
    printTitle(title)
    process.stdout.write(output)
    countStatus(title, status)
  }
}

/**
 * Starts the builds for the browser part. They run next to the tests of rules and screens, which do
 * not read them. After a failed build, the browser part builds again, prints the error and stops.
 */
async function startBuilds() {
  if (!parts.includes('browser')) return
  if (!isBuilt()) await runInParallel(process.execPath, ['tools/build.mjs'])
  if (!isBuilt('demo')) await runInParallel(process.execPath, ['tools/build-demo.mjs'])
}

/** Runs vitest, prints its output and resolves to its exit code. */
const runVitest = (args, env) =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env, TEST_RUN_FOLDER: runFolder } }
    const child = spawn('npx', ['vitest', 'run', ...args], options)
    child.on('error', ({ message }) => console.error(message))
    child.on('close', (code) => resolve(code ?? 1))
  })

/**
 * Runs the tests of these vitest projects and counts them. A run without tests, or with an error
 * outside of the tests, counts as one failure.
 */
async function runSuite(title, projects, { files = [], options = [], env = {} } = {}) {
  printTitle(title)
  const report = join(runFolder, 'report.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const names = projects.flatMap((name) => ['--project', name])
  const status = await runVitest([...files, ...options, ...names, ...reporters], env)
  const suites = readReport(report)
  const failedBefore = total.failed
  for (const { name, status: suiteStatus, message, assertionResults: tests } of suites) {
    const file = relative(ROOT, name)
    const failedTests = tests.filter((test) => test.status !== 'passed')
    total.passed += tests.length - failedTests.length
    for (const { fullName, status: testStatus, failureMessages } of failedTests)
      countFailure(`${file}: ${fullName}: ${summarize(failureMessages[0]) || summarize(message) || testStatus}`)
    if (suiteStatus === 'failed' && failedTests.length === 0) countFailure(`${file}: ${summarize(message)}`)
  }
  if (suites.length === 0) countFailure(`${title}: sin pruebas`)
  else if (status !== 0 && total.failed === failedBefore) countFailure(`${title}: error fuera de las pruebas`)
}

const MAX_SUMMARY = 700

/**
 * Writes the message of a failure in one line, without colours and stack: what was expected and
 * what was found is often all that remains of a run on another machine.
 */
const summarize = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .join(' · ')
    .slice(0, MAX_SUMMARY)

/** Reads the test files of a report. A skipped test has another status than passed: it fails. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return []
  }
}

/** Runs all browser tests, or those of the given files. */
async function runBrowserTests({ files = [], env = {} } = {}) {
  const browser = findChromium()
  if (browser) await runSuite('Navegador', ['e2e'], { files, env: { ...env, CHROMIUM: browser } })
  else {
    const message = 'No hay Chromium: instálelo o indique su ruta en CHROMIUM.'
    console.error(message)
    countFailure(message)
  }
}

/** Returns the test files that run on each engine, or only on PostgreSQL. */
const findDatabaseTests = () =>
  readdirSync(join(ROOT, 'tests'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('tests', name))
    .filter((file) => file.endsWith('.postgres.test.ts') || /\bENGINES\b/.test(readFileSync(join(ROOT, file), 'utf8')))

async function runPostgresTests() {
  if (!process.env.TEST_DATABASE_URL) {
    const message = 'Indique en TEST_DATABASE_URL la dirección de PostgreSQL.'
    console.error(message)
    countFailure(message)
    return
  }
  const env = { TEST_ENGINES: 'postgres' }
  const isBrowserTest = (file) => file.startsWith(join('tests', 'e2e'))
  const files = findDatabaseTests()
  await runSuite('PostgreSQL', ['unit'], {
    files: files.filter((file) => !isBrowserTest(file)),
    options: ['--maxWorkers=100%'],
    env,
  })
  ensureBuilt()
  await runBrowserTests({ files: files.filter(isBrowserTest), env })
}

const { positionals: selectedParts } = readCommandLine({ allowPositionals: true })
const parts = selectedParts.length > 0 ? selectedParts : PARTS
const unknown = parts.filter((part) => !PARTS.includes(part) && part !== POSTGRES_PART)
if (unknown.length > 0)
  refuseCommandLine(
    `Partes desconocidas: ${unknown.join(', ')}. Las partes son: ${[...PARTS, POSTGRES_PART].join(', ')}.`,
  )

function describeEngines() {
  if (parts.every((part) => part === POSTGRES_PART)) return 'PostgreSQL'
  return process.env.TEST_DATABASE_URL ? 'SQLite y PostgreSQL' : 'SQLite (PostgreSQL: indique TEST_DATABASE_URL)'
}

/** The databases and programs that a part prepares here serve the next parts too. */
const runFolder = createRunFolder()

process.on('exit', (code) => {
  rmSync(runFolder, { recursive: true, force: true })
  if (code !== 0 && total.failed === 0) countFailure(`npm test terminó con el código ${code}`)
  for (const failure of failures) console.log(`Falló: ${failure}`)
  console.log(`\nPartes: ${parts.join(', ')}\nBases de datos: ${describeEngines()}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
})

// A signal without a listener ends the program without the 'exit' event.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

ensureInstalled()
await checkSources()
const builds = startBuilds()
const projects = [...(parts.includes('rules') ? ['pure', 'unit'] : []), ...(parts.includes('screens') ? ['ui'] : [])]
// By default vitest leaves one core idle: half of a machine with two cores.
if (projects.length > 0)
  await runSuite('Reglas, adaptadores, servidor y pantallas', projects, { options: ['--maxWorkers=100%'] })
await builds
if (parts.includes('browser')) {
  ensureBuilt()
  ensureBuilt('demo')
  printTitle('Tamaño de lo que se descarga')
  countStatus('Tamaño de lo que se descarga', run(process.execPath, ['tools/bytes.mjs', '--short']))
  await runBrowserTests()
}
if (parts.includes(POSTGRES_PART)) await runPostgresTests()
process.exitCode = total.failed === 0 ? 0 : 1
