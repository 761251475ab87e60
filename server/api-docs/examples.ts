import { escapeMarkup } from '#server/http/html.ts'
import { API_V1_BASE } from '#src/adapters/http/contract/api-v1.ts'

/** A program that calls the public API v1, and what runs it. */
interface Example {
  readonly language: 'curl' | 'javascript' | 'python' | 'sheets' | 'excel'
  readonly title: string
  readonly code: string
}

/** The examples of the public API; `origin` is that of the portal. Tests run them. */
function listExamples(origin: string): readonly Example[] {
  const base = origin + API_V1_BASE
  const trm = `${base}/trm/2026-11-15`
  const range = `${base}/trm?from=2026-11-10&to=2026-11-20&formato=csv`
  return [
    {
      language: 'curl',
      title: 'curl: la TRM de una fecha, y mil dólares y medio a esa TRM',
      code: `curl -sS "${trm}"\ncurl -sS "${base}/convertir?monto=1000.50&fecha=2026-11-15&formato=csv"`,
    },
    {
      language: 'javascript',
      title: 'JavaScript, en Node o en una página',
      code: `const reply = await fetch('${trm}')
const { message, valor, vigente_desde, vigente_hasta } = await reply.json()
if (!reply.ok) throw new Error(message)
console.log(valor, vigente_desde, vigente_hasta)`,
    },
    {
      language: 'python',
      title: 'Python, sin paquetes',
      code: `import json
import urllib.request

with urllib.request.urlopen('${trm}') as reply:
    trm = json.load(reply)
print(trm['valor'], trm['vigente_desde'], trm['vigente_hasta'])`,
    },
    {
      language: 'sheets',
      title: 'Hojas de cálculo de Google: una tabla, y la TRM de la fecha de A2 (AAAA-MM-DD, como texto)',
      code: `=IMPORTDATA("${range}"; ","; "en_US")
=INDEX(IMPORTDATA("${base}/trm/" & A2 & "?formato=csv"; ","; "en_US"); 2; 3)`,
    },
    {
      language: 'excel',
      title: 'Excel: Datos, Obtener datos, Consulta en blanco, Editor avanzado',
      code: `let
    Origen = Csv.Document(Web.Contents("${base}/trm", [Query = [from = "2026-11-10", to = "2026-11-20", formato = "csv"]]), [Delimiter = ",", Encoding = 65001]),
    Titulos = Table.PromoteHeaders(Origen),
    Tipos = Table.TransformColumnTypes(Titulos, {{"valor", type number}, {"vigente_desde", type date}, {"vigente_hasta", type date}}, "en-US")
in
    Tipos`,
    },
  ]
}

/** Renders the examples, each with its code. */
export const renderExamples = (origin: string): string =>
  `<section id="ejemplos"><h2>Ejemplos de la API pública v1</h2><p>Sin clave y desde cualquier sitio, con los datos de los
visitantes. Los ejemplos con punto y coma entre argumentos son para hojas en español; en inglés se separan con comas.
formato=csv-es tiene comas decimales, para abrirlo en Excel con la configuración de Colombia.</p>${listExamples(origin)
    .map(
      ({ language, title, code }) =>
        `<h4>${escapeMarkup(title)}</h4><pre data-language="${language}">${escapeMarkup(code)}</pre>`,
    )
    .join('')}</section>`
