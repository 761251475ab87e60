import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { SCREENS } from '#src/application/navigation/screens.ts'
import { CONFIG, openPortal } from '#tests/ui/portal.tsx'

const getMain = () => within(screen.getByRole('main'))

// §2.2: "Footer: privacy policy and data-treatment link, site map, contact details, copyright."
test.each([
  ['exchange', 'exchange'],
  ['contact', 'contact'],
  ['privacy', 'privacy'],
  ['dataTreatment', 'dataTreatment'],
  ['termsOfUse', 'terms'],
] as const)('the demo page %s is marked as a sample', async (name, link) => {
  const { path, title } = SCREENS[name]
  await openPortal({ path, config: { links: { ...CONFIG.links, [link]: path } } })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(document.title).toBe(`${title} | Mercado Dólar`)
  expect(getMain().getByText('Texto de ejemplo')).toBeTruthy()
  expect(getMain().getByText(/No tiene efectos legales/)).toBeTruthy()
  expect(getMain().getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(2)
  expect(getMain().getByRole('link', { name: 'servicio@mercadodolar.example' })).toBeTruthy()
})

test('a page that the operator publishes elsewhere has no sample text, but a link to it', async () => {
  await openPortal({ path: '/legal/terminos/' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Términos de uso' })).toBeTruthy()
  expect(getMain().queryByText('Texto de ejemplo')).toBeNull()
  const link = getMain().getByRole('link', { name: 'https://legal.example/terminos' })
  expect(link.getAttribute('href')).toBe('https://legal.example/terminos')
})

test('a page that the operator does not publish says so', async () => {
  await openPortal({ path: '/legal/privacidad/', config: { links: { ...CONFIG.links, privacy: null } } })
  expect(await screen.findByText('El operador de este portal aún no ha publicado este texto.')).toBeTruthy()
  expect(getMain().queryByText('Texto de ejemplo')).toBeNull()
})

test.each([
  [{ contactMail: null }, '(601) 555 01 40'],
  [{ contactMail: null, phone: null, contact: '/contacto/' }, 'nuestra página de contacto'],
  [{ contactMail: null, phone: null, contact: null }, 'nuestro servicio al cliente'],
])('without %j a question is sent to %s', async (changes, contact) => {
  await openPortal({ path: '/legal/datos/', config: { links: { ...CONFIG.links, ...changes } } })
  expect((await screen.findByText(/Preguntas:/)).textContent).toBe(`Preguntas: ${contact}.`)
})
