/** The colours of the portal (`src/ui/styles/tokens.css`), which a page of another site does not have. */
const LIGHT =
  '--ink:#10181c;--muted:#55646c;--raised:#ffffff;--rule:#10181c;--up:#0a6c40;--down:#b0202e;--warning:#7d4a00;--accent:#1a3ac2;color-scheme:light'
const DARK =
  '--ink:#edf2f4;--muted:#9babb2;--raised:#151d21;--rule:#cdd7db;--up:#55cb8f;--down:#ff8f8b;--warning:#f2bd5c;--accent:#90a9ff;color-scheme:dark'

export const STYLES = `
:host{display:block;max-width:22rem;${LIGHT}}
:host([hidden]){display:none}
:host([theme=dark]){${DARK}}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){${DARK}}}
section{box-sizing:border-box;padding:.75rem 1rem;border-top:2px solid var(--rule);background:var(--raised);color:var(--ink);font:400 .875rem/1.4 Archivo,Arial,sans-serif;font-variant-numeric:tabular-nums}
h2,p{margin:0}
h2{font-size:.875rem;font-weight:600}
.price{font-size:1.75rem;font-weight:600;line-height:1.2}
.change:empty{display:none}
.change[data-direction=up]{color:var(--up)}
.change[data-direction=down]{color:var(--down)}
.state{margin-top:.5rem}
.state[data-warning]{color:var(--warning);font-weight:600}
.age,.source{color:var(--muted);font-size:.8125rem}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`
