import type pg from 'pg'

const WRITER_ID = 'server'

interface TurnRow {
  /** A `bigint`, which this client returns as text. */
  readonly turn: string
}

const toTurn = ([row]: readonly TurnRow[]) => Number(row?.turn)

/**
 * Takes the next turn, the period in which only this server writes, and returns its number. Runs on
 * the connection of the lock: when that connection is lost, the turn is not taken.
 */
export async function takeTurn(lockConnection: pg.Client): Promise<number> {
  const statement = `insert into records_writer (id, turn) values ($1, 1)
    on conflict (id) do update set turn = records_writer.turn + 1 returning turn`
  return toTurn((await lockConnection.query<TurnRow>(statement, [WRITER_ID])).rows)
}

/** Returns the number of the last turn that a server took; NaN before the first turn. */
export async function readTurn(lockConnection: pg.Client): Promise<number> {
  return toTurn(
    (await lockConnection.query<TurnRow>('select turn from records_writer where id = $1', [WRITER_ID])).rows,
  )
}
