import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Free space that a test run may need, in bytes. */
const RUN_BYTES = 2_000_000_000

/**
 * Returns the parent of the run's folder: /dev/shm, which is in memory, if it has enough space,
 * else the temporary folder. Each commit of SQLite is slow on a disk.
 */
function chooseParent() {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > RUN_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Creates the folder that all test files of a run share. The caller removes it after the run. */
export const createRunFolder = () => mkdtempSync(join(chooseParent(), 'mercado-dolar-run-'))
