import { formatTable } from '#server/operator/client-messages.ts'
import type { CallOutput } from '#server/operator/command.ts'
import type { CallFailure } from '#server/operator/operator-client.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** The output of an action: the message of the server. */
export async function showMessage(done: Promise<Result<{ readonly message: string }, CallFailure>>): CallOutput {
  const result = await done
  return result.ok ? ok(result.value.message) : result
}

/** The output of a list: a table with one row for each record. */
export async function showTable<T>(
  listed: Promise<Result<{ readonly data: readonly T[] }, CallFailure>>,
  heading: readonly string[],
  toRow: (record: T) => readonly string[],
): CallOutput {
  const result = await listed
  return result.ok ? ok(formatTable(heading, result.value.data.map(toRow))) : result
}
