import { parseArgs } from 'node:util'

/** The arguments of `npm run import`; null when they are wrong or missing. */
export function readImport(argv: readonly string[]): { readonly file: string; readonly skipBad: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { 'skip-bad': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [what, file, ...rest] = positionals
    if (what !== 'deals' || file === undefined || rest.length > 0) return null
    return { file, skipBad: values['skip-bad'] === true }
  } catch {
    return null
  }
}
