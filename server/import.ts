import { IMPORT_USAGE, readImportArguments, sendDeals } from '#server/import/send-deals.ts'
import { printResult, printUsage, refuseUsage } from '#server/operator/terminal/command-line.ts'
import { readServerAccess } from '#server/operator/terminal/server-access.ts'

/** Imports a file of deals into the running server (D60). Returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const request = readImportArguments(argv)
  if (!request.ok) return printUsage(request.error, IMPORT_USAGE)
  const access = readServerAccess(process.env)
  if (!access.ok) return refuseUsage(access.error)
  return printResult(await sendDeals({ ...request.value, ...access.value }))
}

process.exitCode = await run(process.argv.slice(2))
