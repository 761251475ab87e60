import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows of one step: others wait at most for one. */
export const ROWS_PER_STEP = 200

/**
 * Repeats a step that handles at most `ROWS_PER_STEP` rows, until it has found fewer. Other work of
 * the server runs between two steps (D124). Returns the number of rows.
 */
export async function runInSteps(
  step: (limit: number) => Promise<bigint | number>,
  isClosed: () => boolean = () => false,
): Promise<number> {
  let total = 0
  for (let count = ROWS_PER_STEP; count === ROWS_PER_STEP && !isClosed(); ) {
    count = Number(await step(ROWS_PER_STEP))
    total += count
    await nextTurn()
  }
  return total
}
