import { downloadedRowsText } from '#src/application/imc/messages.ts'
import { createListView, type ListView, type PageSizeChoice } from '#src/application/platform/list.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PageSizeStore } from '#src/application/platform/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import { type CsvCell, toCsv } from '#src/domain/csv.ts'
import { toPageSizeChoices } from '#src/domain/imc/page-sizes.ts'
import type { ListRules } from '#src/domain/list.ts'
import { toDate } from '#src/domain/time/bogota.ts'

export interface TableState<Row> {
  readonly rows: ResourceState<readonly Row[]>
  /** True if the browser refused the last download. */
  readonly downloadFailed: boolean
}

/** A table of the back-office with loaded rows, search, pages and download. */
export interface TableView<Row, Column extends string> extends Readable<TableState<Row>> {
  readonly list: ListView<Row, Column>
  /** Loads the rows now. */
  retry(): void
  /**
   * Saves these rows as a CSV file. `sums` are the last rows of the file; the toast does not count
   * them.
   */
  download(rows: readonly Row[], sums?: readonly Row[]): void
}

/** The format of a CSV file. */
interface TableFile<Row> {
  /**
   * The first part of the file name: `solicitudes` for `solicitudes-2026-11-20.csv`. The size of the
   * pages is stored under this name.
   */
  readonly name: string
  /** The second part of the file name, such as the number of a subscription. */
  readonly part?: string
  readonly titles: readonly string[]
  readonly toCells: (row: Row) => readonly CsvCell[]
}

export interface TableDeps extends ResourceDeps, Pick<PagePorts, 'downloads'> {
  readonly toasts: Pick<Toasts, 'show'>
  readonly pageSizes: PageSizeStore
}

interface Options<Row, Column extends string> {
  readonly source: ResourceSource<readonly Row[]>
  readonly rules: ListRules<Row, Column>
  readonly file: TableFile<Row>
  /** The query of the page URL when the view is created. */
  readonly query: string
}

/** The reader chooses the rows per page of each table; an unknown stored number is ignored. */
function createPageSizeChoice(
  { pageSizes }: Pick<TableDeps, 'pageSizes'>,
  name: string,
  initial: number,
): PageSizeChoice {
  const choices = toPageSizeChoices(initial)
  return {
    choices,
    read: () => choices.find((size) => size === pageSizes.read(name)) ?? null,
    write: (size) => pageSizes.write(name, size),
  }
}

/** Creates the view of a table that loads all rows with one request. */
export function createTableView<Row, Column extends string>(
  deps: TableDeps,
  { source, rules, file, query }: Options<Row, Column>,
): TableView<Row, Column> {
  const rows = createResource(deps, source)
  const pageSizeChoice = createPageSizeChoice(deps, file.name, rules.pageSize)
  const list = createListView(rules, { query, source: rows, pageSizeChoice })
  const lastDownload = createState({ failed: false })
  const view = combine(
    { rows, lastDownload },
    (parts): TableState<Row> => ({ rows: parts.rows, downloadFailed: parts.lastDownload.failed }),
  )

  return {
    list,
    ...view,
    retry: rows.retry,
    download(chosen, sums = []) {
      const name = `${[file.name, file.part, toDate(deps.clock.now())].filter(Boolean).join('-')}.csv`
      const text = toCsv([file.titles, ...[...chosen, ...sums].map(file.toCells)])
      const saved = deps.downloads.save({ name, type: 'text/csv;charset=utf-8', text })
      if (saved) deps.toasts.show(downloadedRowsText(name, chosen.length))
      lastDownload.set({ failed: !saved })
    },
  }
}
