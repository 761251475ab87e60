import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname

/** Words for what another word names already ('One word for one thing' in docs/spec/names.md). */
const SECOND_WORDS: readonly (readonly [second: RegExp, first: string])[] = [
  [/\bliber(?:ar|e|a|ad[ao]s?)\b/i, 'desvincular'],
  [/\blibres?\b/i, 'disponible'],
  [/solicitud en trámite/i, 'solicitud en curso'],
  [/\b(?:El|su) estado\b/i, 'estatus'],
  [/Total pantallas/i, 'Pantallas'],
]

const FOLDERS = ['src/application/imc', 'src/ui/imc', 'src/adapters/memory/imc', 'server/imc']

/** The lines of the back-office that are no comments. */
const LINES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap(({ name, parentPath }) =>
      readFileSync(join(parentPath, name), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
        .map((line) => ({ name, line: line.trim() })),
    ),
)

test('the texts of the back-office use one word for one thing (D98)', () => {
  expect(LINES.length).toBeGreaterThan(1_000)
  const secondWords = LINES.flatMap(({ name, line }) =>
    SECOND_WORDS.filter(([second]) => second.test(line)).map(([, first]) => `${name}: «${first}» in ${line}`),
  )
  expect(secondWords).toEqual([])
})
