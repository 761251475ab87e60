/** Returns the folder of the programs of the newest PostgreSQL; null without PostgreSQL. */
export function findPostgres(): string | null

/** Starts a PostgreSQL of its own in a temporary folder. `stop` ends it and removes the folder. */
export function startPostgres(port: number): {
  readonly databaseUrl: string
  readonly folder: string
  startAgain(): Promise<void>
  stop(): void
}
