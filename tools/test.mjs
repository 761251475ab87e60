import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, run } from './setup.mjs'

/** A check that is right or wrong as a whole counts as one. */
function check(title, command, args) {
  console.log(`\n── ${title}`)
  if (run(command, args) === 0) total.passed += 1
  else total.failed += 1
}

/** Counts test by test; a run that ends badly without a failed test, or without any test, counts as one failure. */
function suite(title, projects, env = {}) {
  console.log(`\n── ${title}`)
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-tests-'))
  const report = join(folder, 'report.json')
  const args = ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]
  const status = run('npx', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env)
  const { passed, failed } = counted(report)
  rmSync(folder, { recursive: true, force: true })
  total.passed += passed
  total.failed += failed
  if ((status !== 0 && failed === 0) || passed + failed === 0) total.failed += 1
}

function counted(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const total = { passed: 0, failed: 0 }
process.on('exit', (code) => {
  if (code !== 0 && total.failed === 0) total.failed = 1
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
})

ensureInstalled()
check('Formato y estilo', 'npx', ['biome', 'check', '--error-on-warnings', '.'])
check('Tipos', 'npx', ['tsc', '--noEmit'])
suite('Reglas, adaptadores, servidor y pantallas', ['unit', 'ui'])
ensureBuilt()
const browser = chromium()
if (browser) suite('Navegador', ['e2e'], { CHROMIUM: browser })
else {
  console.error('No hay Chromium: instálelo o indique su ruta en CHROMIUM.')
  total.failed += 1
}
process.exitCode = total.failed === 0 ? 0 : 1
