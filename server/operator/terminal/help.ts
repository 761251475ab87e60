import type { Command } from '#server/operator/terminal/command.ts'
import { COMMAND_GROUPS } from '#server/operator/terminal/command-groups.ts'

/** Column of the summaries. */
const SUMMARY_COLUMN = 40

/** Formats a command with its summary: on the same line, or after a long command on the next. */
function formatCommand({ name, usage, summary }: Command): string {
  const command = `  ${name} ${usage}`.trimEnd()
  return command.length < SUMMARY_COLUMN
    ? `${command.padEnd(SUMMARY_COLUMN)}${summary}`
    : `${command}\n${' '.repeat(SUMMARY_COLUMN)}${summary}`
}

/** The text of `--help`. */
export const OPERATOR_USAGE = `Uso: npm run operator -- ORDEN

${COMMAND_GROUPS.map((group) => group.map(formatCommand).join('\n')).join('\n\n')}

REF es una referencia como S-2026-00420. El servidor debe estar en ejecución: se llama en OPERATOR_URL
(http://localhost:PORT por omisión) con la clave de OPERATOR_KEY.`
