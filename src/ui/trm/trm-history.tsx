import { Radio, RadioGroup } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import { NO_TRM_IN_SPAN, SPAN_NAMES, SPAN_WORDS, TRM_HISTORY } from '#src/application/market/trm.ts'
import { TRM_SPANS, type TrmSpan } from '#src/domain/trading/trm-choice.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, Panel, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta, hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { TrmChart } from '#src/ui/trm/trm-chart.tsx'
import { TrmTable } from '#src/ui/trm/trm-table.tsx'

interface Props {
  readonly span: TrmSpan
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
  readonly onSpan: (span: TrmSpan) => void
}

/** The chart and the table of one span. The caller sets the span as a React key. */
export function TrmHistory({ span, delay, onSpan }: Props) {
  const { createTrmHistory } = useMarket()
  const view = useMemo(() => createTrmHistory(span, delay), [createTrmHistory, span, delay])
  const { history, today, downloadFailed } = useSelector(view, (state) => state)
  const periodInForce = history.value?.periods.find(({ from, until }) => from <= today && today <= until) ?? null
  return (
    <div className="trm-history">
      <section className="panel" aria-label="Gráfica" aria-busy={isBusy(history)}>
        <div className="panel-head trm-chart-head">
          <h2>{TRM_HISTORY}</h2>
          {history.stale && <RegionMeta stale>{formatMeta(history, null)}</RegionMeta>}
          <RadioGroup className="views-periods trm-spans" aria-label="Periodo" value={span} onChange={onSpan}>
            {TRM_SPANS.map((name) => (
              <Radio key={name} value={name} aria-label={name} as="span">
                {SPAN_NAMES[name]}
              </Radio>
            ))}
          </RadioGroup>
        </div>
        <div className="chart chart-room">
          <GuardedRegion>
            <ResourceView resource={history} failureTitle="No pudimos consultar la gráfica" skeleton={null}>
              {({ periods }) =>
                periods.length === 0 ? (
                  <p className="blank meta">{NO_TRM_IN_SPAN}</p>
                ) : (
                  <TrmChart span={span} periods={periods} />
                )
              }
            </ResourceView>
          </GuardedRegion>
        </div>
      </section>
      <Panel
        name="TRM por fecha"
        meta={formatMeta(history, SPAN_WORDS[span])}
        busy={isBusy(history)}
        stale={history.stale}
        className="trm-table"
      >
        {downloadFailed && <Notice icon="warning" tone="err" lead={NOT_DOWNLOADED} />}
        {hasFailed(history) ? (
          <ResourceView resource={history} failureTitle="No pudimos consultar la historia de la TRM" skeleton={null}>
            {() => null}
          </ResourceView>
        ) : (
          <TrmTable
            view={view}
            caption={`TRM, ${SPAN_WORDS[span]}`}
            today={today}
            currentId={periodInForce?.from ?? null}
          />
        )}
      </Panel>
    </div>
  )
}
