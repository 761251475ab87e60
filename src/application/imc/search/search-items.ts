import { ORDER_PACKAGE } from '#src/application/imc/packages/packages.ts'
import type { ChosenSubscription } from '#src/application/imc/ports.ts'
import { toKindText, toStatusText } from '#src/application/imc/requests/requests.ts'
import { toStatusName } from '#src/application/imc/screens/screens.ts'
import { LOAD_CSV } from '#src/application/imc/users/user-file.ts'
import { CREATE_TITLE } from '#src/application/imc/users/user-form-messages.ts'
import { ACTIVITY_WORDS, userStatusWord } from '#src/application/imc/users/users.ts'
import { toFormAddress, toUserAddress } from '#src/application/navigation/imc-query.ts'
import { toRequestAddress, toScreenAddress } from '#src/application/navigation/query.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { listMenuLinks, SCREENS } from '#src/application/navigation/screens.ts'
import type { PackageGroup } from '#src/domain/imc/packages/packages.ts'
import type { RequestRow } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { SearchItem } from '#src/domain/imc/search/search.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { formatCount } from '#src/domain/money.ts'

/** An item that the search offers, and the address that it leads to. */
export interface SearchOption extends SearchItem {
  /** Unique among all options. */
  readonly id: string
  /** A second line, such as the status. */
  readonly detail: string
  /** Path and query. */
  readonly address: string
  /** The subscription that the address needs in the storage (D26); null without one. */
  readonly subscription: ChosenSubscription | null
}

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/** Finds a person also by user name, mail and document. */
export const toPersonOption = (user: EntityUser): SearchOption => ({
  id: `person/${user.id}`,
  group: 'person',
  title: user.name,
  texts: [user.username, user.email, user.documentNumber],
  detail: join(user.username, user.active ? userStatusWord(user.status) : ACTIVITY_WORDS.inactive),
  address: toUserAddress(user.id, user.name),
  subscription: null,
})

/** Finds a screen also by its person, package and profile. Its name repeats in each subscription. */
function toScreenOption(row: ScreenRow): SearchOption {
  const { packageId, number, screen, userId, fullName, username, code, packageName, profile } = row
  return {
    id: `screen/${number}/${screen}`,
    group: 'screen',
    title: `${screen}, suscripción ${number}`,
    texts: [fullName ?? '', username ?? '', code, packageName, profile],
    detail: join(toStatusName(row), fullName ?? '', code),
    address: toScreenAddress(userId, screen, number),
    subscription: { packageId, number },
  }
}

/** The subscriptions of the screens, each with its number of screens. */
function toSubscriptionOptions(screens: readonly ScreenRow[]): readonly SearchOption[] {
  const counts = new Map<string, { readonly row: ScreenRow; readonly count: number }>()
  for (const row of screens) counts.set(row.number, { row, count: (counts.get(row.number)?.count ?? 0) + 1 })
  return [...counts].map(([number, { row, count }]) => ({
    id: `subscription/${number}`,
    group: 'subscription',
    title: `Suscripción ${number}`,
    texts: [row.code, row.packageName],
    detail: join(row.code, row.packageName, `${formatCount(count)} ${count === 1 ? 'pantalla' : 'pantallas'}`),
    address: toScreenAddress(null, null, number),
    subscription: { packageId: row.packageId, number },
  }))
}

export const toPackageOption = ({ packageId, code, name }: PackageGroup): SearchOption => ({
  id: `package/${packageId}`,
  group: 'subscription',
  title: code,
  texts: [name],
  detail: name,
  address: toPath('imcPackage', { packageId }),
  subscription: null,
})

/** The screens and their subscriptions. */
export const toScreenOptions = (screens: readonly ScreenRow[]): readonly SearchOption[] => [
  ...screens.map(toScreenOption),
  ...toSubscriptionOptions(screens),
]

/** Finds a request also by its person, kind and status. */
export const toRequestOption = (row: RequestRow): SearchOption => ({
  id: `request/${row.id}`,
  group: 'request',
  title: row.reference,
  texts: [row.user, toKindText(row), toStatusText(row)],
  detail: join(toKindText(row), row.user, toStatusText(row)),
  address: toRequestAddress(row.id),
  subscription: null,
})

const PAGE = 'Página'
const ACTION = 'Acción'

const toAction = (title: string, address: string, detail: string): SearchOption => ({
  id: `action/${title}`,
  group: 'action',
  title,
  texts: [],
  detail,
  address,
  subscription: null,
})

/** The actions and the pages that the role of the user may open. */
export function toActionOptions(canWrite: boolean): readonly SearchOption[] {
  const links = [...listMenuLinks('entity'), ...(canWrite ? listMenuLinks('administration') : [])]
  const pages = new Map<string, string>(links.map(({ path, label }) => [path, label]))
  // Every user reaches these two by its own menu.
  for (const { path, title } of [SCREENS.imcSessions, SCREENS.imcSecondFactor]) pages.set(path, title)
  const actions = canWrite
    ? [
        toAction(CREATE_TITLE, toFormAddress('usuario'), ACTION),
        toAction(LOAD_CSV, toFormAddress('csv'), ACTION),
        toAction(ORDER_PACKAGE, toFormAddress('paquete'), ACTION),
      ]
    : []
  return [...actions, ...[...pages].map(([path, label]) => toAction(label, path, PAGE))]
}
