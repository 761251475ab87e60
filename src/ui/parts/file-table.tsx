import { type ReactNode, useId } from 'react'
import { type FileProps, FileStatus, Percent, UploadBar, useFile } from '#src/ui/parts/file-field.tsx'

/** A field for a file as a row of a `FileTable`. */
export function FileRow(props: Omit<FileProps, 'rule' | 'hint'>) {
  const { label, state } = props
  const { id, shownError, dropTarget, dropClass, actions } = useFile(props)
  return (
    <tr className={dropClass} {...dropTarget}>
      <th className="border-b border-line py-2.5 pr-3 text-left align-top font-560" scope="row">
        {label}
      </th>
      <td className="border-b border-line py-2.5 align-top">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <FileStatus id={id} state={state} error={shownError} />
          <span className="flex flex-wrap items-center gap-2">
            <Percent state={state} />
            {actions}
          </span>
        </span>
        <UploadBar label={label} state={state} />
      </td>
    </tr>
  )
}

interface TableProps {
  readonly caption: string
  /** The headings of both columns. */
  readonly titles: { readonly document: string; readonly file: string }
  /** A `FileRow` for each document. */
  readonly children: ReactNode
}

const HEADING = 'border-b border-rule py-1.75 pr-3 text-left text-xs font-550 text-muted'

/** The required documents, each with its file. */
export const FileTable = ({ caption, titles, children }: TableProps) => (
  <table className="w-full border-separate border-spacing-0 text-sm wdth-table">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th className={`${HEADING} w-2/5`} scope="col">
          {titles.document}
        </th>
        <th className={HEADING} scope="col">
          {titles.file}
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** The progress of a file that the user cannot change now, as an item of a list. */
export function FileProgress({ label, state }: Pick<FileProps, 'label' | 'state'>) {
  const id = useId()
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 border-t border-line py-2.5">
      <span className="text-sm font-560">{label}</span>
      <FileStatus id={id} state={state} error={null} />
      <span className="col-2 row-[1/span_2]">
        <Percent state={state} />
      </span>
      <UploadBar label={label} state={state} />
    </li>
  )
}
