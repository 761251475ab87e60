import { expect, test } from 'vitest'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import type { ReviewItem } from '#src/domain/imc/reviews/review.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, openBrowser } from '#tests/contract/imc-under-test.ts'

/** Tests of every gateway of the yearly review (D110). `month` is that of the service's clock. */
export function reviewsGatewayContract(name: string, create: CreateImc): void {
  async function open() {
    const service = await create()
    const [browser, reader] = [await openBrowser(service), await openBrowser(service, 'operador')]
    const turnOn = async () => {
      // One of the two services runs on the real clock: the month that is now opens the review.
      for (const month of [11, Number(toDate(Date.now()).slice(5, 7))]) {
        const { version } = getValue(await browser.governance.read())
        const rules = { ...NO_GOVERNANCE, yearlyReview: true, reviewMonth: month }
        getValue(await browser.governance.save(rules, version))
        if (getValue(await browser.reviews.read()).isOpen) return
      }
    }
    const find = async (screen: string): Promise<ReviewItem> => {
      const item = getValue(await reader.reviews.read()).items.find(
        (one) => one.number === '004512' && one.screen === screen,
      )
      if (!item) throw new Error(`${screen} is not reviewed`)
      return item
    }
    return { service, browser, reader, turnOn, find }
  }

  test(`${name}: the review lists the assigned screens while the entity has turned it on (D110)`, async () => {
    const { browser, reader, turnOn, find } = await open()
    expect(getValue(await reader.reviews.read())).toEqual({ period: null, isOpen: false, items: [] })
    await turnOn()
    const { items, isOpen } = getValue(await reader.reviews.read())
    const rows = [...getValue(await browser.screens.list('004512')), ...getValue(await browser.screens.list('004538'))]
    const more = getValue(await browser.screens.list('004560'))
    expect(isOpen).toBe(true)
    expect(items).toHaveLength([...rows, ...more].filter(({ status }) => status === 'assigned').length)
    expect(await find('P-01')).toMatchObject({
      ...{ fullName: 'Paula Ibáñez Cárdenas', code: 'USD-PRO-10', monthlyCost: 184_250 },
      ...{ lastUse: '2026-11-12', isUseReported: true, answer: null, answeredAt: null, answeredBy: '' },
    })
  })

  test(`${name}: a kept screen has who and when, and can be taken back; a usuario decides nothing (D110)`, async () => {
    const { browser, reader, turnOn, find } = await open()
    await turnOn()
    const item = await find('P-01')
    expect(await reader.reviews.answer({ item, answer: 'keep' })).toMatchObject(rejection(403))
    getValue(await browser.reviews.answer({ item, answer: 'keep' }))
    getValue(await browser.reviews.answer({ item, answer: 'keep' }))
    expect(await find('P-01')).toMatchObject({ answer: 'keep', answeredBy: 'Paula Ibáñez Cárdenas' })
    getValue(await browser.reviews.answer({ item, answer: null }))
    expect(await find('P-01')).toMatchObject({ answer: null, answeredAt: null })
  })

  test(`${name}: a release is requested once and cannot be taken back; refused, it is open again (D110)`, async () => {
    const { service, browser, turnOn, find } = await open()
    await turnOn()
    const item = await find('P-02')
    const before = getValue(await browser.requests.list()).length
    getValue(await browser.reviews.answer({ item, answer: 'release' }))
    getValue(await browser.reviews.answer({ item, answer: 'release' }))
    const requests = getValue(await browser.requests.list())
    expect(requests).toHaveLength(before + 1)
    expect(requests[0]).toMatchObject({ kind: 'release' })
    expect(await find('P-02')).toMatchObject({ answer: 'release' })
    expect(await browser.reviews.answer({ item, answer: null })).toMatchObject(rejection(409))
    await service.settle(requests[0]?.id ?? '', 'refused', 'No procede.')
    expect(await find('P-02')).toMatchObject({ answer: null })
    getValue(await browser.reviews.answer({ item, answer: 'release' }))
    await service.settle(getValue(await browser.requests.list())[0]?.id ?? '', 'approved')
    expect(await find('P-02')).toMatchObject({ answer: 'release', fullName: 'Beatriz Londoño Ruiz' })
  })

  test(`${name}: a closed review takes no decision (D110)`, async () => {
    const { browser, turnOn, find } = await open()
    await turnOn()
    const item = await find('P-01')
    const { version } = getValue(await browser.governance.read())
    getValue(await browser.governance.save(NO_GOVERNANCE, version))
    expect(await browser.reviews.answer({ item, answer: 'keep' })).toMatchObject(rejection(409))
  })
}
