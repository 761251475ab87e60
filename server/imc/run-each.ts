import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs work for each item, one after the other; other work of the server runs between two items
 * (with SQLite nothing else would let it). A failure does not stop the work for the others. At
 * the end it throws all failures, each with the name of its item.
 */
export async function runEach<T>(
  items: readonly T[],
  toName: (item: T) => string,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  for (const item of items) {
    await work(item).catch((cause: unknown) => void failures.push(new Error(toName(item), { cause })))
    await nextTurn()
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `failed: ${failures.map(({ message }) => message).join(', ')}`)
  }
}
