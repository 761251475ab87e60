import { expect, test } from 'vitest'

import type { NewsGateway } from '#src/application/market/ports.ts'

/** Tests of every news gateway. */
export function newsGatewayContract(name: string, create: () => Promise<NewsGateway>): void {
  test(`${name}: latest returns news, newest first, with unique ids and non-empty headlines`, async () => {
    const result = await (await create()).latest()
    const items = result.ok ? result.value : []
    expect(items.length).toBeGreaterThan(1)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.every(({ headline }) => headline.trim() !== '')).toBe(true)
    const times = items.flatMap(({ time }) => (time === null ? [] : [time]))
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  test(`${name}: links of news are http(s) URLs or null`, async () => {
    const result = await (await create()).latest()
    const links = result.ok ? result.value.map(({ link }) => link) : ['failed']
    expect(links.every((link) => link === null || /^https?:\/\//.test(link))).toBe(true)
  })

  test(`${name}: a second load has items with the ids of the first load`, async () => {
    const news = await create()
    const loadIds = async () => {
      const result = await news.latest()
      return result.ok ? result.value.map(({ id }) => id) : []
    }
    const firstIds = new Set(await loadIds())
    const repeatedIds = (await loadIds()).filter((id) => firstIds.has(id))
    expect(repeatedIds.length).toBeGreaterThan(0)
  })

  test(`${name}: an aborted load of news returns unreachable`, async () => {
    const controller = new AbortController()
    controller.abort()
    const result = await (await create()).latest(controller.signal)
    expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  })
}
