import { BASE_STYLE, toPlainPagePolicy } from '#server/http/plain-page.ts'

/** The style of the documentation page, which loads no other resource. */
export const DOCS_STYLE = `${BASE_STYLE}
header{display:flex;justify-content:space-between;flex-wrap:wrap;gap:4px 16px;padding:12px 24px;border-bottom:1px solid var(--line);background:var(--raised);font-size:13px;line-height:20px}
main{max-width:1040px;margin:0 auto;padding:28px 24px 56px}
h2{font-size:18px;line-height:24px;margin:36px 0 0;padding:9px 0 10px;border-top:2px solid var(--rule)}
h4{font-size:13px;line-height:20px;margin:16px 0 4px}
p{margin:0 0 12px}
code,pre{font:13px/20px ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
pre{margin:0 0 12px;padding:10px 14px;background:var(--raised);border:1px solid var(--line);white-space:pre-wrap}
nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(260px,100%),1fr));gap:0 24px;margin:0;padding:0;list-style:none}
nav li{padding:8px 0;border-bottom:1px solid var(--line);font-size:13px;line-height:20px}
nav span{color:var(--muted)}
details{border-bottom:1px solid var(--line)}
summary{padding:10px 0;cursor:pointer}
.method{display:inline-block;min-width:48px;font-size:12px;font-weight:640;color:var(--accent)}
.what{display:block;color:var(--soft);font-size:13px;line-height:20px}
.body{padding:0 0 20px 16px}
.type{margin:8px 0 4px;font-size:12px;line-height:16px;color:var(--muted)}
.status{margin:8px 0 4px;font-size:13px;line-height:20px}
dl{margin:0;font-size:13px;line-height:20px}
dl div{display:flex;gap:16px;padding:4px 0}
dt{min-width:64px;color:var(--muted)}
dd{margin:0}
table{width:100%;margin:0 0 12px;border-collapse:collapse;font-size:13px;line-height:20px}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--muted);font-size:12px;font-weight:550;border-color:var(--rule)}
@media (max-width:599.98px){header,main{padding-inline:16px}}
`

/** The content security policy of the documentation page. */
export const DOCS_POLICY = toPlainPagePolicy(DOCS_STYLE, "'none'")
