import { createElement, useEffect, useId, useState } from 'react'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { CopyButton } from '#src/ui/parts/copy-button.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'
import { defineWidget, WIDGET_NAME } from '#src/widget/define-widget.ts'

const { title } = SCREENS.widget

const INTRO =
  'Muestre en su sitio el precio del dólar, con 15 minutos de retraso. Elija el mercado y el tema, y copie las líneas en su página.'

const NO_WIDGET = 'La vista previa necesita el servidor del portal: esta demostración no lo tiene.'

const MARKET_CHOICES = [
  ['spot', 'Spot'],
  ['nextday', 'Next day'],
] as const

const THEME_CHOICES = [
  ['auto', 'Del dispositivo'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const

/** The lines that a page of another site needs. */
const toLines = (origin: string, market: string, theme: string): string =>
  [
    `<script async src="${origin}/widget.js"></script>`,
    `<mercado-dolar market="${market}" theme="${theme}"></mercado-dolar>`,
  ].join('\n')

function Lines({ text }: { readonly text: string }) {
  const id = useId()
  return (
    <Region aria-labelledby={id}>
      <PanelHead title="Líneas para copiar" titleId={id} />
      <textarea
        className="w-full resize-none rounded-sm border border-line-strong bg-sunken p-3 text-xs text-ink"
        aria-labelledby={id}
        rows={4}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={text} />
    </Region>
  )
}

/** The price for pages of other sites: a preview, its choices and the lines to copy. */
export function Widget() {
  const [market, setMarket] = useState('spot')
  const [theme, setTheme] = useState('auto')
  const origin = useHydrated() ? location.origin : ''
  const { hasServer } = useConfig()
  useEffect(() => (hasServer ? defineWidget(location.origin) : undefined), [hasServer])
  return (
    <Main title={title}>
      <ScreenHead title={title} intro={INTRO} className="pt-8 pb-5">
        <SimulatedMark kind="market" className="justify-self-start" />
      </ScreenHead>
      <div className="grid gap-x-grid gap-y-8 md:grid-cols-2">
        <Region aria-label="Vista previa">
          <PanelHead title="Vista previa" />
          <div className="min-h-50">
            {hasServer ? createElement(WIDGET_NAME, { market, theme }) : <p className="text-muted">{NO_WIDGET}</p>}
          </div>
        </Region>
        <div className="grid content-start gap-y-5">
          <SegmentsField label="Mercado" choices={MARKET_CHOICES} value={market} onChange={setMarket} />
          <SegmentsField label="Tema del widget" choices={THEME_CHOICES} value={theme} onChange={setTheme} />
          {hasServer && <Lines text={toLines(origin, market, theme)} />}
        </div>
      </div>
    </Main>
  )
}
