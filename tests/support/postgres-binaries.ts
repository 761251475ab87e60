import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder in which Debian installs each version of PostgreSQL. */
const VERSIONS_FOLDER = '/usr/lib/postgresql'

const toMajor = (version: string) => Number.parseInt(version, 10)

/**
 * Returns the folder of `initdb` and `pg_ctl` of the newest PostgreSQL; null without PostgreSQL.
 */
export function findPostgresBinaries(): string | null {
  if (!existsSync(VERSIONS_FOLDER)) return null
  const folders = readdirSync(VERSIONS_FOLDER)
    .sort((one, other) => toMajor(other) - toMajor(one))
    .map((version) => join(VERSIONS_FOLDER, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}
