import { createHttpPorts, loadConfiguration } from '@mercado-dolar/core/adapters/http'
import { createHeadlessPorts } from '@mercado-dolar/core/adapters/system'
import {
  comparisonText,
  createMarketArea,
  DELAY_NOTE,
  failureMessage,
  startProblems,
  toHeadline,
} from '@mercado-dolar/core/application'
import { formatPrice } from '@mercado-dolar/core/domain'

const show = (id: string, text: string) => {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

const platform = createHeadlessPorts()
const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)
const configuration = await loadConfiguration({ fetch })

if (configuration.ok) {
  const ports = { ...platform, ...createHttpPorts(configuration.value, { ...platform, fetch }) }
  const home = createMarketArea(ports).createHome()
  show('note', DELAY_NOTE)
  home.subscribe(({ close, closeDayPrices }) => {
    if (close.value === null) return show('price', close.failures > 0 ? failureMessage(close.failure) : 'Cargando…')
    const { price, comparisons } = toHeadline(close.value.value, closeDayPrices.value?.value ?? null)
    show('price', `$ ${formatPrice(price)}`)
    show('change', comparisons.map(comparisonText).join(' · '))
  })
} else {
  show('price', startProblems(configuration.error).join(' '))
}
