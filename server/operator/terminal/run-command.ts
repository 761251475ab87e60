import { formatCallFailure } from '#server/operator/terminal/client-messages.ts'
import type { ReadyCommand } from '#server/operator/terminal/command.ts'
import type { OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Calls the server for a command. Returns the output or the error text. */
export async function runCommand(
  client: OperatorClient,
  { name, call }: ReadyCommand,
): Promise<Result<string, string>> {
  if (call === undefined) throw new Error(`command ${name} calls no server`)
  const result = await call(client)
  return result.ok ? result : err(formatCallFailure(result.error))
}
