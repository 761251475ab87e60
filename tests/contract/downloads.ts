import { expect, test } from 'vitest'

import type { Downloads, TextFile } from '#src/application/platform/ports.ts'

export interface DownloadsUnderTest {
  readonly downloads: Downloads
  /** Returns the saved files. */
  readonly files: () => Promise<readonly TextFile[]>
  /** Makes every later save fail. */
  readonly refuse: () => void
}

const FILE: TextFile = { name: 'estadisticas.csv', type: 'text/csv;charset=utf-8', text: '\uFEFFMínimo;ñ 😀\r\n' }

/** Tests of every downloads port. */
export function downloadsContract(name: string, create: () => DownloadsUnderTest): void {
  test(`${name}: save writes each file unchanged`, async () => {
    const { downloads, files } = create()
    const second = { ...FILE, name: 'otra.csv', text: '' }
    expect([downloads.save(FILE), downloads.save(second)]).toEqual([true, true])
    expect(await files()).toEqual([FILE, second])
  })

  test(`${name}: save returns false when it fails`, async () => {
    const { downloads, files, refuse } = create()
    refuse()
    expect(downloads.save(FILE)).toBe(false)
    expect(await files()).toEqual([])
  })
}
