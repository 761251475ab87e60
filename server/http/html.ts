import { createHash } from 'node:crypto'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for the content and the quoted attributes of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** The base style of the pages of this server that are not part of the portal. */
export const BASE_STYLE = `
:root{color-scheme:light dark;--surface:#fbfbfa;--raised:#fff;--line:#d6dddf;--strong:#7b8a91;--rule:#10181c;--ink:#10181c;--soft:#33434b;--muted:#55646c;--accent:#1a3ac2;--on:#fff;--danger:#a5182a;--dangersoft:#fbe9ea;--warning:#7d4a00;--warnsoft:#fbefd9;--warnline:#c98a1b;--ok:#0a6c40;--oksoft:#e2f2e9}
@media (prefers-color-scheme:dark){:root{--surface:#0d1316;--raised:#151d21;--line:#2a363c;--strong:#6d7e87;--rule:#cdd7db;--ink:#edf2f4;--soft:#c5d0d5;--muted:#9babb2;--accent:#90a9ff;--on:#0a1233;--danger:#ff8a90;--dangersoft:#3b171c;--warning:#f2bd5c;--warnsoft:#33260f;--warnline:#a9781f;--ok:#55cb8f;--oksoft:#12301f}}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--ink);font:400 15px/24px "Archivo Variable",Arial,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:26px;line-height:32px;margin:0 0 12px}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

/** Returns the content security policy of a page with this style and no other resource. */
export const toPlainPagePolicy = (style: string, formAction: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';')

/** Renders a page. `body` is HTML; `title` is plain text. */
export const renderPlainPage = (title: string, style: string, body: string): string =>
  '<!doctype html><html lang="es-CO"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>${escapeMarkup(title)}</title><style>${style}</style></head><body>${body}</body></html>`
