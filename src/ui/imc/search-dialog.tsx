import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type OptionGroup,
  SEARCH_HELP,
  SEARCH_LABEL,
  SEARCH_TITLE,
  type SearchView,
} from '#src/application/imc/search/search.ts'
import type { SearchOption } from '#src/application/imc/search/search-items.ts'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { OPTION_CLASS } from '#src/ui/parts/choice-field.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { controlClass } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { focusMain } from '#src/ui/shell/use-scroll-and-focus.ts'

/** The options of one kind. Screen readers read the heading as the name of the group. */
const Group = ({ name, options }: OptionGroup) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
  <div role="group" aria-label={name} className="not-first:mt-2.5">
    <div className="px-2 py-1 text-xs text-muted" aria-hidden="true">
      {name}
    </div>
    {options.map((option) => (
      <ComboboxOption key={option.id} value={option} className={`${OPTION_CLASS} flex-wrap gap-x-4 py-1`}>
        <span className="font-550 wrap-anywhere">{option.title}</span>
        <span className="text-sm wrap-anywhere text-muted">{option.detail}</span>
      </ComboboxOption>
    ))}
  </div>
)

interface Props {
  readonly onClose: () => void
}

interface FieldProps extends Props {
  readonly view: SearchView
  readonly text: string
}

function SearchInput({ view, text, onClose }: FieldProps) {
  // Headless UI would only close its list.
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <span
      className="relative block"
      // Headless UI would follow the active option with Tab.
      onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}
    >
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <ComboboxInput
        className={`${controlClass()} pl-9.5`}
        aria-label={SEARCH_LABEL}
        placeholder={SEARCH_LABEL}
        autoComplete="off"
        displayValue={() => text}
        onChange={({ target }) => view.search(target.value)}
        onKeyDown={closeOnEscape}
      />
    </span>
  )
}

/** The dialog 'Buscar': a search over everything of the entity (D107). */
export function SearchDialog({ onClose }: Props) {
  const { createSearch } = useImc()
  const { canWrite } = useImcSession()
  const [view] = useState(() => createSearch(canWrite))
  const { text, groups, summary, failure } = useSelector(view, (state) => state)
  const [, navigate] = useLocation()

  function choose(option: SearchOption | null) {
    if (option === null) return
    onClose()
    navigate(view.follow(option))
    // The dialog returns the focus to its opener first.
    requestAnimationFrame(() => {
      if (document.querySelector('[role=dialog]') === null) focusMain()
    })
  }

  return (
    <Dialog
      title={SEARCH_TITLE}
      context={<span className="pointer-coarse:hidden">{SEARCH_HELP}</span>}
      size="reader"
      onClose={onClose}
    >
      {/* Room for the outline of the field below the sticky title, and below the last option. */}
      <div className="pt-1 pb-4">
        <Combobox value={null} by="id" immediate onChange={choose}>
          <SearchInput view={view} text={text} onClose={onClose} />
          <p className="min-h-6 pt-1.5 text-xs text-muted" role="status">
            {summary}
          </p>
          {failure !== null && (
            <Notice
              icon="warning"
              tone="err"
              lead={failure}
              action={
                <Button variant="secondary" size="small" onClick={view.retry}>
                  Reintentar
                </Button>
              }
            />
          )}
          {groups.length > 0 && (
            <ComboboxOptions static modal={false} className="mt-1 outline-none">
              {groups.map((group) => (
                <Group key={group.name} {...group} />
              ))}
            </ComboboxOptions>
          )}
        </Combobox>
      </div>
    </Dialog>
  )
}
