import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { Chip } from '#src/ui/parts/chip.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'
import { Menu } from '#src/ui/parts/menu.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { Timeline } from '#src/ui/parts/timeline.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'
import { getButton, pressKey, renderPart, stubResizeObserver } from '#tests/ui/parts/parts.tsx'

stubResizeObserver()

test('a chip has its word as text and hides its disc from screen readers', () => {
  const { container } = renderPart(
    <Chip tone="warning" disc="half">
      Tránsito
    </Chip>,
  )
  expect(container.textContent).toBe('Tránsito')
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a timeline is an ordered list with times, the current step and the reason of a refusal', () => {
  renderPart(
    <Timeline
      name="Seguimiento"
      steps={[
        {
          id: '1',
          title: 'Creada',
          state: 'done',
          disc: 'full',
          time: { text: '2026-11-18, 09:12:40', iso: '2026-11-18T09:12:40-05:00' },
          detail: 'Por Paula Ibáñez.',
        },
        { id: '2', title: 'Documentos', state: 'current', disc: 'quarter' },
        { id: '3', title: 'Rechazada', state: 'bad', disc: 'cross', reason: 'La carta no está firmada.' },
        { id: '4', title: 'Aprobada', state: 'pending', disc: 'empty' },
      ]}
    />,
  )
  const list = screen.getByRole('list', { name: 'Seguimiento' })
  expect(list.tagName).toBe('OL')
  const steps = within(list).getAllByRole('listitem')
  expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
    'Creada',
    'Documentos',
    'Rechazada',
    'Aprobada',
  ])
  expect(screen.getByText('2026-11-18, 09:12:40').getAttribute('datetime')).toBe('2026-11-18T09:12:40-05:00')
  expect(steps[1]?.getAttribute('aria-current')).toBe('step')
  expect(steps[2]?.textContent).toContain('MotivoLa carta no está firmada.')
  expect(steps[3]?.textContent).toBe('AprobadaPendiente')
})

test('Enter and the down arrow open a menu, and Esc closes it and restores the focus', async () => {
  const onChoose = vi.fn<() => void>()
  renderPart(
    <Menu
      name="Paula Ibáñez"
      button="PA"
      heading="Paula Ibáñez Cárdenas"
      actions={[{ id: 'exit', text: 'Cerrar Sesión', onChoose }]}
    />,
  )
  getButton('Paula Ibáñez').focus()
  await pressKey('Enter')
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cerrar Sesión'])
  await pressKey('Escape')
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(getButton('Paula Ibáñez'))
  await pressKey('ArrowDown')
  const item = await screen.findByRole('menuitem', { name: 'Cerrar Sesión' })
  await act(async () => fireEvent.click(item))
  expect(onChoose).toHaveBeenCalledOnce()
})

const readDescription = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

test('a form field connects its control with the label and with the hint or the error', () => {
  const renderField = (error: string | null) => (
    <FormField label="Documento" hint="Sin puntos" error={error}>
      {(control) => <input {...control} name="documento" />}
    </FormField>
  )
  const { rerender } = renderPart(renderField(null))
  const input = screen.getByLabelText('Documento')
  expect([readDescription(input), input.getAttribute('aria-invalid')]).toEqual(['Sin puntos', null])
  rerender(renderField('El campo es requerido'))
  expect([readDescription(input), input.getAttribute('aria-invalid')]).toEqual(['El campo es requerido', 'true'])
})

interface Values {
  name: string
  email: string
}

function UserForm({ onSubmit }: { readonly onSubmit: (values: Values) => void }) {
  const findErrors = ({ name }: Values) =>
    name === '' ? [{ field: 'name' as const, code: 'empty', message: 'El campo es requerido' }] : []
  const form = useValidatedForm<Values>({ findErrors }, { name: '', email: '' })
  const { field } = form
  return (
    <form onSubmit={form.onSubmit(onSubmit)} aria-label="Usuario">
      <TextField label="Nombre" {...field('name')} />
      <TextField label="Correo electrónico" {...field('email')} />
      <button type="submit">Guardar</button>
    </form>
  )
}

test('a react-hook-form field is validated on blur, then at each change, and on submit', async () => {
  const onSubmit = vi.fn<(values: Values) => void>()
  renderPart(<UserForm onSubmit={(values) => onSubmit(values)} />)
  const name = screen.getByLabelText('Nombre')
  const readInvalid = () => name.getAttribute('aria-invalid')
  await act(async () => fireEvent.change(name, { target: { value: '' } }))
  expect(readInvalid()).toBeNull()
  await act(async () => fireEvent.blur(name))
  expect([readInvalid(), readDescription(name)]).toEqual(['true', 'El campo es requerido'])
  await act(async () => fireEvent.change(name, { target: { value: 'Ana' } }))
  expect(readInvalid()).toBeNull()
  await act(async () => fireEvent.change(name, { target: { value: '' } }))
  await act(async () => fireEvent.submit(screen.getByRole('form')))
  expect(readInvalid()).toBe('true')
  expect(document.activeElement).toBe(name)
  expect(onSubmit).not.toHaveBeenCalled()
  await act(async () => fireEvent.change(name, { target: { value: 'Ana' } }))
  await act(async () => fireEvent.submit(screen.getByRole('form')))
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Ana', email: '' })
})
