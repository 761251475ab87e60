import { createElement } from '#src/widget/element.ts'

const NAME = 'mercado-dolar'

/** The origin of this script is that of the portal. */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''

// A page may load the script twice.
if (source !== '' && !customElements.get(NAME)) customElements.define(NAME, createElement(new URL(source).origin))
