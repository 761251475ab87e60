import { isDeepStrictEqual } from 'node:util'

import {
  BACKUP_FORMAT,
  describePart,
  MANIFEST_PATH,
  type Manifest,
  manifestSchema,
  type PartRecord,
  readArchive,
  versionSchema,
} from '#server/backup/archive.ts'
import { isFileError } from '#server/backup/file-errors.ts'
import { errorDetail } from '#server/database/errors.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Why an archive is refused. */
export type ArchiveFailure =
  | { readonly kind: 'unreadable'; readonly file: string; readonly detail: string }
  | { readonly kind: 'damaged-archive'; readonly file: string }
  | { readonly kind: 'newer-format'; readonly file: string }

interface Contents {
  readonly parts: readonly PartRecord[]
  readonly manifest: unknown
}

/** Hashes all parts. Returns null unless the manifest is the last part. */
async function readContents(file: string): Promise<Contents | null> {
  const parts: PartRecord[] = []
  let manifest: unknown = null
  for await (const { path, content } of readArchive(file)) {
    if (manifest !== null) return null
    if (path === MANIFEST_PATH) manifest = JSON.parse(content.toString('utf8'))
    else parts.push(describePart(path, content))
  }
  return manifest === null ? null : { parts, manifest }
}

/** Reads an archive to its end and compares each part with the manifest. */
export async function verifyArchive(file: string): Promise<Result<Manifest, ArchiveFailure>> {
  const damagedArchive = err({ kind: 'damaged-archive', file } as const)
  try {
    const contents = await readContents(file)
    if (contents === null) return damagedArchive
    const version = versionSchema.safeParse(contents.manifest)
    if (version.success && version.data.format > BACKUP_FORMAT) return err({ kind: 'newer-format', file })
    const manifest = manifestSchema.safeParse(contents.manifest)
    return manifest.success && isDeepStrictEqual(manifest.data.parts, contents.parts)
      ? ok(manifest.data)
      : damagedArchive
  } catch (error) {
    return isFileError(error) ? err({ kind: 'unreadable', file, detail: errorDetail(error) }) : damagedArchive
  }
}
