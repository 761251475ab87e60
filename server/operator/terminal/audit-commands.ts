import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type BrokenChain, type ChainHead, createChainVerifier, sealedLine } from '#server/audit/audit-chain.ts'
import { errorDetail } from '#server/database/errors.ts'
import {
  type CallOutput,
  type Command,
  type CommandArguments,
  defineCall,
  defineLocal,
  Refusal,
} from '#server/operator/terminal/command.ts'
import { operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const BREAKS: Readonly<Record<BrokenChain['kind'], string>> = {
  changed: 'fue modificada',
  missing: 'falta',
  'other-head': 'no es la que indica --head',
}

/** Verifies an exported audit. Returns the head, or the error text with the first broken line. */
export function verifyExport(content: string, known: ChainHead | null): Result<string, string> {
  const verifier = createChainVerifier(known)
  let count = 0
  for (const text of content.split('\n').filter((line) => line !== '')) {
    count += 1
    const parsed = sealedLine.safeParse(toJson(text))
    if (!parsed.success) return err(`La línea ${count} del archivo no es una entrada de la auditoría.`)
    if (verifier.add(parsed.data) !== null) break
  }
  const result = verifier.end()
  if ('broken' in result)
    return err(`La auditoría no está íntegra: la entrada ${result.broken.position} ${BREAKS[result.broken.kind]}.`)
  const { position, hash } = result.head
  return ok(`La auditoría está íntegra: ${position} entradas. Guarde esta cabeza en otro lugar:\n${position}:${hash}`)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads `--head`, such as `120:3fa9…`; null without it. */
function readHead(values: CommandArguments): ChainHead | null {
  const value = values.readText('head')
  if (value === null) return null
  const [, position = '', hash = ''] = /^(\d{1,12}):([0-9a-f]{64})$/.exec(value.trim()) ?? []
  if (hash === '') throw new Refusal({ kind: 'bad-value', what: '--head', value })
  return { position: Number(position), hash }
}

/** Commands for the chain of the audit (D121). */
export const AUDIT_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'audit verify',
    usage: '[--head N:HUELLA]',
    summary: 'comprueba que no se quitó ni cambió ninguna entrada de la auditoría',
    flags: ['head'],
    read: (values) => ({ head: readHead(values) }),
    async run(client, { head }): CallOutput {
      const content = await client.loadFile(operatorPaths.auditExport)
      if (!content.ok) return content
      const verified = verifyExport(content.value.toString(), head)
      return verified.ok ? verified : err({ kind: 'refused', status: 409, message: verified.error })
    },
  }),
  defineCall({
    name: 'audit export',
    usage: 'ARCHIVO',
    summary: 'guarda la auditoría con su cadena',
    wordCount: 1,
    read: (values) => ({ file: values.readWord(0, 'ARCHIVO') }),
    async run(client, { file }): CallOutput {
      const content = await client.loadFile(operatorPaths.auditExport)
      if (!content.ok) return content
      try {
        await writeFile(file, content.value, { mode: 0o600 })
      } catch (error) {
        return err({ kind: 'unwritable', folder: dirname(file), detail: errorDetail(error) })
      }
      return ok(`Auditoría guardada en ${file}. Compruébela con audit check.`)
    },
  }),
  defineLocal({
    name: 'audit check',
    usage: 'ARCHIVO [--head N:HUELLA]',
    summary: 'comprueba un archivo de audit export, sin servidor',
    wordCount: 1,
    flags: ['head'],
    read: (values) => ({ file: values.readWord(0, 'ARCHIVO'), head: readHead(values) }),
    async run(_env, { file, head }) {
      try {
        return verifyExport(await readFile(file, 'utf8'), head)
      } catch (error) {
        return err(`El archivo ${file} no se puede leer: ${errorDetail(error)}.`)
      }
    },
  }),
]
