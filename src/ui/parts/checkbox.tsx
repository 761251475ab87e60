interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  /** Some of the rows are selected, but not all. */
  readonly mixed?: boolean
  readonly onChange: () => void
}

/** The checkbox of a row, or of all rows of a page. */
export function Checkbox({ label, checked, mixed = false, onChange }: CheckboxProps) {
  const setMixed = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = mixed
  }
  return (
    // The pressable area is larger than the checkbox.
    <label className="-m-0.75 grid size-6 place-items-center pointer-coarse:-m-3.25 pointer-coarse:size-11">
      <input
        ref={setMixed}
        className="checkbox"
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  )
}
