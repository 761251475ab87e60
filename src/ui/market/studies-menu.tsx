import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useState } from 'react'
import {
  AMOUNTS_NAME,
  STUDY_DEVIATIONS_ERROR,
  STUDY_LENGTH_ERROR,
  STUDY_NAMES,
} from '#src/application/market/chart-tool-messages.ts'
import {
  DEFAULT_STUDIES,
  parseStudyDeviations,
  parseStudyLength,
  STUDY_KINDS,
  type Studies,
  type StudyKind,
} from '#src/domain/charting/studies.ts'
import { formatStock } from '#src/domain/money.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  /** Returns null for a text that is not valid. */
  readonly parse: (text: string) => number | null
  readonly error: string
  readonly onChange: (value: number) => void
}

/** A number of an indicator. A text that is not valid stays in the field; the chart keeps its last number. */
function NumberField({ label, value, parse, error, onChange }: NumberFieldProps) {
  const [text, setText] = useState(() => formatStock(value))
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={text}
      error={parse(text.trim()) === null ? error : null}
      onChange={({ target }) => {
        setText(target.value)
        const number = parse(target.value.trim())
        if (number !== null) onChange(number)
      }}
    />
  )
}

interface StudiesProps {
  readonly studies: Studies
  readonly onChange: (studies: Studies) => void
}

interface OptionsProps extends StudiesProps {
  readonly kind: StudyKind
}

/** The numbers of an indicator that the chart has. */
function StudyOptions({ kind, studies, onChange }: OptionsProps) {
  const { bollinger } = studies
  const length = kind === 'bollinger' ? (bollinger?.points ?? null) : studies[kind]
  if (length === null) return null
  return (
    <div className="grid grid-cols-2 gap-3 pl-7.5">
      <NumberField
        label="Puntos"
        value={length}
        parse={parseStudyLength}
        error={STUDY_LENGTH_ERROR}
        onChange={(points) =>
          onChange({ ...studies, [kind]: kind === 'bollinger' && bollinger ? { ...bollinger, points } : points })
        }
      />
      {kind === 'bollinger' && bollinger && (
        <NumberField
          label="Desviaciones"
          value={bollinger.deviations}
          parse={parseStudyDeviations}
          error={STUDY_DEVIATIONS_ERROR}
          onChange={(deviations) => onChange({ ...studies, bollinger: { ...bollinger, deviations } })}
        />
      )}
    </div>
  )
}

interface Props extends StudiesProps {
  /** Whether the amounts are below the chart; null for a chart that has them anyway. */
  readonly amounts: boolean | null
  readonly onAmounts: (isWanted: boolean) => void
}

/** A button with a panel, in which the user adds indicators to the chart and sets their numbers. */
export const StudiesMenu = ({ studies, onChange, amounts, onAmounts }: Props) => (
  <Popover className="sm:relative">
    <PopoverButton className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Indicadores
      <Icon name="down" size={12} />
    </PopoverButton>
    <PopoverPanel
      className="absolute top-[calc(100%+4px)] left-0 z-sticky grid w-[min(320px,100vw-2*var(--md-gutter))] gap-1 rounded-md border border-line-strong bg-raised p-3 shadow-menu outline-none"
      aria-label="Indicadores"
    >
      {STUDY_KINDS.map((kind) => (
        <fieldset key={kind} className="grid gap-1.5">
          <legend className="sr-only">{STUDY_NAMES[kind]}</legend>
          <CheckField
            checked={studies[kind] !== null}
            onChange={({ target }) => onChange({ ...studies, [kind]: target.checked ? DEFAULT_STUDIES[kind] : null })}
          >
            {STUDY_NAMES[kind]}
          </CheckField>
          <StudyOptions kind={kind} studies={studies} onChange={onChange} />
        </fieldset>
      ))}
      {amounts !== null && (
        <CheckField checked={amounts} onChange={({ target }) => onAmounts(target.checked)}>
          {AMOUNTS_NAME}
        </CheckField>
      )}
    </PopoverPanel>
  </Popover>
)
