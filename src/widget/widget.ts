import { defineWidget } from '#src/widget/define-widget.ts'

/** The origin of this script is that of the portal. */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''

if (source !== '') defineWidget(new URL(source).origin)
