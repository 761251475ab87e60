import { Link } from 'wouter'
import {
  ACTIVITY_WORDS,
  CONTRACT_PENDING,
  ROLE_WORDS,
  USER_FILTER,
  userStatusWord,
  yesOrNo,
} from '#src/application/imc/users/users.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { formatCount } from '#src/domain/money.ts'
import { SCREEN_LOOKS } from '#src/ui/imc/screens/status-chips.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Chip } from '#src/ui/parts/chip.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import type { ListColumn, ListFilterField } from '#src/ui/parts/list-table.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface UserProps {
  readonly user: EntityUser
}

/** The value of most rows: the exceptions stand out. */
const Quiet = ({ children }: { readonly children: string }) => <span className="text-muted">{children}</span>

const Contingency = ({ user: { contingency } }: UserProps) =>
  contingency ? (
    <Chip tone="outline-warning" disc="none">
      {yesOrNo(true)}
    </Chip>
  ) : (
    <Quiet>{yesOrNo(false)}</Quiet>
  )

const StatusChip = ({ user: { status } }: UserProps) =>
  status === null ? <Missing /> : <Chip {...SCREEN_LOOKS[status]}>{userStatusWord(status)}</Chip>

const Activity = ({ user: { active } }: UserProps) =>
  active ? (
    <Quiet>{ACTIVITY_WORDS.active}</Quiet>
  ) : (
    <Chip tone="muted" disc="none">
      {ACTIVITY_WORDS.inactive}
    </Chip>
  )

/** Returns the id of the element with the user's name, which describes the buttons of the row. */
export const toNameId = (userId: string): string => `usuario-${userId}`

/** The user's name; a link to the user's screens if the user has screens (D26). */
function UserName({ user: { id, name, status, packageId, subscription, contractPending } }: UserProps) {
  const { chooseSubscription } = useImc()
  const storeSubscription = () => {
    if (packageId !== null && subscription !== null) chooseSubscription({ packageId, number: subscription })
  }
  return (
    <span id={toNameId(id)}>
      {status === 'available' ? (
        name
      ) : (
        <Link href={toPath('imcScreens', { userId: id })} onClick={storeSubscription}>
          {name}
        </Link>
      )}
      {contractPending && ' '}
      {contractPending && (
        <span className="mr-2 inline-block">
          <Chip tone="outline-warning" disc="none">
            {CONTRACT_PENDING}
          </Chip>
        </span>
      )}
    </span>
  )
}

/** The table needs the width for the actions. The form and the download show these columns. */
const WIDE_ONLY = 'max-md:hidden'

export const USER_COLUMNS: readonly ListColumn<EntityUser>[] = [
  {
    id: 'nombre',
    title: 'Nombre',
    isRowHeading: true,
    skeleton: <Skeleton width="w-40" />,
    cell: (user) => <UserName user={user} />,
  },
  { id: 'usuario', title: 'Usuario', className: 'min-w-[13ch] wrap-anywhere', cell: ({ username }) => username },
  { id: 'rol', title: 'Rol', cell: ({ role }) => ROLE_WORDS[role] },
  {
    id: 'perfil',
    title: 'Perfil',
    className: WIDE_ONLY,
    cell: ({ profile }) => (profile === '' ? <Missing /> : profile),
  },
  {
    id: 'estatus',
    title: 'Estatus',
    skeleton: <Skeleton width="w-22" />,
    cell: (user) => <StatusChip user={user} />,
  },
  { id: 'activo', title: 'Activo', cell: (user) => <Activity user={user} /> },
  {
    id: 'contingencia',
    title: 'Contingencia',
    className: WIDE_ONLY,
    cell: (user) => <Contingency user={user} />,
  },
]

/** Returns the record of a user, for phones. */
export const toUserRecord = (user: EntityUser) => ({
  title: <UserName user={user} />,
  status: <StatusChip user={user} />,
  detail: (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>{user.username}</span> <Activity user={user} />
    </span>
  ),
})

interface Counts {
  readonly all: number
  readonly active: number
}

/** Returns the filter Estado with the number of users of each choice. */
export const toUserFilter = (counts: Counts | null): ListFilterField => ({
  name: USER_FILTER,
  label: 'Estado',
  choices: [
    ['todos', 'Todos', counts && formatCount(counts.all)],
    ['activos', 'Activos', counts && formatCount(counts.active)],
    ['inactivos', 'Inactivos', counts && formatCount(counts.all - counts.active)],
  ],
})
