import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const MAX_COLUMNS = 100

/** Comments that are instructions for a tool. They must be on one line. */
const INSTRUCTION = /biome-ignore|@vite-ignore|@ts-/

const findSources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name))

const isWideComment = (line: string) =>
  line.length > MAX_COLUMNS && /^\s*(\/\/|\/\*\*|\*)/.test(line) && !INSTRUCTION.test(line)

test.each(['src', 'server', 'tests', 'bench', 'tools'])('comments in %s are at most 100 columns wide', (folder) => {
  const wideComments = findSources(folder).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isWideComment(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(wideComments).toEqual([])
})
