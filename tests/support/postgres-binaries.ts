import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian installs each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'

const major = (version: string) => Number.parseInt(version, 10)

/** The folder of `initdb` and `pg_ctl` of the newest installed PostgreSQL; null without one. */
export function findPostgresBinaries(): string | null {
  if (!existsSync(VERSIONS)) return null
  const folders = readdirSync(VERSIONS)
    .sort((one, other) => major(other) - major(one))
    .map((version) => join(VERSIONS, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}
