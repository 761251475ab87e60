import { Radio, RadioGroup } from '@headlessui/react'

interface Props<Period extends string> {
  readonly periods: readonly Period[]
  readonly toText: (period: Period) => string
  readonly value: Period
  readonly onChange: (period: Period) => void
  readonly className?: string
}

/** The periods of a chart as a group of radio buttons. A print shows only the name of the chosen one. */
export const PeriodGroup = <Period extends string>({
  periods,
  toText,
  value,
  onChange,
  className = '',
}: Props<Period>) => (
  <RadioGroup
    className={`flex rounded-sm border border-line-strong bg-raised max-sm:w-full print:border-0 ${className}`}
    aria-label="Periodo"
    value={value}
    onChange={onChange}
  >
    {periods.map((period) => (
      <Radio
        key={period}
        value={period}
        aria-label={period}
        as="span"
        className="grid min-h-8.5 min-w-11 cursor-pointer place-items-center border-l border-line px-3 text-sm font-520 text-ink-soft first:border-l-0 hover:bg-sunken focus-visible:z-1 aria-checked:bg-ink aria-checked:font-600 aria-checked:text-surface max-sm:flex-1 max-sm:px-1.5 touch:min-h-11 print:not-aria-checked:hidden print:aria-checked:bg-transparent print:aria-checked:text-ink"
      >
        {toText(period)}
      </Radio>
    ))}
  </RadioGroup>
)
