import { useState } from 'react'
import { useLocation } from 'wouter'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Demo } from '#src/composition/demo.ts'
import { DEMO_USERS, type DemoUser, logIn } from '#src/demo/log-in.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { Button } from '#src/ui/parts/button.tsx'

interface CopyProps {
  readonly demo: Demo
  readonly label: string
  readonly text: string
  /** The user that the text belongs to. */
  readonly owner: string
}

/** A text of a login, with a button that copies it. */
function CopyRow({ demo, label, text, owner }: CopyProps) {
  const { toasts, clipboard } = demo.portal
  const copy = async () => {
    const isCopied = await clipboard.copy(text)
    toasts.show(isCopied ? `Copiado: ${text}` : 'El navegador no permite copiar.')
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <dt className="w-16 text-muted">{label}</dt>
      <dd className="grow wdth-table">{text}</dd>
      <dd>
        <Button variant="text" size="small" aria-label={`Copiar ${label.toLowerCase()} de ${owner}`} onClick={copy}>
          Copiar
        </Button>
      </dd>
    </div>
  )
}

interface UserProps {
  readonly demo: Demo
  readonly user: DemoUser
  readonly onLogIn: (user: DemoUser) => void
}

const UserRow = ({ demo, user, onLogIn }: UserProps) => {
  const owner = user.name.toLowerCase()
  return (
    <li className="border-t border-line py-2 first:border-0 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <b>{user.name}</b>
        <Button variant="secondary" size="small" aria-label={`Entrar como ${owner}`} onClick={() => onLogIn(user)}>
          Entrar
        </Button>
      </div>
      <dl>
        {user.kind === 'entity' && <CopyRow demo={demo} label="Entidad" text={user.entity} owner={owner} />}
        <CopyRow demo={demo} label="Usuario" text={user.username} owner={owner} />
        <CopyRow demo={demo} label="Clave" text={DEMO_PASSWORD} owner={owner} />
      </dl>
    </li>
  )
}

interface Props {
  readonly demo: Demo
  readonly onClose: () => void
}

/** The users of the demo: copies the texts of a login, or signs in at once. */
export function Users({ demo, onClose }: Props) {
  const [, navigate] = useLocation()
  const [hasFailed, setFailed] = useState(false)

  async function logInAs(user: DemoUser) {
    const isDone = await logIn(demo, user)
    setFailed(!isDone)
    if (!isDone) return
    onClose()
    navigate(SCREENS[user.kind === 'client' ? 'dashboard' : 'imcUsers'].path)
  }

  return (
    <>
      <ul>
        {DEMO_USERS.map((user) => (
          <UserRow key={user.name} demo={demo} user={user} onLogIn={logInAs} />
        ))}
      </ul>
      <p role="status" className="text-danger not-empty:pt-2">
        {hasFailed && 'No fue posible entrar. Revise si la red está interrumpida.'}
      </p>
    </>
  )
}
