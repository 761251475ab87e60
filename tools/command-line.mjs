import { parseArgs } from 'node:util'

/** Exit code of a command whose command line is invalid. */
const EXIT_USAGE = 2

/** Prints why the command line is invalid and ends the command. */
export function refuseCommandLine(message) {
  console.error(message)
  process.exit(EXIT_USAGE)
}

const describeOptions = (options) => {
  const names = Object.keys(options).map((name) => `--${name}`)
  return names.length === 0 ? 'there are no options' : `options: ${names.join(', ')}`
}

/**
 * Reads the command line of a benchmark or a tool. `config` is that of `parseArgs`. A wrong option
 * ends the command with one line that names it.
 */
export function readCommandLine(config = {}) {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS_')) throw error
    // The following sentences are advice on the syntax of arguments.
    const [reason] = error.message.split(/\.\s/)
    return refuseCommandLine(`${reason} (${describeOptions(config.options ?? {})})`)
  }
}

/** Returns the value of an option as a number from 1; ends the command if it is another text. */
export function readCount(option, value) {
  return /^[1-9]\d{0,8}$/.test(value)
    ? Number(value)
    : refuseCommandLine(`--${option} ${value}: must be a whole number from 1`)
}
