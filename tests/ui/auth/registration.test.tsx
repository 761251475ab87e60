import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RegistrationGateway } from '#src/application/identity/ports.ts'

import { err } from '#src/domain/result.ts'
import { createClient } from '#tests/support/client.ts'
import {
  findField,
  findResult,
  getButton,
  openAuthPortal,
  passHumanCheck,
  press,
  readDescription,
} from '#tests/ui/auth/auth-portal.tsx'

const FIELDS: readonly (readonly [label: string, text: string])[] = [
  ['Nombres', 'María Fernanda'],
  ['Apellidos', 'Ordóñez Peña'],
  ['Número de identificación', '52841907'],
  ['Empresa', 'Comercializadora Ñandú'],
  ['Ciudad', 'Medellín'],
  ['Correo electrónico', 'mordonez@nandu.example'],
  ['Teléfono', '3005550187'],
]

async function typeAndBlur(label: string, text: string): Promise<void> {
  const control = await findField(label)
  await act(async () => {
    fireEvent.change(control, { target: { value: text } })
    fireEvent.blur(control)
  })
}

const choose = async (name: string, role = 'radio') => {
  await act(async () => fireEvent.click(screen.getByRole(role, { name })))
}

async function fillForm(): Promise<void> {
  for (const [label, text] of FIELDS) await typeAndBlur(label, text)
  await choose('Natural')
  await choose('Analytics')
  await choose('Acepto los términos y condiciones', 'checkbox')
  await choose('Autorizo el tratamiento de mis datos personales', 'checkbox')
  const identificationType = await screen.findByRole('button', { name: 'Tipo de identificación' })
  await act(async () => fireEvent.click(identificationType))
  const nit = await screen.findByRole('option', { name: 'Nit (N)' })
  await act(async () => fireEvent.click(nit))
  const country = await screen.findByRole('combobox', { name: 'País' })
  expect(country.getAttribute('placeholder')).toBe('Elija un país')
  await act(async () => fireEvent.focus(country))
  await act(async () => fireEvent.change(country, { target: { value: 'peru' } }))
  await act(async () => fireEvent.mouseDown(screen.getByRole('option', { name: 'Perú' })))
}

test('the registration has its exact labels and opens the terms in a new tab', async () => {
  await openAuthPortal({ path: '/auth/registro/' })
  for (const [label] of FIELDS) expect(await findField(label)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Tipo de identificación' })).toBeTruthy()
  expect(await screen.findByRole('combobox', { name: 'País' })).toBeTruthy()
  expect(within(screen.getByRole('radiogroup', { name: 'Tipo de persona' })).getAllByRole('radio')).toHaveLength(2)
  expect(within(screen.getByRole('radiogroup', { name: 'Producto' })).getAllByRole('radio')).toHaveLength(3)
  const terms = within(screen.getByRole('main')).getByRole('link', { name: 'términos y condiciones' })
  expect([terms.getAttribute('href'), terms.getAttribute('target'), terms.getAttribute('rel')]).toEqual([
    'https://legal.example/terminos',
    '_blank',
    'noopener',
  ])
  expect(readDescription(await findField('Empresa'))).toBe('Entre 3 y 25 caracteres')
})

test('an empty registration shows every required error and focuses the first field', async () => {
  const { identity } = await openAuthPortal({ path: '/auth/registro/' })
  await passHumanCheck()
  await press('Registrarme')
  expect(await screen.findAllByText('El campo es requerido')).toHaveLength(13)
  expect(document.activeElement).toBe(await findField('Nombres'))
  expect(readDescription(await findField('Nombres'))).toBe('El campo es requerido')
  expect(readDescription(await screen.findByRole('combobox', { name: 'País' }))).toBe('El campo es requerido')
  expect(readDescription(screen.getByRole('button', { name: 'Tipo de identificación' }))).toContain(
    'El campo es requerido',
  )
  expect(screen.getByRole('radiogroup', { name: 'Producto' }).getAttribute('aria-invalid')).toBe('true')
  expect(identity.registrations.receivedRecords()).toEqual([])
})

test('a group of radio buttons that the user passes without a choice shows its required error', async () => {
  await openAuthPortal({ path: '/auth/registro/' })
  await findField('Nombres')
  for (const name of ['Natural', 'Analytics']) {
    await act(async () => fireEvent.blur(screen.getByRole('radio', { name })))
    const group = screen.getByRole('radiogroup', { name: name === 'Natural' ? 'Tipo de persona' : 'Producto' })
    expect(group.getAttribute('aria-invalid')).toBe('true')
  }
  await passHumanCheck()
  await press('Registrarme')
  expect(await screen.findAllByText('El campo es requerido')).toHaveLength(13)
  expect(document.activeElement).toBe(await findField('Nombres'))
})

test('a field shows its error on blur and then with each change', async () => {
  await openAuthPortal({ path: '/auth/registro/' })
  const city = await findField('Ciudad')
  await act(async () => fireEvent.change(city, { target: { value: 'Bog' } }))
  expect(city.getAttribute('aria-invalid')).toBeNull()
  await act(async () => fireEvent.blur(city))
  expect(readDescription(city)).toBe('Entre 4 y 25 caracteres')
  await act(async () => fireEvent.change(city, { target: { value: 'Bogotá' } }))
  expect(city.getAttribute('aria-invalid')).toBeNull()
})

test('a registration sends the normalized form and focuses the confirmation', async () => {
  const { identity } = await openAuthPortal({ path: '/auth/registro/' })
  await findField('Nombres')
  await fillForm()
  await typeAndBlur('Nombres', '  María Fernanda ')
  await passHumanCheck()
  await press('Registrarme')
  const thanks = await screen.findByText('¡Gracias! Hemos recibido sus datos')
  expect((await findResult()).contains(thanks)).toBe(true)
  expect(identity.registrations.receivedRecords()).toMatchObject([
    {
      firstName: 'María Fernanda',
      lastName: 'Ordóñez Peña',
      identification: 'N',
      legalPerson: 'natural',
      country: 'Perú',
      product: 'analytics',
      telephone: '3005550187',
    },
  ])
})

test('a failed registration shows the reason, does not clear the form and can be sent again', async () => {
  const { registrations, humanCheck } = createClient().identity
  let isFailing = true
  const register: RegistrationGateway['register'] = async (...args) =>
    isFailing
      ? err({ kind: 'rejected', status: 409, message: 'El servicio no está disponible.' })
      : registrations.register(...args)
  await openAuthPortal({
    path: '/auth/registro/',
    identity: { humanCheck, registrations: { ...registrations, register } },
  })
  await findField('Nombres')
  await fillForm()
  await passHumanCheck()
  await press('Registrarme')
  const alert = await findResult()
  expect(alert.textContent).toContain('No pudimos enviar sus datos. Lo que escribió sigue aquí.')
  expect(alert.textContent).toContain('El servicio no está disponible.')
  for (const [label, text] of FIELDS) expect((await findField(label)).value).toBe(text)
  expect(getButton('Registrarme').disabled).toBe(true)
  isFailing = false
  await passHumanCheck()
  await press('Registrarme')
  expect(await screen.findByText('¡Gracias! Hemos recibido sus datos')).toBeTruthy()
})
