import { CORRECTIONS_TITLE, correctionText } from '#src/application/market/trm-corrections.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import { Panel } from '#src/ui/parts/panel.tsx'

interface Props {
  readonly corrections: readonly Correction[]
}

/** The corrections of published figures (D119). */
export function TrmCorrections({ corrections }: Props) {
  return (
    <Panel name={CORRECTIONS_TITLE} busy={false} stale={false}>
      <ul className="text-sm">
        {corrections.map((correction) => {
          const { lead, rest } = correctionText(correction)
          return (
            <li
              key={`${correction.at} ${correction.time} ${correction.price} ${correction.amount}`}
              className="border-t border-line py-2 first:border-0 first:pt-0"
            >
              <b className="block font-550">{lead}</b>
              <span className="text-muted">{rest}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
