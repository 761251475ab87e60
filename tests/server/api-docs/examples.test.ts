import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { testTime } from '#tests/support/market.ts'
import { historyEnv, openStoppedMarket, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

const { url } = await startTestServer(await historyEnv(USUAL_CLOCK), {
  openMarket: openStoppedMarket,
  now: testTime(Date.parse(USUAL_CLOCK)).now,
})
const run = promisify(execFile)

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/** Reads the examples of the documentation page as a visitor copies them, by language. */
async function readExamples(): Promise<ReadonlyMap<string, string>> {
  const page = await (await fetch(`${url}/api/docs`)).text()
  const blocks = [...page.matchAll(/<pre data-language="(\w+)">([^<]*)<\/pre>/g)]
  return new Map(
    blocks.map(([, language = '', code = '']) => [
      language,
      code.replaceAll(/&[#\w]+;/g, (name) => ENTITIES[name] ?? name),
    ]),
  )
}

const examples = await readExamples()
const readExample = (language: string) => examples.get(language) ?? ''

const RUNNERS = [
  ['curl', 'bash', ['-c']],
  ['javascript', process.execPath, ['--input-type=module', '-e']],
  ['python', 'python3', ['-c']],
] as const

/** Whether a program is on this machine: not every one has Python or curl. */
const isInstalled = (program: string) =>
  run('bash', ['-c', 'command -v "$0"', program]).then(
    () => true,
    () => false,
  )

const PROGRAMS = { curl: 'curl', javascript: process.execPath, python: 'python3' } as const
const installed = await Promise.all(RUNNERS.map(([language]) => isInstalled(PROGRAMS[language])))
const runnable = RUNNERS.filter((_runner, index) => installed[index])

test.each(runnable)('the example in %s prints the TRM of its date', async (language, program, options) => {
  const { stdout } = await run(program, [...options, readExample(language)])
  expect(stdout).toContain('3651.12')
  expect(stdout).toContain('2026-11-14')
})

/** The addresses in an example, with the date of a cell. */
const listUrls = (code: string) =>
  [...code.replaceAll('" & A2 & "', '2026-11-15').matchAll(/"(http[^"]*)"/g)].map(([, address = '']) => address)

const readTable = async (address: string) =>
  parse(await (await fetch(address)).text(), { columns: true, cast: true }) as Record<string, unknown>[]

test('IMPORTDATA reads a table whose third column of the second line is the TRM', async () => {
  const [range = '', one = ''] = listUrls(readExample('sheets'))
  expect(await readTable(range)).toContainEqual(
    expect.objectContaining({ valor: 3651.12, vigente_desde: '2026-11-14' }),
  )
  const [row = {}] = await readTable(one)
  expect(Object.keys(row).indexOf('valor')).toBe(2)
  expect(row['valor']).toBe(3651.12)
})

test('Power Query reads the columns that its example converts', async () => {
  const code = readExample('excel')
  const [address = ''] = listUrls(code)
  const query = [...code.matchAll(/(\w+) = "([^"]*)"[,\]]/g)].filter(([, name]) => name !== 'Delimiter')
  const search = new URLSearchParams(query.map(([, name = '', value = '']) => [name, value]))
  const [row = {}] = await readTable(`${address}?${search}`)
  const columns = [...code.matchAll(/\{"(\w+)", type/g)].map(([, name = '']) => name)
  expect(columns.filter((name) => !(name in row))).toEqual([])
})
