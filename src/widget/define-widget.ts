import { createElement } from '#src/widget/element.ts'

export const WIDGET_NAME = 'mercado-dolar'

/** Defines the element once; `origin` is that of the portal. */
export function defineWidget(origin: string): void {
  if (!customElements.get(WIDGET_NAME)) customElements.define(WIDGET_NAME, createElement(origin))
}
