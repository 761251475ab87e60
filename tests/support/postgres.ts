import pg from 'pg'

const SERVER = process.env['TEST_DATABASE_URL']

async function runAsAdministrator(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates an empty database, or a copy of a template that is not in use. Returns its URL. */
export async function createPostgresDatabase(name: string, template: string | null): Promise<string> {
  await runAsAdministrator(`create database ${name}${template === null ? '' : ` template ${template}`}`)
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database and ends its connections. */
export const dropPostgresDatabase = (name: string): Promise<void> =>
  runAsAdministrator(`drop database ${name} with (force)`)
