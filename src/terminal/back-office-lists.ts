import type { Imc } from '#src/application/imc/imc.ts'
import { countText, SUBSCRIPTION_COLUMN_TITLES, SUBSCRIPTION_ROWS } from '#src/application/imc/packages/packages.ts'
import {
  REQUEST_COLUMN_TITLES,
  requestsIntro,
  toKindText,
  toRequestDate,
  toStatusText,
} from '#src/application/imc/requests/requests.ts'
import { endsOnText } from '#src/application/imc/screens/expiry.ts'
import {
  lastUseText,
  SCREEN_COLUMN_TITLES,
  screensPageTitle,
  toStatusName,
} from '#src/application/imc/screens/screens.ts'
import {
  ACTIVITY_WORDS,
  countUsers,
  ROLE_WORDS,
  userStatusWord,
  usersSummary,
} from '#src/application/imc/users/users.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { Subscription } from '#src/domain/imc/packages/packages.ts'
import type { RequestRow } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'

type Rows<Row> = Pick<ResourceState<readonly Row[]>, 'value' | 'failure' | 'failures' | 'stale'>

/** A list of the back-office as a terminal shows it. */
export interface TerminalList<Row> {
  readonly view: Readable<{ readonly rows: Rows<Row> }>
  readonly titles: readonly string[]
  toHeading(rows: readonly Row[]): string
  toCells(row: Row): readonly string[]
}

export const usersList = (imc: Imc): TerminalList<EntityUser> => ({
  view: imc.createUsers(''),
  titles: ['Nombre', 'Usuario', 'Rol', 'Perfil', 'Estatus', 'Activo'],
  toHeading(rows) {
    const { all, active } = countUsers(rows)
    return usersSummary(all, active)
  },
  toCells: (user) => [
    user.name,
    user.username,
    ROLE_WORDS[user.role],
    user.profile,
    userStatusWord(user.status),
    user.active ? ACTIVITY_WORDS.active : ACTIVITY_WORDS.inactive,
  ],
})

/** Subscriptions change rarely: they are loaded once. */
export const subscriptionsList = (rows: readonly Subscription[]): TerminalList<Subscription> => ({
  view: createState({ rows: { value: rows, failure: null, failures: 0, stale: false } }),
  titles: [
    SUBSCRIPTION_COLUMN_TITLES.code,
    SUBSCRIPTION_COLUMN_TITLES.number,
    SUBSCRIPTION_COLUMN_TITLES.screens,
    SUBSCRIPTION_COLUMN_TITLES.available,
    SUBSCRIPTION_COLUMN_TITLES.monthlyCost,
  ],
  toHeading: ({ length }) => countText(length, SUBSCRIPTION_ROWS),
  toCells: ({ code, number, screens, available, monthlyCost }) => [
    code,
    number,
    formatCount(screens),
    formatCount(available),
    `$ ${formatMonthlyCost(monthlyCost)}`,
  ],
})

export const screensList = (imc: Imc, number: string): TerminalList<ScreenRow> => ({
  view: imc.createScreens('', ''),
  titles: Object.values(SCREEN_COLUMN_TITLES),
  toHeading: () => screensPageTitle(number),
  toCells: (row) => [
    ...[row.screen, row.profile, row.username ?? '', row.fullName ?? '', toStatusName(row)],
    row.isUseReported ? lastUseText(row) : '',
    row.canExpire ? endsOnText(row) : '',
  ],
})

export const requestsList = (imc: Imc): TerminalList<RequestRow> => ({
  view: imc.createRequests(''),
  titles: Object.values(REQUEST_COLUMN_TITLES),
  toHeading: (rows) => requestsIntro(rows.map(({ status }) => status)),
  toCells: (row) => [row.reference, row.user, toRequestDate(row), toKindText(row), toStatusText(row)],
})
