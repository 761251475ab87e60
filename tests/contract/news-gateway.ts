import { expect, test } from 'vitest'

import type { NewsGateway } from '#src/application/market/news-gateway.ts'

/** What any gateway to news does, whatever it is made of. */
export function newsGatewayContract(name: string, create: () => Promise<NewsGateway>): void {
  test(`${name}: news come newest first, each with its own id and a headline`, async () => {
    const answer = await (await create()).latest()
    const items = answer.ok ? answer.value : []
    expect(items.length).toBeGreaterThan(1)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.every(({ headline }) => headline.trim() !== '')).toBe(true)
    const times = items.flatMap(({ time }) => (time === null ? [] : [time]))
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  test(`${name}: links of news lead to the web or nowhere`, async () => {
    const answer = await (await create()).latest()
    const links = answer.ok ? answer.value.map(({ link }) => link) : ['no answer']
    expect(links.every((link) => link === null || /^https?:\/\//.test(link))).toBe(true)
  })

  test(`${name}: news keep their ids from call to call`, async () => {
    const news = await create()
    const idsOf = async () => {
      const answer = await news.latest()
      return answer.ok ? answer.value.map(({ id }) => id) : []
    }
    const first = new Set(await idsOf())
    const kept = (await idsOf()).filter((id) => first.has(id))
    expect(kept.length).toBeGreaterThan(0)
  })

  test(`${name}: a call for news that is given up is unreachable`, async () => {
    const controller = new AbortController()
    controller.abort()
    const answer = await (await create()).latest(controller.signal)
    expect(answer).toEqual({ ok: false, error: { kind: 'unreachable' } })
  })
}
