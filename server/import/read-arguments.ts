import { parseArgs } from 'node:util'

/** Reads the arguments of `npm run import`; null when they are invalid or missing. */
export function readImportArguments(
  argv: readonly string[],
): { readonly file: string; readonly skipBad: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { 'skip-bad': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [kind, file, ...rest] = positionals
    if (kind !== 'deals' || file === undefined || rest.length > 0) return null
    return { file, skipBad: values['skip-bad'] === true }
  } catch {
    return null
  }
}
