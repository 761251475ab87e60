import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { BUILT_PORTAL } from '#tests/support/portal.ts'

/** One text for each of React, its scheduler and React DOM. Only that module contains the text. */
const MODULE_MARKS = ['.useSyncExternalStore=', '.unstable_scheduleCallback=', '.hydrateRoot=']

function readEntry(): string {
  const manifest = JSON.parse(readFileSync(join(BUILT_PORTAL, '..', 'portal-manifest.json'), 'utf8'))
  return readFileSync(join(BUILT_PORTAL, manifest['index.html'].file), 'utf8')
}

/**
 * Lists the functions that top-level calls take as arguments. A CommonJS module becomes such a
 * function.
 */
const listFunctionArguments = (code: string) =>
  parseAst(code)
    .body.flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init.arguments : []))
    .filter(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression')

test('the modules of React in the built entry are in parentheses, so that V8 compiles them while they arrive', () => {
  const code = readEntry()
  const modules = listFunctionArguments(code)
  const findModule = (mark: string) => modules.find(({ start, end }) => code.slice(start, end).includes(mark))
  // The parenthesis of the call, then that of the module.
  const prefixes = MODULE_MARKS.map((mark) => {
    const start = findModule(mark)?.start
    return [mark, start && code.slice(start - 2, start)]
  })
  expect(prefixes).toEqual(MODULE_MARKS.map((mark) => [mark, '((']))
})
