import { BASE_STYLE, toPlainPagePolicy } from '#server/http/plain-page.ts'

/** The style of the card page, which has no script and no other resource. */
export const SANDBOX_STYLE = `${BASE_STYLE}
.frame{max-width:1360px;margin:40px auto;border:1px solid var(--strong);background:var(--raised)}
.bar{display:flex;justify-content:space-between;gap:4px 16px;flex-wrap:wrap;padding:12px 24px;border-bottom:1px solid var(--line);font-size:13px;line-height:20px}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:28px 56px;padding:24px}
main>*{min-width:0}
h2{font-size:18px;line-height:24px;margin:0;padding:9px 0 10px}
b{font-weight:640}
form,.side{display:grid;gap:16px;align-content:start;grid-template-columns:minmax(0,1fr)}
.side{gap:28px}
label,legend{font-weight:560;font-size:13px;line-height:20px;padding:0}
input,select{display:block;width:100%;min-width:0;min-height:40px;margin-top:4px;padding:0 12px;border:1px solid var(--strong);border-radius:2px;background:var(--raised);color:inherit;font:inherit}
[aria-invalid]{border:2px solid var(--danger)}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px 20px}
.msg,.hint{font-size:12px;line-height:16px;margin:4px 0 0;color:var(--muted)}
.msg{display:flex;gap:6px;color:var(--danger);font-weight:550}
svg{flex:none;fill:none;stroke:currentColor;stroke-width:1.4}
.notice{display:flex;gap:10px;margin:0 0 20px;padding:11px 14px;border-left:3px solid var(--warnline);background:var(--warnsoft);font-size:13px;line-height:20px}
.notice svg{margin-top:2px;color:var(--warning)}
fieldset{display:grid;gap:12px 20px;min-width:0;margin:0;padding:12px 14px 14px;border:1px solid var(--line)}
button{min-height:40px;padding:0 16px;border:1px solid transparent;border-radius:3px;background:none;color:var(--accent);font:inherit;font-weight:550;cursor:pointer}
.pri{width:100%;background:var(--accent);color:var(--on)}
section{border-top:2px solid var(--rule)}
dl,table{width:100%;margin:0;font-size:13px;line-height:20px;border-collapse:collapse}
dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.total{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:4px 16px;margin:0;padding-top:16px;font-size:13px}
.total span{font-size:40px;line-height:1;font-weight:600;font-stretch:78%;white-space:nowrap}
.total i{font-style:normal;font-weight:400;color:var(--muted);margin-right:.14em}
.total i+i,.total i:last-child{font-size:.58em;margin:0 0 0 .3em}
th,td{text-align:left;height:44px;padding:5px 8px 5px 0;border-bottom:1px solid var(--line)}
th{height:32px;color:var(--muted);font-size:12px;font-weight:550;border-color:var(--rule)}
td:last-child{padding-right:0;text-align:right}
.use{min-height:30px;padding:0 10px;font-size:13px}
.chip{display:inline-flex;align-items:center;gap:6px;padding:0 8px 0 7px;border-radius:2px;font-size:12px;line-height:22px;font-weight:570}
.approved{color:var(--ok);background:var(--oksoft)}
.pending{color:var(--warning);background:var(--warnsoft)}
.rejected{color:var(--danger);background:var(--dangersoft)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:600px){fieldset{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (min-width:970px){main{grid-template-columns:minmax(0,7fr) minmax(0,5fr);padding:28px 40px 36px}.bar{padding-inline:40px}}
@media (max-width:599.98px){.frame{margin:0;border-width:0 0 1px}.bar,main{padding-inline:16px}.pri,input,select{min-height:44px}.use{min-height:40px}}
`

/** The content security policy of the card page. */
export const SANDBOX_POLICY = toPlainPagePolicy(SANDBOX_STYLE, "'self'")
