import type { ReactNode } from 'react'

import { Change } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface TableProps {
  /** Told to screen readers alone: the panel's heading says it to everybody else. */
  readonly caption: string
  /** Head of the first column. */
  readonly first: string
  readonly children: ReactNode
}

const Table = ({ caption, first, children }: TableProps) => (
  <table className="quotes">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" className="num">
          Valor
        </th>
        <th scope="col" className="num">
          Variación
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** A row as it is shown; `name` is its key as well. */
export interface QuoteRow {
  readonly name: string
  /** Of lighter weight, behind the name: `/USD`. */
  readonly counter?: string
  readonly value: string
  readonly change: string
}

interface Props extends Omit<TableProps, 'children'> {
  readonly rows: readonly QuoteRow[]
}

/** Names, values and moves; says so when there is none. */
export const QuoteTable = ({ rows, ...table }: Props) =>
  rows.length === 0 ? (
    <p className="blank meta">Sin cotizaciones por ahora.</p>
  ) : (
    <Table {...table}>
      {rows.map(({ name, counter = '', value, change }) => (
        <tr key={name + counter}>
          <th scope="row">
            {name}
            <span className="light">{counter}</span>
          </th>
          <td className="num">{value}</td>
          <td className="num">
            <Change text={change} />
          </td>
        </tr>
      ))}
    </Table>
  )

interface WaitingProps extends Omit<TableProps, 'children'> {
  readonly rows: number
}

/** The table's place before its rows. */
export const WaitingTable = ({ rows, ...table }: WaitingProps) => (
  <Table {...table}>
    {Array.from({ length: rows }, (_, row) => `${row}`).map((row) => (
      <tr key={row}>
        <td>
          <Skeleton width="w-22" />
        </td>
        <td className="num">
          <Skeleton width="w-14" />
        </td>
        <td className="num">
          <Skeleton width="w-14" />
        </td>
      </tr>
    ))}
  </Table>
)
