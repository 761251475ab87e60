import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'
import { FileField, type FileState } from '#src/ui/parts/file-field.tsx'
import { getButton, press, renderPart } from '#tests/ui/parts/parts.tsx'

const MESSAGES = {
  'no-file': 'Por favor, seleccione un archivo antes de cargar.',
  extension: 'Por favor, seleccione un archivo con una extensión y tamaño válidos.',
  empty: 'El archivo está vacío.',
  'too-large': 'El archivo excede el tamaño máximo permitido de 500 KB.',
}

function openField(state: FileState, error: string | null = null) {
  const [onChoose, onRemove, onRetry] = [vi.fn<(file: File) => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  const renderField = (next: FileState) => (
    <FileField
      label="Contrato"
      state={next}
      extensions={['pdf', 'docx']}
      messages={MESSAGES}
      error={error}
      hint="PDF o DOCX, máximo 500 KB."
      onChoose={onChoose}
      onRemove={onRemove}
      onRetry={onRetry}
    />
  )
  const { rerender } = renderPart(renderField(state))
  return { onChoose, onRemove, onRetry, showState: (next: FileState) => rerender(renderField(next)) }
}

const MISSING: FileState = { kind: 'missing' }
const getInput = () => screen.getByLabelText<HTMLInputElement>('Contrato', { selector: 'input' })
const readState = () => screen.getByRole('status').textContent
const createFile = (name: string, size: number) => new File([new Uint8Array(size)], name)
const chooseFile = (file: File) => fireEvent.change(getInput(), { target: { files: [file] } })

test('a file field without a file shows Falta, and its native input has name, types and hint', () => {
  openField(MISSING)
  expect(readState()).toBe('Falta')
  expect(getInput().accept).toBe('.pdf,.docx')
  const descriptions = getInput().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Falta',
    'PDF o DOCX, máximo 500 KB.',
  ])
})

test('the file field accepts a valid file', () => {
  const { onChoose } = openField(MISSING)
  const file = createFile('contrato.PDF', MAX_ATTACHMENT_BYTES)
  chooseFile(file)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(file)
  expect(getInput().hasAttribute('aria-invalid')).toBe(false)
})

test.each([
  ['contrato.zip', 10, MESSAGES.extension],
  ['contrato.pdf', 0, MESSAGES.empty],
  ['contrato.pdf', MAX_ATTACHMENT_BYTES + 1, MESSAGES['too-large']],
])('the file field refuses %s of %i bytes and shows a message until a valid file is chosen', (name, size, message) => {
  const { onChoose } = openField(MISSING)
  chooseFile(createFile(name, size))
  expect(onChoose).not.toHaveBeenCalled()
  expect(readState()).toBe(message)
  expect(getInput().getAttribute('aria-invalid')).toBe('true')
  chooseFile(createFile('contrato.pdf', 1))
  expect(onChoose).toHaveBeenCalledOnce()
  expect(readState()).toBe('Falta')
})

test('a dropped file is checked like a chosen file', () => {
  const { onChoose } = openField(MISSING)
  const row = screen.getByRole('group', { name: 'Contrato' })
  fireEvent.drop(row, { dataTransfer: { files: [createFile('contrato.zip', 1)] } })
  expect(readState()).toBe(MESSAGES.extension)
  fireEvent.drop(row, { dataTransfer: { files: [createFile('contrato.pdf', 1)] } })
  expect(onChoose).toHaveBeenCalledOnce()
})

test('a chosen file shows name and size, and its removal focuses the input', async () => {
  const { onRemove } = openField({ kind: 'chosen', name: 'contrato.pdf', size: 318 * 1024 })
  expect(readState()).toBe('contrato.pdf, 318 KB')
  await press('Quitar Contrato')
  expect(onRemove).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(getInput())
})

test('a file shows its progress and no action while it is uploaded', () => {
  openField({ kind: 'uploading', name: 'contrato.pdf', percent: 72 })
  const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Cargando Contrato' })
  expect([progress.value, progress.max]).toEqual([72, 100])
  expect(screen.getByText('72%')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a failed upload shows its reason and can be repeated', async () => {
  const { onRetry, showState } = openField({ kind: 'failed', name: 'contrato.pdf', error: 'El cargue falló.' })
  expect(readState()).toBe('El cargue falló.')
  await press('Reintentar')
  expect(onRetry).toHaveBeenCalledOnce()
  showState({ kind: 'uploaded', name: 'contrato.pdf' })
  expect(readState()).toBe('contrato.pdf, cargado')
  expect(getButton('Quitar Contrato')).toBeTruthy()
})

test('the file field shows the error of a form without a file', () => {
  openField(MISSING, MESSAGES['no-file'])
  expect(readState()).toBe(MESSAGES['no-file'])
})
