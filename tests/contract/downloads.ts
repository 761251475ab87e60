import { expect, test } from 'vitest'

import type { Downloads, TextFile } from '#src/application/platform/downloads.ts'

export interface DownloadsUnderTest {
  readonly downloads: Downloads
  /** What was handed over. */
  readonly files: () => Promise<readonly TextFile[]>
  /** From now on there is no way to hand anything over. */
  readonly refuse: () => void
}

const FILE: TextFile = { name: 'estadisticas.csv', type: 'text/csv;charset=utf-8', text: '\uFEFFMínimo;ñ 😀\r\n' }

/** What any way to hand files over does. */
export function downloadsContract(name: string, create: () => DownloadsUnderTest): void {
  test(`${name}: files are handed over one by one, as they are`, async () => {
    const { downloads, files } = create()
    const second = { ...FILE, name: 'otra.csv', text: '' }
    expect([downloads.save(FILE), downloads.save(second)]).toEqual([true, true])
    expect(await files()).toEqual([FILE, second])
  })

  test(`${name}: a file that cannot be handed over says so`, async () => {
    const { downloads, files, refuse } = create()
    refuse()
    expect(downloads.save(FILE)).toBe(false)
    expect(await files()).toEqual([])
  })
}
