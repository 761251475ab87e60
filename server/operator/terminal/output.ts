import { formatTable } from '#server/operator/terminal/client-messages.ts'
import type { CallOutput } from '#server/operator/terminal/command.ts'
import type { CallFailure } from '#server/operator/terminal/operator-client.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** Returns the message of a reply as output. */
export async function showMessage(reply: Promise<Result<{ readonly message: string }, CallFailure>>): CallOutput {
  const result = await reply
  return result.ok ? ok(result.value.message) : result
}

/** Returns the list of a reply as a table with one row for each record. */
export async function showTable<T>(
  reply: Promise<Result<{ readonly data: readonly T[] }, CallFailure>>,
  heading: readonly string[],
  toRow: (record: T) => readonly string[],
): CallOutput {
  const result = await reply
  return result.ok ? ok(formatTable(heading, result.value.data.map(toRow))) : result
}
